import Perplexity from "@perplexity-ai/perplexity_ai";
import { afterEach, describe, expect, it } from "vitest";
import { BY_THE_CLOCK } from "../support/until.ts";
import { ASKED, FOUND, type Replayed, replayed } from "./replayed.ts";

let service: Replayed;
afterEach(() => service.close());

const client = (apiKey = "any") => new Perplexity({ apiKey, baseURL: service.url, maxRetries: 0 });

describe("Perplexity's own client", BY_THE_CLOCK, () => {
  it("finds what the engines found", async () => {
    service = await replayed();
    const { id, results } = await client().search.create({ query: ASKED, max_results: 5 });
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(results).toHaveLength(5);
    expect(results.find(({ url }) => url === FOUND)).toMatchObject({
      title: expect.stringContaining("RxJS"),
      snippet: "What RxJS does about backpressure.",
      date: "2024-12-13",
    });
  });

  it("asks several questions at once", async () => {
    service = await replayed();
    const { results } = await client().search.create({ query: [ASKED, "tokio runtime"], max_results: 20 });
    expect(new Set(results.map(({ url }) => url)).size).toBe(results.length);
    expect(results.map(({ url }) => url)).toContain(FOUND);
  });

  it("keeps to sites and days", async () => {
    service = await replayed();
    const on = async (search_domain_filter: string[], more = {}) => {
      const { results } = await client().search.create({
        query: ASKED,
        max_results: 20,
        search_domain_filter,
        ...more,
      });
      return new Set(results.map(({ url }) => new URL(url).hostname));
    };
    expect(await on(["rxjs.dev"])).toEqual(new Set(["rxjs.dev"]));
    expect((await on(["-rxjs.dev"])).has("rxjs.dev")).toBe(false);
    const { results } = await client().search.create({
      query: ASKED,
      max_results: 20,
      search_after_date_filter: "1/1/2025",
      search_before_date_filter: "12/31/2025",
    });
    const dated = results.flatMap(({ date }) => date ?? []);
    expect(dated.length).toBeGreaterThan(0);
    expect(dated.filter((date) => !date.startsWith("2025"))).toEqual([]);
  });

  it("finds what the others found where engines refuse", async () => {
    service = await replayed({ refusing: ["bing", "google"] });
    const { results } = await client().search.create({ query: ASKED });
    expect(results.map(({ url }) => url)).toContain(FOUND);
  });

  it("gives its key, and fails in our words without", async () => {
    service = await replayed({ environment: { API_KEYS: "river" } });
    expect((await client("river").search.create({ query: ASKED })).results.length).toBeGreaterThan(0);
    await expect(client("lake").search.create({ query: ASKED })).rejects.toThrow(/401.*The key is not valid/);
  });
});
