import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { type AskedJson, askedJson } from "./asked-json.ts";
import { finders, river } from "./small-web.ts";
import { type Internet, internet, listening, type Site, serverFor } from "./support.ts";

let net: Internet;
let app: App;
let url: string;
let dataDir: string;

const PAGES: Readonly<Record<string, string>> = {
  "/": '<a href="/docs/">docs</a> <a href="/blog">blog</a>',
  "/docs/":
    '<a href="/docs/a?x=1">a</a> <a href="/docs/a?x=2">a again</a> <a href="/docs/wall">wall</a> <a href="/blog">blog</a>',
  "/docs/a": "the first",
  "/docs/listed": "in the sitemap alone",
  "/twins/":
    '<a href="/docs/a?utm_source=x">one</a> <a href="/docs/a">the same</a> <a href="/docs/a?utm_source=x#top">again</a>',
  "/guide/": "the beginning of the guide",
  "/guide/listed": 'in the sitemap, with a <a href="/guide/onwards">link</a>',
  "/guide/onwards": "behind what is listed",
  "/blog": "the blog",
};

const site: Site = ({ pathname }, response) => {
  if (pathname === "/robots.txt")
    response.writeHead(200, { "content-type": "text/plain" }).end("User-agent: *\nDisallow: /docs/secret\n");
  else if (pathname === "/sitemap.xml")
    response
      .writeHead(200, { "content-type": "application/xml" })
      .end(
        "<urlset><url><loc>https://site.example/docs/listed</loc></url><url><loc>https://site.example/guide/listed</loc></url></urlset>",
      );
  else if (pathname === "/docs/wall")
    response.writeHead(403, { "content-type": "text/html" }).end("<title>Just a moment...</title>");
  else if (PAGES[pathname])
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(
        `<title>${pathname}</title><main><p>This page is ${PAGES[pathname]}, and says enough to be one of its own.</p></main>`,
      );
  else response.writeHead(404).end();
};

async function start(environment: Readonly<Record<string, string>> = {}) {
  net = await internet({ "river.example": river, "site.example": site, "mute.example": () => undefined });
  dataDir = mkdtempSync(join(tmpdir(), "firecrawl-jobs-"));
  app = serverFor(net.gateway, finders(["alpha"]), { environment: { DATA_DIR: dataDir, ...environment } });
  url = await listening(app);
}

afterEach(async () => {
  await app.close();
  net.close();
  rmSync(dataDir, { recursive: true });
});

const asked = (...given: AskedJson) => askedJson(url, ...given);

/** A job's status once it is over: its events end with it. */
async function finished(path: string) {
  const id = path.split("/").at(-1);
  await (await fetch(`${url}/tasks/${id}/events`, { headers: { accept: "application/x-ndjson" } })).text();
  return (await asked("GET", path)).body;
}

const sources = (data: readonly { readonly metadata: { readonly url: string } }[]) =>
  data.map(({ metadata }) => metadata.url).toSorted();

describe("/v2/crawl", () => {
  it("crawls below the first page, and gives documents page by page", async () => {
    await start();
    const { status, body } = await asked("POST", "/v2/crawl", {
      url: "https://site.example/docs/",
      ignoreQueryParameters: true,
      scrapeOptions: { formats: ["markdown", "links"] },
    });
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, id: expect.any(String), url: `${url}/v2/crawl/${body.id}` });
    const done = await finished(body.url);
    expect(done).toMatchObject({ success: true, status: "completed", total: 3, completed: 3, creditsUsed: 3 });
    expect(done).not.toHaveProperty("next");
    expect(sources(done.data)).toEqual([
      "https://site.example/docs/",
      "https://site.example/docs/a",
      "https://site.example/docs/listed",
    ]);
    expect(Object.keys(done.data[0])).toEqual(["markdown", "links", "metadata"]);

    const first = await asked("GET", `/v2/crawl/${body.id}?limit=2`);
    expect(first.body.data).toHaveLength(2);
    const second = await asked("GET", first.body.next);
    expect(second.body.data).toEqual([done.data[2]]);
    expect(second.body).not.toHaveProperty("next");

    const { body: failures } = await asked("GET", `/v2/crawl/${body.id}/errors`);
    expect(failures).toMatchObject({
      errors: [
        {
          url: "https://site.example/docs/wall",
          code: "SCRAPE_SITE_ERROR",
          error: expect.stringMatching(/Cloudflare/),
        },
      ],
      robotsBlocked: [],
    });
    expect(await asked("DELETE", `/v1/crawl/${body.id}/errors`)).toMatchObject({ status: 200, body: failures });
    expect(await asked("DELETE", `/v2/crawl/${body.id}`)).toMatchObject({ status: 409, body: { success: false } });
    expect((await asked("GET", `/v1/crawl/${body.id}`)).body).toMatchObject({ status: "completed" });
  });

  it("reads nothing but sitemaps, the whole site, or a part of it, as it is asked", async () => {
    await start();
    const crawled = async (fields: object) => {
      const { body } = await asked("POST", "/v2/crawl", { url: "https://site.example/docs/", ...fields });
      return sources((await finished(body.url)).data).map((address) => new URL(address).pathname);
    };
    expect(await crawled({ sitemap: "only" })).toEqual(["/docs/", "/docs/listed"]);
    expect(
      await crawled({ sitemap: "skip", crawlEntireDomain: true, maxDiscoveryDepth: 1, ignoreQueryParameters: true }),
    ).toEqual(["/blog", "/docs/", "/docs/a"]);
    expect(await crawled({ excludePaths: ["/a$"] })).toEqual(["/docs/", "/docs/listed"]);
    expect(await crawled({ limit: 1 })).toEqual(["/docs/"]);
    // What a sitemap lists is as near as the first page, and what it leads to one further.
    const pages = { sitemap: "skip", includePaths: ["/docs/a$"] };
    expect(await crawled({ ...pages, url: "https://site.example/twins/", crawlEntireDomain: true })).toEqual([
      "/docs/a",
    ]);
    expect(
      await crawled({
        ...pages,
        url: "https://site.example/twins/",
        crawlEntireDomain: true,
        deduplicateSimilarURLs: false,
      }),
    ).toEqual(["/docs/a", "/docs/a"]);
    const guide = { url: "https://site.example/guide/" };
    expect(await crawled({ ...guide, maxDiscoveryDepth: 0 })).toEqual(["/guide/", "/guide/listed"]);
    expect(await crawled({ ...guide, maxDiscoveryDepth: 1 })).toEqual(["/guide/", "/guide/listed", "/guide/onwards"]);
  });

  it("says what it does not do, and refuses what is wrong", async () => {
    await start();
    const { body } = await asked("POST", "/v2/crawl", {
      url: "https://site.example/docs/a",
      limit: 1,
      ignoreRobotsTxt: true,
      scrapeOptions: { formats: ["markdown", "branding"] },
    });
    expect(body.warning).toMatch(/branding.*robots\.txt/);
    expect((await finished(body.url)).data[0].warning).toBe("branding is not made here.");
    for (const [fields, error] of [
      [{ url: "https://site.example/", includePaths: ["("] }, /^includePaths: “\(” is no usable regular expression/],
      [{ url: "https://site.example/", limit: 0 }, /^limit: must be a whole number/],
      [{ url: "https://site.example/", scrapeOptions: { formats: ["smoke"] } }, /^formats\.0\.type: “smoke”/],
      [{}, /^url: is missing/],
    ] as const) {
      const refused = await asked("POST", "/v2/crawl", fields);
      expect(refused).toMatchObject({ status: 400, body: { success: false, code: "BAD_REQUEST" } });
      expect(refused.body.error).toMatch(error);
    }
    expect(await asked("POST", "/v2/crawl", { url: "https://site.example/", prompt: "the docs" })).toMatchObject({
      status: 501,
    });
  });

  it("gives the same job to the same idempotency key, and refuses it for another", async () => {
    await start();
    const key = { "x-idempotency-key": "once" };
    const order = { url: "https://site.example/docs/a", limit: 1 };
    const one = await asked("POST", "/v2/crawl", order, key);
    const two = await asked("POST", "/v2/crawl", order, key);
    expect(two.body).toEqual(one.body);
    expect(await asked("POST", "/v2/crawl", { ...order, limit: 2 }, key)).toMatchObject({
      status: 409,
      body: { success: false, error: "Idempotency key already used" },
    });
  });

  it("keeps jobs from others' keys, and knows none that is not there", async () => {
    await start({ API_KEYS: "one-key-of-many,another-key-too" });
    const one = { authorization: "Bearer one-key-of-many" };
    const other = { authorization: "Bearer another-key-too" };
    const { body } = await asked("POST", "/v2/crawl", { url: "https://site.example/docs/a", limit: 1 }, one);
    expect((await asked("GET", body.url, undefined, one)).status).toBe(200);
    for (const [method, path] of [
      ["GET", `/v2/crawl/${body.id}`],
      ["DELETE", `/v2/crawl/${body.id}`],
      ["GET", `/v2/crawl/${body.id}/errors`],
      ["GET", "/v2/batch/scrape/nonsense"],
    ] as const)
      expect(await asked(method, path, undefined, other)).toMatchObject({
        status: 404,
        body: { error: "Job not found" },
      });
    expect(await asked("GET", "/v2/crawl/active")).toMatchObject({ status: 401, body: { success: false } });
  });

  it("is cancelled, and listed while it goes on", async () => {
    await start();
    const { body } = await asked("POST", "/v2/crawl", { url: "https://mute.example/", sitemap: "skip" });
    const { body: open } = await asked("GET", "/v2/crawl/active");
    expect(open.crawls).toEqual([
      {
        id: body.id,
        teamId: "local",
        url: "https://mute.example/",
        created_at: expect.stringMatching(/Z$/),
        options: expect.objectContaining({ limit: 10_000, scrapeOptions: {} }),
      },
    ]);
    expect(await asked("DELETE", `/v2/crawl/${body.id}`)).toMatchObject({ status: 200, body: { status: "cancelled" } });
    expect((await asked("GET", body.url)).body.status).toBe("cancelled");
    expect((await asked("GET", "/v2/crawl/active")).body.crawls).toEqual([]);
  });
});

describe("/v2/batch/scrape", () => {
  it("scrapes addresses, tells those that are none, and takes more", async () => {
    await start();
    const { status, body } = await asked("POST", "/v2/batch/scrape", {
      urls: ["https://site.example/docs/a", "https://river.example/otter", "http://"],
      formats: ["markdown"],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, url: `${url}/v2/batch/scrape/${body.id}`, invalidURLs: ["http://"] });
    const done = await finished(body.url);
    expect(done).toMatchObject({ status: "completed", total: 2, completed: 2 });
    expect(sources(done.data)).toEqual(["https://river.example/otter", "https://site.example/docs/a"]);
    const more = await asked("POST", "/v2/batch/scrape", { urls: ["https://site.example/blog"], appendToId: body.id });
    expect(more.body.id).toBe(body.id);
    expect(await finished(body.url)).toMatchObject({ status: "completed", total: 3, completed: 3 });
    expect(await asked("POST", "/v2/batch/scrape", { urls: ["https://a.example/"], appendToId: "none" })).toMatchObject(
      {
        status: 404,
      },
    );
  });

  it("refuses an address that is none where it is to", async () => {
    await start();
    const asks = { urls: ["https://site.example/", "http://"], ignoreInvalidURLs: false };
    expect(await asked("POST", "/v2/batch/scrape", asks)).toMatchObject({
      status: 400,
      body: { error: "urls: “http://” is not a URL." },
    });
    expect(await asked("POST", "/v2/batch/scrape", { urls: [] })).toMatchObject({ status: 400 });
  });
});

describe("what is counted", () => {
  it("bills nothing, and tells what waits", async () => {
    await start();
    expect((await asked("GET", "/v2/team/credit-usage")).body.data.remainingCredits).toBe(1e9);
    expect((await asked("GET", "/v1/team/token-usage")).body.data.remaining_tokens).toBe(1e9);
    expect((await asked("GET", "/v2/team/queue-status")).body).toEqual({
      success: true,
      jobsInQueue: 0,
      activeJobsInQueue: 0,
      waitingJobsInQueue: 0,
      maxConcurrency: expect.any(Number),
      mostRecentSuccess: null,
    });
    expect((await asked("GET", "/v2/concurrency-check")).body.data.concurrency).toBe(0);
    expect((await asked("POST", "/v2/feedback", { rating: 5 })).body.success).toBe(true);
  });
});
