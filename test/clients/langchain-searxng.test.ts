import { SearxngSearch } from "@langchain/community/tools/searxng_search";
import { afterEach, describe, expect, it } from "vitest";
import { BY_THE_CLOCK } from "../support/until.ts";
import { ASKED, FOUND, type Replayed, replayed } from "./replayed.ts";

let service: Replayed;
afterEach(() => service.close());

const tool = (headers = {}) => new SearxngSearch({ apiBase: service.url, params: { numResults: 5 }, headers });

/** The tool's answer: JSON objects with commas between. */
const read = (answer: string): readonly { title: string; link: string; snippet: string }[] => JSON.parse(`[${answer}]`);

describe("LangChain's SearxngSearch", BY_THE_CLOCK, () => {
  it("finds what the engines found", async () => {
    service = await replayed();
    const results = read(await tool().invoke(ASKED));
    expect(results).toHaveLength(5);
    expect(results.find(({ link }) => link === FOUND)).toMatchObject({ title: expect.stringContaining("RxJS") });
    expect(results.every(({ snippet }) => snippet.length > 0)).toBe(true);
  });

  it("finds what the others found where engines refuse", async () => {
    service = await replayed({ refusing: ["bing", "google", "duckduckgo"] });
    expect(read(await tool().invoke(ASKED)).map(({ link }) => link)).toContain(FOUND);
  });

  it("gives its key in a header of its own, and fails without", async () => {
    service = await replayed({ environment: { API_KEYS: "river" } });
    await expect(tool().invoke(ASKED)).rejects.toThrow("Unauthorized");
    expect(read(await tool({ "X-API-Key": "river" }).invoke(ASKED)).map(({ link }) => link)).toContain(FOUND);
  });
});
