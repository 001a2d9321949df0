import { gzipSync } from "node:zlib";
import { lastValueFrom, tap, toArray } from "rxjs";
import { afterAll, describe, expect, it } from "vitest";
import { crawl } from "../../../src/pipelines/crawl/crawl.ts";
import { createReader } from "../../../src/reading/reader.ts";
import { BY_THE_CLOCK } from "../../support/until.ts";
import { door, loopback, says } from "../../upstream/loopback.ts";
import { doneIn, LOOPBACK, pathOf, request } from "./crawling.ts";
import { linkedSite, madePage, serving } from "./site.ts";

const reader = createReader({ size: 2 });
afterAll(() => reader.close());

const html = (body: string) => says(`<html><body>${body}</body></html>`, { "content-type": "text/html" });
const links = (...paths: readonly string[]) => paths.map((path) => `<a href="${path}">${path}</a>`).join(" ");
const prose = (seed: number) => madePage(seed).replace(/^[\s\S]*<body>|<\/body>[\s\S]*$/g, "");

describe("crawl", () => {
  const crawled = async (
    handlers: Record<string, Parameters<typeof loopback>[0]>,
    options = {},
    path = "/",
    hold = false,
  ) => {
    const asked: string[] = [];
    await using server = await loopback((incoming, response) => {
      const address = incoming.url ?? "/";
      asked.push(address);
      const handler = handlers[address] ?? handlers[address.replace(/\?.*$/, "")];
      if (handler) handler(incoming, response);
      else response.writeHead(404).end();
    });
    await using upstream = door(LOOPBACK);
    const events = await lastValueFrom(
      crawl(request(server.url + path, options), { upstream, reader, ...(hold && { hold }) }).pipe(toArray()),
    );
    const done = doneIn(events);
    return { done, asked, events, host: server.url.replace("http://", "") };
  };

  it("answers in the crawl's shape", async () => {
    const { done, host } = await crawled({
      "/": html(`<h1>Home</h1>${prose(1)}${links("/a")}`),
      "/a": html(`${prose(2)}<img src="/cat.png" alt="A cat">`),
    });
    expect(done).toMatchObject({ base_url: host, failed_results: [], duplicates: [], pages: 2, unvisited: 0 });
    expect(done.response_time).toMatch(/^\d+\.\d\d$/);
    expect(done.results.map(({ url, depth }) => [url, depth])).toEqual([
      [`http://${host}/`, 0],
      [`http://${host}/a`, 1],
    ]);
    expect(done.results[0]).toMatchObject({ favicon: `http://${host}/favicon.ico` });
    expect(done.results[0]).not.toHaveProperty("images");
    expect(done).not.toHaveProperty("stopped");
  });

  it("tells how many bytes came over the network, compressed where the host compresses", async () => {
    const [plain, long] = [prose(1) + links("/a"), prose(2).repeat(20)];
    const packed = gzipSync(`<html><body>${long}</body></html>`);
    const { done, events } = await crawled({
      "/": html(plain),
      "/a": (_, response) => {
        response.writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" }).end(packed);
      },
    });
    const sizes = [Buffer.byteLength(`<html><body>${plain}</body></html>`), packed.length];
    expect(done.results.map(({ bytes }) => bytes)).toEqual(sizes);
    expect(done.bytes).toBe(sizes.reduce((sum, size) => sum + size));
    expect(events[1]).toMatchObject({ event: "page", data: { bytes: packed.length } });
  });

  it("lists images where they are asked for, and writes Markdown where it is", async () => {
    const { done } = await crawled(
      { "/": html(`${prose(2).replace("<p>", "<p><strong>Loud</strong> ")}<img src="/cat.png" alt="A cat">`) },
      { include_images: "true", content_format: "markdown" },
    );
    expect(done.results[0]?.images).toMatchObject([{ alt: "A cat" }]);
    expect(done.results[0]?.raw_content).toContain("**Loud** ");
  });

  it("ends before the page that goes beyond max_bytes, and gives what there is", async () => {
    const paths = Array.from({ length: 20 }, (_, at) => `/${at}`);
    const pages = paths.map((path, at) => [path, html(`${prose(at + 2)}<p>${"words ".repeat(10_000)}`)] as const);
    const site = { "/": html(prose(1) + links(...paths)), ...Object.fromEntries(pages) };
    const { done, events } = await crawled(site, { max_bytes: 200_000 }, "/", true);
    expect(done.stopped).toBe("size");
    expect(done.results.length).toBeGreaterThan(1);
    expect(JSON.stringify(done.results).length).toBeLessThan(220_000);
    expect(events.filter(({ event }) => event === "page").length).toBe(done.pages);
  });

  it("as a stream holds no page for its end beyond a megabyte", async () => {
    const paths = Array.from({ length: 30 }, (_, at) => `/${at}`);
    const pages = paths.map((path, at) => [path, html(`${prose(at + 2)}<p>${"words ".repeat(10_000)}`)] as const);
    const site = { "/": html(prose(1) + links(...paths)), ...Object.fromEntries(pages) };
    const { done, events } = await crawled(site);
    expect(events.filter(({ event }) => event === "page").length).toBe(31);
    expect(done).toMatchObject({ streamed: true, results: [], pages: 31 });
    expect(done).not.toHaveProperty("stopped");
  });

  it("obeys limit, max_depth and max_breadth", async () => {
    const chain = {
      "/": html(prose(1) + links("/1", "/2", "/3")),
      "/1": html(prose(2) + links("/1/1")),
      "/2": html(prose(3)),
      "/3": html(prose(4)),
      "/1/1": html(prose(5) + links("/1/1/1")),
      "/1/1/1": html(prose(6)),
    };
    const limited = await crawled(chain, { limit: 2 });
    expect(limited.done).toMatchObject({ pages: 2, stopped: "limit" });
    expect(limited.done.unvisited).toBeGreaterThan(0);
    const shallow = await crawled(chain, { max_depth: 1 });
    expect(shallow.done.results.map(({ url }) => pathOf(url)).sort()).toEqual(["/", "/1", "/2", "/3"]);
    expect(shallow.done).not.toHaveProperty("stopped");
    const alone = await crawled(chain, { max_depth: 0 });
    expect(alone.done.pages).toBe(1);
    const narrow = await crawled(chain, { max_breadth: 1 });
    expect(narrow.done.results.map(({ url }) => pathOf(url))).toEqual(["/", "/1", "/1/1", "/1/1/1"]);
  });

  it("spends its limit on pages, not on failures, unless nearly all fail", async () => {
    const broken = Array.from({ length: 12 }, (_, at) => `/gone/${at}`);
    const pages = { "/": html(prose(1) + links(...broken, "/a", "/b")), "/a": html(prose(2)), "/b": html(prose(3)) };
    const { done } = await crawled(pages, { limit: 3 });
    expect(done.results.map(({ url }) => pathOf(url)).sort()).toEqual(["/", "/a", "/b"]);
    expect(done.failed_results.length).toBe(12);
    const dead = Array.from({ length: 200 }, (_, at) => `/gone/${at}`);
    const many = await crawled({ "/": html(prose(1) + links(...dead)) }, { limit: 3 });
    expect(many.done.failed_results.length).toBeLessThan(30);
    expect(many.done.stopped).toBe("limit");
  });

  it("selects and excludes by path", async () => {
    const pages = {
      "/": html(prose(1) + links("/docs/a", "/docs/old/b", "/blog/c")),
      "/docs/a": html(prose(2)),
      "/docs/old/b": html(prose(3)),
      "/blog/c": html(prose(4)),
    };
    const { done, asked } = await crawled(pages, { select_paths: "/docs/.*", exclude_paths: ["^/docs/old/"] });
    expect(done.results.map(({ url }) => pathOf(url))).toEqual(["/", "/docs/a"]);
    expect(asked).not.toContain("/blog/c");
  });

  it("stays on its host, unless told otherwise", async () => {
    await using other = await loopback(html(prose(9)));
    const pages = {
      "/": html(prose(1) + links(`${other.url}/x`)),
      "/out": says("", { location: `${other.url}/y` }, 302),
    };
    expect((await crawled(pages)).done.results).toHaveLength(1);
    expect(other.connections()).toBe(0);
    expect((await crawled(pages, { allow_external: true })).done.results).toHaveLength(2);
  });

  it("follows redirects within the site only, and to no page twice", async () => {
    await using other = await loopback(html(prose(9)));
    const { done, asked } = await crawled({
      "/": html(prose(1) + links("/moved", "/a", "/out", "/away")),
      "/moved": says("", { location: "/a" }, 301),
      "/a": html(prose(2)),
      "/away": says("", { location: "/new#part" }, 308),
      "/new": html(prose(3)),
      "/out": says("", { location: `${other.url}/y` }, 302),
    });
    expect(done.results.map(({ url }) => pathOf(url)).sort()).toEqual(["/", "/a", "/new"]);
    expect(done.failed_results).toEqual([]);
    expect(asked.filter((path) => path === "/a")).toHaveLength(1);
    expect(other.connections()).toBe(0);
  });

  it("follows a page that refreshes at once or only sets a location as it follows a redirect", async () => {
    await using other = await loopback(html(prose(9)));
    const { done, asked } = await crawled({
      "/": html(prose(1) + links("/moved", "/a", "/out", "/scripted")),
      "/moved": html(`<meta http-equiv="refresh" content="0; url=/a">`),
      "/a": html(prose(2)),
      "/scripted": html("<script>location.replace('/new')</script>"),
      "/new": html(prose(3)),
      "/out": html(`<meta http-equiv="refresh" content="1; url=${other.url}/y">`),
    });
    expect(done.results.map(({ url }) => pathOf(url)).sort()).toEqual(["/", "/a", "/new"]);
    expect(done.failed_results).toEqual([]);
    expect(asked.filter((path) => path === "/a")).toHaveLength(1);
    expect(other.connections()).toBe(0);
  });

  it("finds the frames of a frameset as pages of their own", async () => {
    const { done } = await crawled({
      "/": html(prose(1) + links("/frames")),
      "/frames": html('<frameset cols="20%,*"><frame src="/menu"><frame src="/main"></frameset>'),
      "/menu": html(prose(4)),
      "/main": html(prose(5)),
    });
    expect(done.results.map(({ url }) => pathOf(url)).sort()).toEqual(["/", "/main", "/menu"]);
  });

  it("takes the host its first page redirects to for the site's own", async () => {
    await using other = await loopback((incoming, response) =>
      incoming.url === "/robots.txt"
        ? response.writeHead(404).end()
        : html(prose(incoming.url === "/b" ? 2 : 1) + links("/b"))(incoming, response),
    );
    const { done } = await crawled({ "/": says("", { location: `${other.url}/a` }, 302) });
    expect(done.results.map(({ url }) => url)).toEqual([`${other.url}/a`, `${other.url}/b`]);
  });

  it("passes a redirect to itself that sets a cookie", async () => {
    const { done } = await crawled({
      "/": (incoming, response) =>
        incoming.headers.cookie
          ? html(prose(1))(incoming, response)
          : response.writeHead(302, { location: "/", "set-cookie": "seen=1" }).end(),
    });
    expect(done.pages).toBe(1);
  });

  it("reports duplicates and near-duplicates under one title", async () => {
    const titled = (title: string, body: string) =>
      says(`<html><head><title>${title}</title></head><body>${body}</body></html>`, { "content-type": "text/html" });
    const paragraphs = [2, 3, 4, 5, 6, 7, 8, 9].map((seed) => prose(seed).replace(/<\/?article>|<h1>.*?<\/h1>/g, ""));
    // The others are found on /a only, so that it is the first to be read.
    const long = `<article>${paragraphs.join("")}</article>${links("/same", "/near", "/other")}`;
    const { done, host } = await crawled(
      {
        "/": html(prose(1) + links("/a")),
        "/a": titled("A", long),
        "/same": titled("B", long),
        "/near": titled("A", long.replace("word", "changed")),
        "/other": titled("C", long.replace("word", "different")),
      },
      {},
    );
    const of = `http://${host}/a`;
    expect(done.duplicates.map(({ url, duplicate_of }) => [pathOf(url), duplicate_of]).sort()).toEqual([
      ["/near", of],
      ["/same", of],
    ]);
    expect(done.results.map(({ url }) => pathOf(url)).sort()).toEqual(["/", "/a", "/other"]);
  });

  it("follows the links of a page that has no text", async () => {
    const { done } = await crawled({
      "/": html(`<a href="/a"><img src="/a.png"></a>`),
      "/a": html(prose(2)),
    });
    expect(done.failed_results).toMatchObject([{ code: "empty" }]);
    expect(done.results.map(({ url }) => pathOf(url))).toEqual(["/a"]);
  });

  it("reads text, and fails other types with a code without reading them", async () => {
    const { done } = await crawled({
      "/": html(prose(1) + links("/a.txt", "/b.png", "/c.zip")),
      "/a.txt": says("Plain words.", { "content-type": "text/plain" }),
      "/b.png": says(Uint8Array.of(0x89, 0x50, 0x4e, 0x47), { "content-type": "image/png" }),
      "/c.zip": says("\u001f\u008b\u0008", { "content-type": "application/octet-stream" }),
    });
    expect(done.results.map(({ raw_content }) => raw_content)).toContain("Plain words.");
    expect(done.failed_results.map(({ url, code }) => [pathOf(url), code]).sort()).toEqual([
      ["/b.png", "unsupported-type"],
      ["/c.zip", "unsupported-type"],
    ]);
  });

  it("comes out of a calendar, of circles and of sessions", async () => {
    let day = 0;
    const { done, asked } = await crawled(
      {
        "/": html(prose(1) + links("/calendar/2020-01-01", "/in", "/s?PHPSESSID=1")),
        "/in": html(prose(2) + links("in/in")),
        "/s": (incoming, response) => html(prose(3) + links(`/s?PHPSESSID=${Math.random()}`))(incoming, response),
        ...Object.fromEntries(
          Array.from({ length: 400 }, (_, at) => {
            const date = (days: number) => new Date(Date.UTC(2020, 0, 1 + days)).toISOString().slice(0, 10);
            return [`/calendar/${date(at)}`, html(`${prose(1_000 + at)}${links(`/calendar/${date(at + 1)}`)}`)];
          }),
        ),
      },
      { limit: 1_000, max_depth: 100 },
    );
    day = asked.filter((path) => path.startsWith("/calendar")).length;
    expect(day).toBeLessThanOrEqual(100);
    expect(asked.filter((path) => path.startsWith("/s"))).toHaveLength(1);
    expect(done.pages).toBeLessThan(110);
  });

  it("asks for nothing where robots.txt cannot be had, and says so", async () => {
    const { done, asked } = await crawled({ "/robots.txt": says("", {}, 500), "/": html(prose(1)) });
    expect(done.results).toEqual([]);
    expect(done.failed_results).toMatchObject([{ code: "unreachable", error: expect.stringContaining("robots.txt") }]);
    expect(asked).not.toContain("/");
  });

  it("says where robots.txt forbids the first page", async () => {
    const { done } = await crawled({ "/robots.txt": says("User-agent: tributary\nDisallow: /"), "/": html(prose(1)) });
    expect(done.failed_results).toMatchObject([{ code: "disallowed" }]);
  });

  it("ends when its time is up, with what it has", BY_THE_CLOCK, async () => {
    const { done } = await crawled({ "/": html(prose(1) + links("/hang")), "/hang": () => {} }, { timeout: 2 });
    expect(done).toMatchObject({ pages: 1, stopped: "timeout", failed_results: [] });
  });

  it("refuses a forbidden or unreadable first address", async () => {
    await using upstream = door();
    const first = (url: string) => lastValueFrom(crawl(request(url), { upstream, reader }));
    await expect(first("http://127.0.0.1:8080/")).rejects.toMatchObject({ kind: "forbidden-target" });
    await expect(first("http://")).rejects.toMatchObject({ kind: "bad-query" });
  });

  it("stops everything when nobody listens any more", async () => {
    const asked: string[] = [];
    const site = linkedSite(60);
    await using server = await loopback(serving(site, {}, asked));
    await using upstream = door(LOOPBACK);
    await new Promise<void>((left) => {
      const subscription = crawl(request(server.url, { limit: 60 }), { upstream, reader })
        .pipe(
          tap(({ event }) => {
            if (event !== "page") return;
            queueMicrotask(() => {
              subscription.unsubscribe();
              left();
            });
          }),
        )
        .subscribe();
    });
    const before = asked.length;
    expect(before).toBeLessThan(60);
    await new Promise((later) => setTimeout(later, 500));
    expect(asked.length).toBe(before);
  });

  it("leaves the pages to the stream past a limit of 1,000", async () => {
    const { done, events } = await crawled({ "/": html(prose(1)) }, { limit: 1_001 });
    expect(done).toMatchObject({ results: [], pages: 1, streamed: true });
    expect(events[0]).toMatchObject({ event: "page", data: { depth: 0 } });
  });
});
