import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FOOD, OTTER, SCHEMA, type Service, service } from "./firecrawl-service.ts";

/*
 * The requests of n8n's community node for Firecrawl (2.1.2), as its source builds them: the base has the version in it, every body
 * says `integration: "n8n"`, and lists that nobody filled in are sent empty.
 */
const KEY = "river-key-of-ours";
const N8N = { integration: "n8n" };

let served: Service;
beforeAll(async () => {
  served = await service({ API_KEYS: KEY });
});
afterAll(() => served.close());

async function asked(method: string, path: string, body?: object) {
  const answer = await fetch(`${served.url}/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, accept: "application/json", "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

/** A job's answer once it is over. */
async function finished(path: string, id: string) {
  const headers = { authorization: `Bearer ${KEY}`, accept: "application/x-ndjson" };
  await (await fetch(`${served.url}/tasks/${id}/events`, { headers })).text();
  return (await asked("GET", `${path}/${id}`)).body;
}

describe("n8n's node for Firecrawl", () => {
  it("finds its credentials right, and its team", async () => {
    for (const path of [
      "/team/credit-usage",
      "/team/token-usage",
      "/team/queue-status",
      "/team/credit-usage/historical",
      "/team/token-usage/historical",
      "/crawl/active",
    ])
      expect(await asked("GET", path)).toMatchObject({ status: 200, body: { success: true } });
  });

  it("scrapes, maps and searches", async () => {
    const scrape = {
      ...N8N,
      url: OTTER,
      formats: [{ type: "markdown" }, { type: "json", prompt: "the animal", schema: SCHEMA }],
      onlyMainContent: true,
      includeTags: [],
      excludeTags: [],
      headers: {},
      waitFor: 0,
      mobile: false,
      skipTlsVerification: false,
      timeout: 60_000,
      actions: [],
      location: { country: "US", languages: ["en-US"] },
      removeBase64Images: true,
      blockAds: true,
      storeInCache: true,
      proxy: "auto",
      parsers: ["pdf"],
    };
    const { status, body } = await asked("POST", "/scrape", scrape);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ markdown: expect.stringContaining("eight minutes"), json: { animal: "otter" } });
    const map = {
      ...N8N,
      url: "https://river.example/",
      search: "",
      sitemap: "include",
      includeSubdomains: false,
      limit: 500,
      timeout: 10_000,
    };
    expect((await asked("POST", "/map", map)).body.links).toMatchObject([{ url: OTTER }, { url: FOOD }]);
    const search = {
      ...N8N,
      query: "otter breath",
      limit: 2,
      sources: [{ type: "web" }],
      categories: [],
      tbs: "",
      location: "",
      timeout: 60_000,
      ignoreInvalidURLs: false,
      scrapeOptions: {},
    };
    expect((await asked("POST", "/search", search)).body.data.web).toMatchObject([{ url: OTTER }, { url: FOOD }]);
  });

  it("crawls, scrapes a batch and extracts, and asks how they are", async () => {
    const scrapeOptions = { formats: ["markdown"], headers: {}, includeTags: [], excludeTags: [] };
    const crawl = {
      ...N8N,
      url: OTTER,
      excludePaths: [],
      includePaths: [],
      limit: 5,
      delay: 0,
      maxConcurrency: 2,
      maxDiscoveryDepth: 3,
      sitemap: "include",
      crawlEntireDomain: false,
      ignoreQueryParameters: false,
      allowExternalLinks: false,
      allowSubdomains: false,
      scrapeOptions,
    };
    const crawled = await asked("POST", "/crawl", crawl);
    expect(await finished("/crawl", crawled.body.id)).toMatchObject({ status: "completed", completed: 2 });
    expect((await asked("GET", `/crawl/${crawled.body.id}/errors`)).body).toEqual({ errors: [], robotsBlocked: [] });
    const batch = await asked("POST", "/batch/scrape", {
      ...N8N,
      urls: [OTTER, FOOD],
      ...scrapeOptions,
      ignoreInvalidURLs: true,
    });
    expect(await finished("/batch/scrape", batch.body.id)).toMatchObject({ status: "completed", completed: 2 });
    expect((await asked("DELETE", `/batch/scrape/${batch.body.id}`)).status).toBe(409);
    const extract = {
      ...N8N,
      urls: [OTTER],
      prompt: "the animal",
      schema: SCHEMA,
      enableWebSearch: false,
      ignoreSitemap: false,
      includeSubdomains: true,
      showSources: true,
      scrapeOptions,
      ignoreInvalidURLs: true,
    };
    const extracted = await asked("POST", "/extract", extract);
    expect(await finished("/extract", extracted.body.id)).toMatchObject({
      status: "completed",
      data: { animal: "otter" },
    });
  });

  it("is told what is not offered", async () => {
    for (const [method, path] of [
      ["POST", "/agent"],
      ["GET", "/agent/1"],
      ["POST", "/browser"],
      ["POST", "/scrape/1/interact"],
    ] as const)
      expect(await asked(method, path, method === "POST" ? N8N : undefined)).toMatchObject({
        status: 501,
        body: { success: false, code: "NOT_SUPPORTED" },
      });
  });
});
