import { TavilyExtract, TavilySearch } from "@langchain/tavily";
import { afterEach, describe, expect, it } from "vitest";
import { BY_THE_CLOCK } from "../support/until.ts";
import { ASKED, FOUND, PAGE, type Replayed, replayed } from "./replayed.ts";

let service: Replayed;
afterEach(() => service.close());

const search = (key = "any") => new TavilySearch({ tavilyApiKey: key, apiBaseUrl: service.url, maxResults: 5 });

describe("LangChain's Tavily tools", BY_THE_CLOCK, () => {
  it("find what the engines found", async () => {
    service = await replayed();
    const { results, query } = await search().invoke({ query: ASKED });
    expect(query).toBe(ASKED);
    expect(results).toHaveLength(5);
    expect(results.find(({ url }: { url: string }) => url === FOUND)).toMatchObject({
      title: expect.stringContaining("RxJS"),
      content: expect.stringMatching(/backpressure/i),
      score: expect.any(Number),
    });
  });

  it("read pages", async () => {
    service = await replayed();
    const tool = new TavilyExtract({ tavilyApiKey: "any", apiBaseUrl: service.url });
    const { results } = await tool.invoke({ urls: [PAGE] });
    expect(results).toEqual([
      expect.objectContaining({ url: PAGE, raw_content: expect.stringContaining("documentation examples") }),
    ]);
  });

  it("find what the others found where engines refuse", async () => {
    service = await replayed({ refusing: ["bing", "google"] });
    const answer = await search().invoke({ query: ASKED });
    expect(answer.results.map(({ url }: { url: string }) => url)).toContain(FOUND);
    expect(answer).toMatchObject({
      sources: expect.arrayContaining([expect.objectContaining({ id: "bing", status: "blocked" })]),
    });
  });

  it("give their key, and say in our words that it is not valid", async () => {
    service = await replayed({ environment: { API_KEYS: "river" } });
    expect((await search("river").invoke({ query: ASKED })).results).toHaveLength(5);
    expect(await search("lake").invoke({ query: ASKED })).toEqual({
      error: expect.stringContaining("The key is not valid"),
    });
  });
});
