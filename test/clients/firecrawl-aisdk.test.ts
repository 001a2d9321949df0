import { batchScrape, crawl, map, scrape, search } from "firecrawl-aisdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FOOD, OTTER, SCHEMA, type Service, service } from "./firecrawl-service.ts";

const KEY = "river-key-of-ours";

let served: Service;
beforeAll(async () => {
  served = await service({ API_KEYS: KEY });
});
afterAll(() => served.close());

const options = () => ({ apiUrl: served.url, apiKey: KEY });
const CALL = { toolCallId: "1", messages: [] };

describe("firecrawl-aisdk", () => {
  it("scrapes, with data by a schema", async () => {
    const page = await scrape(options()).execute?.({ url: OTTER, formats: ["markdown"] }, CALL);
    expect(page).toMatchObject({ markdown: expect.stringContaining("eight minutes") });
    const formats = [{ type: "json" as const, prompt: "the animal", schema: SCHEMA }];
    expect(await scrape(options()).execute?.({ url: OTTER, formats }, CALL)).toMatchObject({
      json: { animal: "otter" },
    });
  });

  it("searches and maps", async () => {
    expect(await search(options()).execute?.({ query: "otter breath", limit: 2 }, CALL)).toMatchObject({
      web: [{ url: OTTER }, { url: FOOD }],
    });
    expect(await map(options()).execute?.({ url: "https://river.example/" }, CALL)).toMatchObject({
      links: [{ url: OTTER }, { url: FOOD }],
    });
  });

  it("begins crawls and batches", async () => {
    const id = expect.stringMatching(/^[\w-]{36}$/);
    expect(await crawl(options()).execute?.({ url: OTTER, limit: 5 }, CALL)).toMatchObject({ id });
    expect(await batchScrape(options()).execute?.({ urls: [OTTER, FOOD] }, CALL)).toMatchObject({ id });
  });

  it("fails in our words", async () => {
    const asked = scrape({ apiUrl: served.url, apiKey: "lake" }).execute?.({ url: OTTER }, CALL);
    await expect(asked).rejects.toThrow("The key is not valid");
  });
});
