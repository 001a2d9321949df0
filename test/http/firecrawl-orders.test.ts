import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type ErrorKind, SourceError } from "../../src/errors.ts";
import { answeredAs } from "../../src/http/adapters/firecrawl/errors.ts";
import type { App } from "../../src/http/app-context.ts";
import { type AskedJson, askedJson } from "./asked-json.ts";
import { finders } from "./small-web.ts";
import { type Internet, internet, listening, type Site, serverFor } from "./support.ts";

let net: Internet;
let app: App;
let url: string;
let dataDir: string;
/** Pages that were asked for at the same time, at most. */
let most = 0;

/** What its pages lead to is another host's. */
const ELSEWHERE = "https://elsewhere.example/first";

const LINKS = ["/docs/a?draft=1", "/docs/a?draft=2", "/docs/same", "/docs/again", "/docs/b"];

let underWay = 0;
const site: Site = ({ pathname, search }, response) => {
  if (pathname === "/robots.txt" || pathname === "/sitemap.xml") {
    response.writeHead(404).end();
    return;
  }
  underWay += 1;
  most = Math.max(most, underWay);
  const says = /same|again/.test(pathname) ? "the same content" : `the page ${pathname}${search}`;
  const links = LINKS.map((href) => `<a href="${href}">${href}</a>`).join(" ");
  setTimeout(() => {
    underWay -= 1;
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(
        `<main><p>This is ${says}, and it says enough to be a page of its own.</p></main><nav>${links} <a href="${ELSEWHERE}">elsewhere</a></nav>`,
      );
  }, 20);
};

const elsewhere: Site = ({ pathname }, response) => {
  if (pathname === "/robots.txt") response.writeHead(404).end();
  else
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<main><p>This is ${pathname} of another site, a page of its own.</p><a href="/second">on</a></main>`);
};

async function start(environment: Readonly<Record<string, string>> = {}) {
  net = await internet({ "site.example": site, "elsewhere.example": elsewhere, "mute.example": () => undefined });
  dataDir = mkdtempSync(join(tmpdir(), "firecrawl-orders-"));
  app = serverFor(net.gateway, finders(["alpha"]), { environment: { DATA_DIR: dataDir, ...environment } });
  url = await listening(app);
  most = 0;
}

const asked = (...given: AskedJson) => askedJson(url, ...given);

/** A job's status once it is over: its events end with it. */
async function finished(id: string) {
  await (await fetch(`${url}/tasks/${id}/events`, { headers: { accept: "application/x-ndjson" } })).text();
  return (await asked("GET", `/v2/crawl/${id}`)).body;
}

/** The addresses of a crawl's documents, without their host. */
async function crawled(fields: object): Promise<readonly string[]> {
  const { body } = await asked("POST", "/v2/crawl", { url: "https://site.example/docs/", sitemap: "skip", ...fields });
  expect(body).not.toHaveProperty("warning");
  const { data }: { data: readonly { metadata: { sourceURL: string } }[] } = await finished(body.id);
  return data.map(({ metadata }) => metadata.sourceURL.replace("https://site.example", "")).toSorted();
}

describe("POST /v2/crawl", () => {
  afterEach(async () => {
    await app.close();
    net.close();
    rmSync(dataDir, { recursive: true });
  });

  it("matches its patterns on paths, or on whole addresses, and keeps a first page that they take alone", async () => {
    await start();
    expect(await crawled({ includePaths: ["^/docs/[ab]$"] })).toEqual([
      "/docs/a?draft=1",
      "/docs/a?draft=2",
      "/docs/b",
    ]);
    expect(await crawled({ includePaths: ["^/docs/$", "draft"] })).toEqual(["/docs/"]);
    expect(await crawled({ includePaths: ["draft=2$"], regexOnFullURL: true })).toEqual(["/docs/a?draft=2"]);
    expect(await crawled({ excludePaths: ["draft", "^https://site\\.example/docs/$"], regexOnFullURL: true })).toEqual([
      "/docs/again",
      "/docs/b",
      "/docs/same",
    ]);
  });

  it("leaves the site by one link, and goes no further there", async () => {
    await start();
    const only = { includePaths: ["^/docs/$", "^/docs/b$", "^/(first|second)$"], allowExternalLinks: true };
    expect(await crawled(only)).toEqual(["/docs/", "/docs/b", ELSEWHERE]);
  });

  it("visits no more pages at once than it is to, and keeps each of several pages of the same content", async () => {
    await start();
    expect(await crawled({ maxConcurrency: 1 })).toEqual(["/docs/", ...LINKS].toSorted());
    expect(most).toBe(1);
  });

  it("lowers its limit to what the service allows, says so, and counts no more than that", async () => {
    await start({ TASKS_MAX_PAGES: "3" });
    const { body } = await asked("POST", "/v2/crawl", { url: "https://site.example/docs/", limit: 50, delay: 60 });
    expect(body.warning).toBe("limit was lowered to 3 (TASKS_MAX_PAGES).");
    for (let completed = 0; completed < 1; ) ({ completed } = (await asked("GET", `/v2/crawl/${body.id}`)).body);
    expect((await asked("GET", `/v2/crawl/${body.id}`)).body).toMatchObject({ status: "scraping", total: 3 });
  });

  it("is refused for a while where a key has as many open as it may", async () => {
    await start({ TASKS_MAX_OPEN: "1" });
    const order = { url: "https://mute.example/", sitemap: "skip" };
    const first = await asked("POST", "/v2/crawl", order);
    expect(await asked("POST", "/v2/batch/scrape", { urls: [order.url] })).toMatchObject({
      status: 429,
      body: { success: false, code: "RATE_LIMITED" },
    });
    const answer = await fetch(`${url}/v2/crawl`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(order),
    });
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await asked("GET", "/v1/crawl/ongoing")).body.crawls).toMatchObject([{ id: first.body.id }]);
    await asked("DELETE", `/v2/crawl/${first.body.id}`);
    expect((await asked("POST", "/v2/crawl", order)).status).toBe(200);
  });

  it("takes ten thousand addresses at once, and no more", async () => {
    await start();
    const urls = Array.from({ length: 10_000 }, (_, n) => `https://mute.example/${n}`);
    expect(await asked("POST", "/v2/batch/scrape", { urls: [...urls, "https://mute.example/more"] })).toMatchObject({
      status: 400,
      body: { code: "BAD_REQUEST", error: "urls: must be at most 10000 addresses." },
    });
    const { body } = await asked("POST", "/v2/batch/scrape", { urls });
    expect((await asked("GET", `/v2/batch/scrape/${body.id}`)).body).toMatchObject({ total: 10_000, completed: 0 });
    expect((await asked("DELETE", `/v2/batch/scrape/${body.id}`)).body).toEqual({ status: "cancelled" });
  });

  it("gives addresses as a proxy in front says where it is reached", async () => {
    await start();
    const proxy = {
      "x-forwarded-proto": "https",
      "x-forwarded-host": "scrape.example",
      "x-forwarded-prefix": "/tributary",
    };
    const order = { url: "https://site.example/docs/", sitemap: "skip" };
    const { body } = await asked("POST", "/v2/crawl", order, proxy);
    expect(body.url).toBe(`https://scrape.example/tributary/v2/crawl/${body.id}`);
    await finished(body.id);
    const { body: part } = await asked("GET", `/v2/crawl/${body.id}?limit=2`, undefined, proxy);
    expect(part.next).toBe(`https://scrape.example/tributary/v2/crawl/${body.id}?skip=2&limit=2`);
    const odd = {
      "x-forwarded-proto": "javascript",
      "x-forwarded-host": "a b",
      "x-forwarded-prefix": "//evil.example",
    };
    expect((await asked("POST", "/v2/crawl", order, odd)).body.url).toMatch(new RegExp(`^${url}/v2/crawl/`));
  });

  it("is kept for an hour alone where nothing is to be retained", async () => {
    await start();
    for (const more of [{ zeroDataRetention: true }, { scrapeOptions: { zeroDataRetention: true } }]) {
      const { body } = await asked("POST", "/v2/crawl", { url: "https://site.example/docs/b", limit: 1, ...more });
      expect(body).not.toHaveProperty("warning");
      const ended = await finished(body.id);
      const { body: task } = await asked("GET", `/tasks/${body.id}`);
      expect(Date.parse(task.expires_at) - Date.parse(task.ended_at)).toBe(3_600_000);
      expect(ended.expiresAt).toBe(task.expires_at);
    }
  });

  it("is among the figures of the service", async () => {
    await start();
    const { body } = await asked("POST", "/v2/batch/scrape", { urls: ["https://site.example/docs/b"] });
    await finished(body.id);
    expect((await asked("GET", "/health")).body.tasks).toMatchObject({
      reachable: true,
      tasks: [{ kind: "scrape", state: "completed", count: 1 }],
      waiting_pages: 0,
      under_way: 0,
      oldest_queued_s: [],
      processes: 1,
    });
    const figures = await (await fetch(`${url}/metrics`)).text();
    expect(figures).toMatch(
      /^tributary_tasks\{.*kind="scrape".*state="completed".*\} 1$|^tributary_tasks\{.*state="completed".*kind="scrape".*\} 1$/m,
    );
    expect(figures).toMatch(/^tributary_task_waiting_pages 0$/m);
    expect(figures).toMatch(/^tributary_task_processes 1$/m);
    expect(figures).toMatch(/^tributary_task_pages_total\{.*outcome="kept".*\} 1$/m);
    expect(figures).toMatch(/^tributary_task_settle_seconds_count(?:\{.*\})? 1$/m);
    expect(figures).toMatch(/^tributary_task_settle_seconds_bucket\{le="\+Inf"\} 1$/m);
    expect(figures).toMatch(/^tributary_task_reclaimed_total 0$/m);
    expect(figures).toMatch(/^tributary_pace_wait_seconds_count(?:\{.*\})? [1-9]\d*$/m);
  });
});

describe("the failures of a connection", () => {
  it.each([
    ["ENOTFOUND", { status: 200, code: "SCRAPE_DNS_RESOLUTION_ERROR" }],
    ["CERT_HAS_EXPIRED", { status: 500, code: "SCRAPE_SSL_ERROR" }],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", { status: 500, code: "SCRAPE_SSL_ERROR" }],
    ["ECONNREFUSED", { status: 500, code: "SCRAPE_ALL_ENGINES_FAILED" }],
  ])("%s is %j", (code, answered) => {
    const cause = Object.assign(new Error(code), { code });
    expect(answeredAs(new SourceError("unreachable", "It is not reached.", { cause }), 502)).toEqual(answered);
  });

  it.each<[ErrorKind, number, string]>([
    ["overloaded", 503, "UNAVAILABLE"],
    ["stopping", 503, "UNAVAILABLE"],
    ["timeout", 408, "SCRAPE_TIMEOUT"],
    ["blocked", 500, "SCRAPE_SITE_ERROR"],
    ["internal", 500, "UNKNOWN_ERROR"],
  ])("%s is %i %s", (kind, status, code) => {
    expect(answeredAs(new SourceError(kind, "So it is."), 500)).toEqual({ status, code });
  });
});
