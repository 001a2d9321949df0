import { tavilyExtract, tavilySearch } from "@tavily/ai-sdk";
import { afterEach, describe, expect, it } from "vitest";
import { BY_THE_CLOCK } from "../support/until.ts";
import { ASKED, FOUND, PAGE, type Replayed, replayed } from "./replayed.ts";

let service: Replayed;
afterEach(() => service.close());

const options = (apiKey = "any") => ({ apiKey, apiBaseURL: service.url, maxResults: 5 });
const call = { toolCallId: "1", messages: [] };

describe("Tavily's tools for the AI SDK", BY_THE_CLOCK, () => {
  it("find what the engines found, without a word on the options that they send along", async () => {
    service = await replayed();
    const found = await tavilySearch(options()).execute?.({ query: ASKED }, call);
    expect(found).toMatchObject({ results: expect.arrayContaining([expect.objectContaining({ url: FOUND })]) });
    const body = { query: ASKED, apiKey: "any", apiBaseURL: service.url, client_source: "ai-sdk" };
    const sent = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const answer = await (await fetch(`${service.url}/search`, sent)).text();
    expect(answer).not.toContain("apiKey");
    expect(answer).not.toContain("warnings");
  });

  it("read pages", async () => {
    service = await replayed();
    const read = await tavilyExtract(options()).execute?.({ urls: [PAGE] }, call);
    expect(read).toMatchObject({
      results: [{ url: PAGE, rawContent: expect.stringContaining("documentation examples") }],
    });
  });

  it("find what the others found where engines refuse", async () => {
    service = await replayed({ refusing: ["bing", "google"] });
    const found = await tavilySearch(options()).execute?.({ query: ASKED }, call);
    expect(found).toMatchObject({ results: expect.arrayContaining([expect.objectContaining({ url: FOUND })]) });
  });

  it("give their key, and fail in our words without", async () => {
    service = await replayed({ environment: { API_KEYS: "river" } });
    const found = await tavilySearch(options("river")).execute?.({ query: ASKED }, call);
    expect(found).toMatchObject({ results: expect.arrayContaining([expect.objectContaining({ url: FOUND })]) });
    await expect(tavilySearch(options("lake")).execute?.({ query: ASKED }, call)).rejects.toThrow(
      "The key is not valid",
    );
  });
});
