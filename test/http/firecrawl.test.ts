import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { finders, river } from "./small-web.ts";
import { type Internet, internet, listening, type Site, serverFor } from "./support.ts";

let net: Internet;
let app: App;
let url: string;
let dataDir: string;

const OTTER = "https://river.example/otter";

const PARTED = `<!doctype html><html lang="en"><head><title>Parts</title><meta name="keywords" content="otter, eel">
<meta property="og:title" content="Parts of it"><meta property="og:site_name" content="The river">
<meta property="article:section" content="Animals"><meta name="robots" content="index"></head><body>
<nav><a href="/menu">Menu of the site</a></nav>
<main><h1>Parts</h1><p id="first" onclick="steal()">The otter <b>dives</b> &amp; the <a href="eel#top" data-id="7">eel</a> waits below the old bridge.</p>
<p class="ad">Buy eels.</p><script>var secret = 1</script><img src="data:image/png;base64,AAAA" alt="written out" width="90" height="90">
<img src="/otter.jpg" alt="An otter" width="640" height="480"></main><aside>Aside of it</aside></body></html>`;

const parted: Site = (_url, response) => response.writeHead(200, { "content-type": "text/html" }).end(PARTED);
const gone: Site = (_url, response) =>
  response
    .writeHead(404, { "content-type": "text/html" })
    .end("<title>Gone</title><p>That page is not here any more.</p>");
const wall: Site = (_url, response) =>
  response.writeHead(403, { "content-type": "text/html" }).end("<title>Just a moment...</title>");
const blob: Site = (_url, response) =>
  response.writeHead(200, { "content-type": "video/mp4" }).end("\0\0\0\x18ftypmp42");
const bare: Site = (_url, response) =>
  response.writeHead(200, { "content-type": "text/html" }).end('<title>App</title><div id="root"></div>');

const NO_BROWSER = { CHROMIUM_PATH: "/nowhere/chromium" };

async function start(sites: Readonly<Record<string, Site>> = {}, environment = {}) {
  const all = { "river.example": river, "parted.example": parted, "gone.example": gone, "wall.example": wall };
  net = await internet({ ...all, "blob.example": blob, "bare.example": bare, ...sites });
  dataDir = mkdtempSync(join(tmpdir(), "firecrawl-"));
  app = serverFor(net.gateway, finders(["alpha"]), { environment: { DATA_DIR: dataDir, ...environment } });
  url = await listening(app);
}

afterEach(async () => {
  await app.close();
  net.close();
  rmSync(dataDir, { recursive: true });
});

async function posted(path: string, body: unknown) {
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

const scraped = async (fields: object, path = "/v2/scrape") => posted(path, fields);

describe("POST /v2/scrape", () => {
  it("gives a page as Markdown with what it says of itself", async () => {
    await start();
    const { status, body } = await scraped({ url: OTTER, origin: "js-sdk@4", integration: null });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        markdown: expect.stringContaining("[what otters eat](https://river.example/otter/food)"),
        metadata: {
          title: "The otter",
          language: "en",
          favicon: "https://river.example/favicon.ico",
          url: OTTER,
          sourceURL: OTTER,
          statusCode: 200,
          contentType: "text/html",
          proxyUsed: "basic",
          cacheState: "miss",
          creditsUsed: 1,
        },
      },
    });
  });

  it("gives every format that needs neither a browser nor a model", async () => {
    await start();
    const { body } = await scraped({
      url: "https://parted.example/a/",
      formats: [
        "html",
        "rawHtml",
        "links",
        "images",
        { type: "attributes", selectors: [{ selector: "main a", attribute: "data-id" }] },
        { type: "highlights", query: "where does the eel wait" },
      ],
      onlyMainContent: false,
    });
    const { data } = body;
    expect(data).not.toHaveProperty("markdown");
    expect(data.rawHtml).toBe(PARTED);
    expect(data.html).toContain(
      '<p id="first">The otter <b>dives</b> &amp; the <a href="https://parted.example/a/eel#top">eel</a>',
    );
    expect(data.html).toContain("Menu of the site");
    expect(data.html).not.toMatch(/script|secret|steal|data:image|doctype/);
    expect(data.links).toEqual(["https://parted.example/menu", "https://parted.example/a/eel"]);
    expect(data.images).toEqual(["https://parted.example/otter.jpg"]);
    expect(data.attributes).toEqual([{ selector: "main a", attribute: "data-id", values: ["7"] }]);
    expect(data.highlights).toContain("waits below the old bridge");
    expect(data.metadata).toMatchObject({
      ogTitle: "Parts of it",
      ogSiteName: "The river",
      "article:section": "Animals",
      keywords: "otter, eel",
      robots: "index",
    });
  });

  it("reads only what tags include, without what they exclude", async () => {
    await start();
    const { body } = await scraped({ url: "parted.example", includeTags: ["main"], excludeTags: [".ad", "h1"] });
    expect(net.asked).toContain("http://parted.example/");
    expect(body.data.markdown).toContain("The otter **dives**");
    expect(body.data.markdown).not.toMatch(/Buy eels|Menu|Aside|# Parts/);
    expect(body.data.metadata.sourceURL).toBe("parted.example");
  });

  it("sends the headers asked for, and languages in their order", async () => {
    const seen: (string | undefined)[] = [];
    const heard: Site = (_url, response, request) => {
      seen.push(request.headers["accept-language"], String(request.headers["x-mine"]));
      parted(_url, response, request);
    };
    await start({ "heard.example": heard });
    await scraped({ url: "https://heard.example/", headers: { "X-Mine": "1" }, location: { languages: ["de", "en"] } });
    expect(seen).toEqual(["de, en;q=0.9", "1"]);
  });

  it("makes what it can and says what it cannot", async () => {
    await start({}, NO_BROWSER);
    const { status, body } = await scraped({
      url: OTTER,
      formats: ["markdown", "branding", "summary", "screenshot"],
      proxy: "stealth",
      mobile: true,
      location: { country: "DE" },
      actions: [{ type: "wait", milliseconds: 10 }],
      skipTlsVerification: true,
    });
    expect(status).toBe(200);
    expect(body.data.markdown).toContain("eight minutes");
    for (const said of [
      /branding is not made/,
      /summary .*LLM_BASE_URL/,
      /screenshot/,
      /stealth/,
      /mobile/,
      /country/,
      /actions/,
      /skipTls/,
    ])
      expect(body.warning).toMatch(said);
    expect(body.data.warning).toBe(body.warning);
  });

  it("refuses with 501 where nothing can be made", async () => {
    await start();
    expect(await scraped({ url: OTTER, formats: ["branding"] })).toMatchObject({
      status: 501,
      body: { success: false, code: "NOT_SUPPORTED", error: "branding is not made here." },
    });
    expect(await scraped({ url: OTTER, redactPII: true })).toMatchObject({ status: 501 });
    expect(net.asked).toEqual([]);
  });

  it.each([
    [{}, "url: is missing: the address of a page."],
    [{ url: OTTER, formats: ["nonsense"] }, /^formats\.0\.type: “nonsense” is no format; there are markdown/],
    [{ url: OTTER, includeTags: ["a[["] }, "includeTags.0: “a[[” is not a CSS selector."],
    [{ url: OTTER, waitFor: 20_000, timeout: 30_000 }, "waitFor: must not be more than half of timeout."],
    [{ url: OTTER, formats: ["changeTracking"] }, "formats: changeTracking needs markdown beside it."],
    [{ url: OTTER, headers: { Host: "a.example" } }, "headers: Host cannot be set: the connection has it for itself."],
    [{ url: OTTER, headers: { "x-upstream-url": "https://a.example/" } }, /^headers: x-upstream-url cannot be set/],
    [{ url: "http://" }, "“http://” is not a URL."],
  ])("refuses %j", async (fields, error) => {
    await start();
    const { status, body } = await scraped(fields);
    expect({ status, ...body }).toMatchObject({ status: 400, success: false, code: "BAD_REQUEST" });
    expect(body.error).toMatch(error);
    expect(net.asked).toEqual([]);
  });

  it("tells a page of an error's status as a page", async () => {
    await start();
    const { status, body } = await scraped({ url: "https://gone.example/x" });
    expect(status).toBe(200);
    expect(body.data.markdown).toContain("That page is not here any more.");
    expect(body.data.metadata).toMatchObject({ statusCode: 404, error: "HTTP 404", title: "Gone" });
  });

  it("tells a page without text as an empty one", async () => {
    await start();
    const { status, body } = await scraped({ url: "https://bare.example/" });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ markdown: "", metadata: { title: "App", statusCode: 200 } });
    expect(body.warning).toBe("The page has no text without JavaScript.");
  });

  it.each([
    ["https://wall.example/", 500, "SCRAPE_SITE_ERROR", /Cloudflare/],
    ["https://blob.example/a.mp4", 500, "SCRAPE_UNSUPPORTED_FILE_ERROR", /video\/mp4/],
    ["file:///etc/passwd", 403, "FORBIDDEN_TARGET", /file/],
  ])("answers %s with %d %s", async (address, status, code, error) => {
    await start();
    const answer = await scraped({ url: address });
    expect(answer).toMatchObject({ status, body: { success: false, code } });
    expect(answer.body.error).toMatch(error);
  });

  it("ends in its time", async () => {
    await start({ "mute.example": () => undefined });
    const { status, body } = await scraped({ url: "https://mute.example/", timeout: 15 });
    expect(status).toBe(408);
    expect(body).toMatchObject({ success: false, code: "SCRAPE_TIMEOUT" });
  });

  it("answers with a held page where its age allows that", async () => {
    await start();
    expect(await scraped({ url: OTTER, lockdown: true })).toMatchObject({
      status: 404,
      body: { code: "SCRAPE_LOCKDOWN_CACHE_MISS" },
    });
    expect(await scraped({ url: OTTER, minAge: 0 })).toMatchObject({
      status: 404,
      body: { code: "SCRAPE_NO_CACHED_DATA" },
    });
    await scraped({ url: OTTER });
    const { body } = await scraped({ url: OTTER, maxAge: 60_000, formats: ["links"] });
    expect(body.data.metadata).toMatchObject({ cacheState: "hit", cachedAt: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(body.data.links).toContain("https://river.example/otter/food");
    expect(net.asked.filter((asked) => asked === OTTER)).toHaveLength(1);
    await scraped({ url: OTTER });
    expect(net.asked.filter((asked) => asked === OTTER)).toHaveLength(2);
  });

  it("holds nothing of a request that has a credential, or forbids it", async () => {
    await start();
    await scraped({ url: OTTER, headers: { Cookie: "a=1" } });
    await scraped({ url: OTTER, zeroDataRetention: true });
    await scraped({ url: OTTER, storeInCache: false });
    const { body } = await scraped({ url: OTTER, maxAge: 60_000 });
    expect(body.data.metadata.cacheState).toBe("miss");
  });

  it("tells what changed since the last scrape that tracked it", async () => {
    let text = "The otter dives in the river near the bridge, every day at dawn.";
    const news: Site = (asked, response) =>
      response
        .writeHead(asked.pathname === "/gone" ? 404 : 200, { "content-type": "text/html" })
        .end(`<title>News</title><main><p>${text}</p></main>`);
    await start({ "news.example": news });
    const track = async () => {
      const formats = ["markdown", { type: "changeTracking", modes: ["git-diff"], tag: "t" }];
      const { body } = await scraped({ url: "https://news.example/a", formats });
      return body.data.changeTracking;
    };
    expect(await track()).toEqual({ previousScrapeAt: null, changeStatus: "new", visibility: "visible" });
    const same = await track();
    expect(same).toMatchObject({ changeStatus: "same", previousScrapeAt: expect.stringMatching(/Z$/) });
    expect(same).not.toHaveProperty("diff");
    text = "The otter sleeps in the holt below the bridge, every day at dawn.";
    const { changeStatus, diff } = await track();
    expect(changeStatus).toBe("changed");
    expect(diff.text).toContain("+The otter sleeps");
    expect(diff.json.files[0].chunks[0].changes).toContainEqual(
      expect.objectContaining({ type: "add", add: true, ln: 1, content: expect.stringContaining("sleeps") }),
    );
  });

  it("does not take what is no JSON, and says so in its own shape", async () => {
    await start();
    const answer = await fetch(`${url}/v2/scrape`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{nonsense",
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ success: false, code: "BAD_REQUEST" });
  });
});

describe("POST /v1/scrape", () => {
  it("reads the fields of the first version", async () => {
    await start({}, NO_BROWSER);
    const { status, body } = await scraped(
      { url: OTTER, formats: ["markdown", "screenshot@fullPage", "extract"], extract: { prompt: "which animal" } },
      "/v1/scrape",
    );
    expect(status).toBe(200);
    expect(body.data.markdown).toContain("eight minutes");
    expect(body.warning).toMatch(/screenshot needs a Chromium.*json is written by a language model/);
  });
});

describe("what is not offered", () => {
  it.each(["/v2/agent", "/v2/browser", "/v2/scrape/1/interact", "/v1/deep-research", "/v1/llmstxt"])(
    "%s says what does it here",
    async (path) => {
      await start();
      const { status, body } = await posted(path, {});
      expect(status).toBe(501);
      expect(body).toMatchObject({ success: false, code: "NOT_SUPPORTED", error: expect.stringMatching(/\/.*\.$/) });
    },
  );

  it("keeps no single page", async () => {
    await start();
    const answer = await fetch(`${url}/v2/scrape/1`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ success: false, error: "Job not found" });
  });
});
