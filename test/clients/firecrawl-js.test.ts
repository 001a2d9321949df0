import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Firecrawl from "@mendable/firecrawl-js";
import { afterEach, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { finders, finds, river, rows } from "../http/small-web.ts";
import { type Internet, internet, listening, type Site, serverFor } from "../http/support.ts";
import { type FakeModel, fakeModel } from "../support/fake-model.ts";
import { until } from "../support/until.ts";

let net: Internet;
let app: App;
let apiUrl: string;
let dataDir: string;
let model: FakeModel | undefined;

const OTTER = "https://river.example/otter";
const FOOD = "https://river.example/otter/food";
const refuses: Site = (_url, response) => response.writeHead(403).end();

async function start(environment: Readonly<Record<string, string>> = {}, engines = ["alpha"]) {
  net = await internet({
    "river.example": river,
    "alpha.example": finds(rows.otter, rows.food),
    "beta.example": refuses,
  });
  dataDir = mkdtempSync(join(tmpdir(), "firecrawl-js-"));
  app = serverFor(net.gateway, finders(engines), { environment: { DATA_DIR: dataDir, ...environment } });
  apiUrl = await listening(app);
}

afterEach(async () => {
  await app.close();
  net.close();
  rmSync(dataDir, { recursive: true });
  model?.close();
  model = undefined;
});

const client = (apiKey = "any") => new Firecrawl({ apiKey, apiUrl });
const urls = (data: readonly { readonly metadata?: { readonly url?: unknown } | undefined }[]) =>
  data.map(({ metadata }) => String(metadata?.url)).toSorted();

describe("Firecrawl's SDK", () => {
  it("scrapes a page", async () => {
    await start();
    const page = await client().scrape(OTTER, { formats: ["markdown", "html", "links"], onlyMainContent: true });
    expect(page.markdown).toContain("[what otters eat](https://river.example/otter/food)");
    expect(page.html).toContain("<p>");
    expect(page.links).toContain(FOOD);
    expect(page.metadata).toMatchObject({ title: "The otter", sourceURL: OTTER, statusCode: 200 });
  });

  it("says our sentence where a page cannot be scraped", async () => {
    await start();
    await expect(client().scrape("http://")).rejects.toThrow("is not a URL");
    await expect(client().scrape(OTTER, { formats: ["branding"] })).rejects.toThrow("branding is not made here");
  });

  it("searches, also where an engine refuses, and maps", async () => {
    await start({}, ["alpha", "beta"]);
    const found = await client().search("how long can an otter hold its breath", { limit: 2 });
    expect(found.web).toMatchObject([{ url: OTTER }, { url: FOOD }]);
    const { links } = await client().map("https://river.example/");
    expect(links.map(({ url }) => url)).toEqual([OTTER, FOOD]);
  });

  it("crawls to the end, and pages through what there is", async () => {
    await start();
    const job = await client().crawl(OTTER, { limit: 5, pollInterval: 1, scrapeOptions: { formats: ["markdown"] } });
    expect(job).toMatchObject({ status: "completed", completed: 2, total: 2 });
    expect(urls(job.data)).toEqual([OTTER, FOOD]);
    const id = job.id ?? "";
    const { data, next } = await client().getCrawlStatus(id, { autoPaginate: false });
    expect([data.length, next ?? null]).toEqual([2, null]);
    expect(await client().getCrawlErrors(id)).toEqual({ errors: [], robotsBlocked: [] });
    expect(await client().getActiveCrawls()).toMatchObject({ success: true, crawls: [] });
    await expect(client().cancelCrawl(id)).rejects.toThrow("The job has ended already");
  });

  it("scrapes a batch, once for one idempotency key", async () => {
    await start();
    const options = { options: { formats: ["markdown" as const] }, idempotencyKey: "once" };
    const one = await client().startBatchScrape([OTTER, FOOD], options);
    const two = await client().startBatchScrape([OTTER, FOOD], options);
    expect(two.id).toBe(one.id);
    const job = await client().batchScrape([OTTER, FOOD], { options: { formats: ["markdown"] }, pollInterval: 1 });
    expect(job.status).toBe("completed");
    expect(urls(job.data)).toEqual([OTTER, FOOD]);
  });

  it("watches a crawl to its end over WebSocket, each document once", async () => {
    await start();
    const { id } = await client().startCrawl(OTTER, { limit: 5 });
    const watcher = client().watcher(id, { kind: "crawl", pollInterval: 1 });
    const seen: string[] = [];
    watcher.on("document", ({ metadata }) => seen.push(String(metadata?.url)));
    const done = new Promise<{ status: string }>((resolve, reject) => {
      watcher.on("done", resolve);
      watcher.on("error", reject);
    });
    await watcher.start();
    expect((await done).status).toBe("completed");
    expect(seen.toSorted()).toEqual([OTTER, FOOD]);
  });

  it("extracts data by a schema, and parses a file", async () => {
    model = await fakeModel(() => '{"animal":"otter"}');
    await start(model.environment);
    const schema = { type: "object", properties: { animal: { type: "string" } }, required: ["animal"] };
    const job = await client().extract({
      urls: [OTTER],
      schema,
      prompt: "the animal",
      showSources: true,
      pollInterval: 1,
    });
    expect(job).toMatchObject({
      success: true,
      status: "completed",
      data: { animal: "otter" },
      sources: { animal: [OTTER] },
    });
    const data = "<title>A file</title><p>This is a file that says enough to be read.</p>";
    const page = await client().parse(
      { data, filename: "a.html", contentType: "text/html" },
      { formats: ["markdown"] },
    );
    expect(page.markdown).toContain("This is a file");
  });

  it("keeps monitors, and runs their checks", async () => {
    await start();
    const firecrawl = client();
    const made = await firecrawl.createMonitor({
      name: "otters",
      schedule: { text: "hourly" },
      targets: [{ type: "scrape", urls: [OTTER] }],
    });
    expect(made).toMatchObject({ name: "otters", status: "active", schedule: { cron: "0 * * * *" } });
    expect(await firecrawl.listMonitors()).toHaveLength(1);
    expect(await firecrawl.updateMonitor(made.id, { status: "paused" })).toMatchObject({ status: "paused" });
    const { id } = await firecrawl.runMonitor(made.id);
    let status = "queued";
    await until(() => {
      void firecrawl.getMonitorCheck(made.id, id).then((check) => {
        status = check.status;
      });
      return status === "completed";
    }, "the check is over");
    const check = await firecrawl.getMonitorCheck(made.id, id);
    expect(check.pages).toMatchObject([{ url: OTTER, status: "new" }]);
    expect(await firecrawl.listMonitorChecks(made.id)).toHaveLength(1);
    expect(await firecrawl.deleteMonitor(made.id)).toBe(true);
  });

  it("reads what is counted", async () => {
    await start();
    expect(await client().getCreditUsage()).toMatchObject({ remainingCredits: 1e9 });
    expect(await client().getQueueStatus()).toMatchObject({ jobsInQueue: 0 });
    expect(await client().getConcurrency()).toMatchObject({ concurrency: 0 });
  });

  it("gives its key, and fails in our words without", async () => {
    await start({ API_KEYS: "river-key-of-ours" });
    expect((await client("river-key-of-ours").scrape(OTTER)).markdown).toContain("eight minutes");
    await expect(client("lake").scrape(OTTER)).rejects.toThrow("The key is not valid");
  });
});

describe("Firecrawl's SDK, first version", () => {
  it("scrapes, maps, searches", async () => {
    await start();
    const { v1 } = client();
    expect(await v1.scrapeUrl(OTTER, { formats: ["markdown"] })).toMatchObject({
      success: true,
      markdown: expect.stringContaining("eight minutes"),
    });
    expect(await v1.mapUrl("https://river.example/", {})).toMatchObject({ success: true, links: [OTTER, FOOD] });
    expect(await v1.search("otter breath", { limit: 1 })).toMatchObject({ success: true, data: [{ url: OTTER }] });
  });

  it("crawls and scrapes a batch to the end", async () => {
    await start();
    const { v1 } = client();
    const crawled = await v1.crawlUrl(OTTER, { limit: 5 }, 1);
    expect(crawled).toMatchObject({ success: true, status: "completed", completed: 2 });
    const batch = await v1.batchScrapeUrls([OTTER, FOOD], { formats: ["markdown"] }, 1);
    expect(batch).toMatchObject({ success: true, status: "completed", completed: 2 });
    if (!("id" in crawled) || typeof crawled.id !== "string") return;
    expect(await v1.checkCrawlErrors(crawled.id)).toMatchObject({ errors: [], robotsBlocked: [] });
  });

  it("watches a crawl, and extracts data", async () => {
    model = await fakeModel(() => '{"animal":"otter"}');
    await start(model.environment);
    const { v1 } = client();
    const watcher = await v1.crawlUrlAndWatch(OTTER, { limit: 5 });
    const seen: string[] = [];
    await new Promise((resolve, reject) => {
      watcher.addEventListener("document", ({ detail }) => {
        seen.push(String(detail.metadata?.url));
      });
      watcher.addEventListener("done", resolve);
      watcher.addEventListener("error", ({ detail }) => reject(new Error(detail.error)));
    });
    expect(seen.toSorted()).toEqual([OTTER, FOOD]);
    const schema = { type: "object", properties: { animal: { type: "string" } }, required: ["animal"] };
    expect(await v1.extract([OTTER], { prompt: "the animal", schema })).toMatchObject({
      success: true,
      data: { animal: "otter" },
    });
  });
});
