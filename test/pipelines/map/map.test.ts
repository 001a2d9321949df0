import { gzipSync } from "node:zlib";
import { from, lastValueFrom, type Observable, of, take, throwError, toArray } from "rxjs";
import { describe, expect, it } from "vitest";
import { SourceError } from "../../../src/errors.ts";
import type { StreamEvent } from "../../../src/events.ts";
import { mapOptions } from "../../../src/pipelines/crawl/options.ts";
import { type MapDeps, type MapResponse, mapSite } from "../../../src/pipelines/map/map.ts";
import { sitemapEntries } from "../../../src/pipelines/map/sitemap.ts";
import type { RenderedPage, Rendering, RenderJob } from "../../../src/upstream/types.ts";
import { door, loopback, says } from "../../upstream/loopback.ts";

/** The time of one request is the product's own: on a busy machine 50,000 addresses take several seconds. */
const LOOPBACK = { ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8", UPSTREAM_TIMEOUT_MS: "20000" };
const xml = (body: string) => says(body, { "content-type": "application/xml" });

type Handlers = (origin: string) => Record<string, Parameters<typeof loopback>[0]>;

async function mapped(
  handlers: Handlers,
  options: Record<string, unknown> = {},
  browser: (origin: string) => Partial<MapDeps["upstream"]> = () => ({}),
) {
  const asked: string[] = [];
  await using server = await loopback((request, response) => {
    asked.push(request.url ?? "");
    const handler = handlers(server.url)[request.url ?? ""];
    if (handler) handler(request, response);
    else response.writeHead(404).end();
  });
  await using upstream = door(LOOPBACK);
  const events: readonly StreamEvent<MapResponse>[] = await lastValueFrom(
    mapSite(
      { url: server.url, ...mapOptions.parse(options) },
      { upstream: { ...upstream, ...browser(server.url) } },
    ).pipe(toArray()),
  );
  const last = events.at(-1);
  if (last?.event !== "done") throw new Error("The stream did not end with done.");
  const paths = last.data.urls.map((url) => url.replace(server.url, ""));
  return { done: last.data, events, asked, paths };
}

const urlset = (origin: string, ...paths: readonly string[]) =>
  xml(
    `<?xml version="1.0"?><urlset>${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join("")}</urlset>`,
  );

describe("mapSite", () => {
  it("reads the sitemaps that robots.txt names and those at the usual places, and fetches no page", async () => {
    const { done, events, asked, paths } = await mapped((origin) => ({
      "/robots.txt": says(`Sitemap: ${origin}/maps/a.xml\nUser-agent: *\nDisallow: /maps/`),
      "/maps/a.xml": xml(
        `<urlset xmlns:image="i"><url><loc> ${origin}/a?x=1&amp;y=2 </loc><lastmod>2026-01-02</lastmod>` +
          `<image:image><image:loc>${origin}/a.png</image:loc></image:image></url></urlset>`,
      ),
      "/sitemap.xml": urlset(origin, "/b", "/a?y=2&x=1", "/b/"),
    }));
    expect(paths).toEqual(["/a?x=1&y=2", "/b"]);
    expect(done).toMatchObject({ total: 2, failed_results: [] });
    expect(done.response_time).toMatch(/^\d+\.\d\d$/);
    expect(events[0]).toMatchObject({ event: "page", data: { lastmod: "2026-01-02" } });
    expect(asked.sort()).toEqual(["/maps/a.xml", "/robots.txt", "/sitemap.xml", "/sitemap_index.xml"]);
  });

  it("follows index files, reads gzip, text and feeds, and tells of sitemaps that cannot be read", async () => {
    const { done, paths } = await mapped((origin) => ({
      "/sitemap.xml": xml(
        `<sitemapindex>${["/1.xml.gz", "/2.txt", "/rss", "/atom", "/gone.xml", "/sitemap.xml"]
          .map((path) => `<sitemap><loc>${path.startsWith("/1") ? origin : ""}${path}</loc></sitemap>`)
          .join("")}</sitemapindex>`,
      ),
      "/1.xml.gz": says(gzipSync(`<urlset><url><loc>${origin}/zipped</loc></url></urlset>`), {
        "content-type": "application/gzip",
      }),
      "/2.txt": says(`${origin}/text1\r\n${origin}/text2\nnonsense`, { "content-type": "text/plain" }),
      "/rss": xml(
        `<rss><channel><link>${origin}/channel</link><item><title>t</title><link><![CDATA[${origin}/news]]></link></item></channel></rss>`,
      ),
      "/atom": xml(
        `<feed><entry><link rel="self" href="${origin}/self"/><link href="${origin}/entry"/><updated>2026-02-03T00:00:00Z</updated></entry></feed>`,
      ),
    }));
    expect(paths.sort()).toEqual(["/entry", "/news", "/text1", "/text2", "/zipped"]);
    expect(done.failed_results).toMatchObject([{ code: "not-found" }]);
  });

  it("takes the first page's links and feeds where there is no sitemap", async () => {
    const { paths } = await mapped((origin) => ({
      "/": says(
        `<link rel="alternate" type="application/rss+xml" href="/feed"><base href="/in/"><a href="x#top">x</a><a href="https://other.example/">o</a>`,
        { "content-type": "text/html" },
      ),
      "/feed": xml(`<rss><channel><item><link>${origin}/posted</link></item></channel></rss>`),
    }));
    expect(paths.sort()).toEqual(["/", "/in/x", "/posted"]);
  });

  it("lists the hosts below the site's own, and no others, unless told otherwise", async () => {
    const site: Handlers = (origin) => ({
      "/sitemap.xml": xml(
        ["http://other.example/x", `${origin}/a`, `${origin}/b/c`]
          .map((url) => `<url><loc>${url}</loc></url>`)
          .join(""),
      ),
    });
    expect((await mapped(site)).paths).toEqual(["/a", "/b/c"]);
    expect((await mapped(site, { allow_external: "true" })).done.total).toBe(3);
    expect((await mapped(site, { select_paths: "^/b/" })).paths).toEqual(["/b/c"]);
    expect((await mapped(site, { exclude_paths: ["^/b/"], limit: 1 })).done).toMatchObject({
      stopped: "limit",
      total: 1,
    });
  });

  it("fails with the first page's failure where there is nothing else", async () => {
    await expect(mapped(() => ({}))).rejects.toMatchObject({ kind: "not-found" });
    await expect(mapped(() => ({ "/robots.txt": says("", {}, 500) }))).rejects.toMatchObject({ kind: "unreachable" });
    await using upstream = door();
    const forbidden$ = mapSite({ url: "http://127.0.0.1:8080/", ...mapOptions.parse({}) }, { upstream });
    await expect(lastValueFrom(forbidden$)).rejects.toMatchObject({ kind: "forbidden-target" });
  });

  describe("whose first page has its links from scripts", () => {
    const SHELL = says('<body><div id="app"></div><script src="/app.js"></script>', { "content-type": "text/html" });
    const shownBy = (answer$: (origin: string) => Observable<RenderedPage>, state: Partial<Rendering> = {}) => {
      const asked: RenderJob[] = [];
      const rendering: Rendering = { mode: "auto", available: () => true, ...state };
      const browser = (origin: string) => ({
        rendering,
        render: (job: RenderJob) => {
          asked.push(job);
          return answer$(origin);
        },
      });
      return { asked, browser };
    };
    const SHOWN: RenderedPage = {
      url: "",
      status: 200,
      headers: { "content-type": "text/html" },
      setCookie: [],
      redirects: [],
      replayed: false,
      globals: {},
      body: Buffer.from('<a href="/by-script">a</a><a href="#/route">b</a>'),
    };
    const at = (origin: string): RenderedPage => ({ ...SHOWN, url: `${origin}/` });

    it("is rendered where that is wanted, and only then", async () => {
      const shown = shownBy((origin) => of(at(origin)));
      const wanted = await mapped(() => ({ "/": SHELL }), {}, shown.browser);
      expect(wanted.paths).toEqual(["/", "/by-script", "/#/route"]);
      expect(shown.asked).toMatchObject([{ as: "flattened" }]);
      const linked = says('<a href="/plain">a</a><script></script>', { "content-type": "text/html" });
      for (const [page, options] of [
        [SHELL, { render: "never" }],
        [linked, {}],
        [says("<p>no script", { "content-type": "text/html" }), {}],
      ] as const) {
        const other = shownBy((origin) => of(at(origin)));
        await mapped(() => ({ "/": page }), options, other.browser);
        expect(other.asked).toEqual([]);
      }
      const both = await mapped(() => ({ "/": linked }), { render: "always" }, shown.browser);
      expect(both.paths).toEqual(["/", "/plain", "/by-script", "/#/route"]);
    });

    it("has failed where it cannot be rendered, and takes a browser where it must be", async () => {
      const busy = new SourceError("busy", "The browser has no room at the moment.");
      const { browser } = shownBy(() => throwError(() => busy));
      const { done, paths } = await mapped(() => ({ "/": SHELL }), {}, browser);
      expect(paths).toEqual(["/"]);
      expect(done.failed_results).toMatchObject([{ code: "busy", error: busy.message }]);
      const none = shownBy((origin) => of(at(origin)), { available: () => false });
      const without = mapped(() => ({ "/": SHELL }), { render: "always" }, none.browser);
      await expect(without).rejects.toMatchObject({ kind: "no-browser" });
    });
  });

  it("streams a file of 50,000 addresses, and stops reading when it has enough", async () => {
    const paths = Array.from({ length: 50_000 }, (_, index) => `/p/${index}`);
    const site: Handlers = (origin) => ({ "/sitemap.xml": urlset(origin, ...paths) });
    const all = await mapped(site, { limit: 100_000 });
    expect(all.done.total).toBe(50_000);
    expect(all.paths).toEqual(paths);
    const some = await mapped(site, { limit: 10 });
    expect(some.paths).toEqual(paths.slice(0, 10));
    expect(some.asked).not.toContain("/");
  });

  it("closes its sockets when nobody listens any more", async () => {
    const hungUp = Promise.withResolvers<void>();
    await using server = await loopback((request, response) => {
      if (request.url !== "/sitemap.xml") return response.writeHead(404).end();
      response.once("close", () => hungUp.resolve());
      response.writeHead(200);
      return response.write(`<urlset><url><loc>${server.url}/a</loc></url>`);
    });
    await using upstream = door(LOOPBACK);
    const first$ = mapSite({ url: server.url, ...mapOptions.parse({}) }, { upstream }).pipe(take(1));
    expect(await lastValueFrom(first$)).toMatchObject({ event: "page" });
    await hungUp.promise;
  });
});

describe("sitemapEntries", () => {
  const entriesOf = (text: string, size: number) => {
    const bytes = Buffer.from(text);
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
    return lastValueFrom(from(chunks).pipe(sitemapEntries(), toArray()));
  };

  it.each([1, 3, 7, 1_000])("reads the same in pieces of %i bytes", async (size) => {
    const text =
      "\ufeff\n<urlset><!-- c --><url><loc>https://a.test/caf\u00e9</loc><lastmod>2026</lastmod></url><url><loc>https://a.test/b</loc></url></urlset>";
    expect(await entriesOf(text, size)).toEqual([
      { kind: "page", url: "https://a.test/caf\u00e9", lastmod: "2026" },
      { kind: "page", url: "https://a.test/b" },
    ]);
    expect(await entriesOf("https://a.test/1\nhttps://a.test/2", size)).toHaveLength(2);
  });

  it("finds nothing in what is no sitemap, nor in an entry without end", async () => {
    expect(await entriesOf("<!doctype html><html><body><a href='/x'>x</a></body></html>", 50)).toEqual([]);
    expect(await entriesOf("", 50)).toEqual([]);
    expect(await entriesOf(`<urlset><url><loc>https://a.test/${"a".repeat(10_000)}</loc></url>`, 500)).toEqual([]);
    expect(await entriesOf("<urlset>".repeat(50_000), 10_000)).toEqual([]);
  });
});
