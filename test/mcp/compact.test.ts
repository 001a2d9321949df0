import { describe, expect, it } from "vitest";
import { createFence } from "../../src/fence.ts";
import { compactItem, compactResults, resultText } from "../../src/mcp/compact.ts";
import { asText } from "../../src/mcp/text.ts";
import { countTokens } from "../support/count-tokens.ts";
import { recordedItems } from "../support/recorded-items.ts";

const count = countTokens;
const words = (text: unknown): number => (typeof text === "string" ? text.split(/\s+/).filter(Boolean).length : 0);

/** Recorded pages of results, of several engines and languages. */
const PAGES = [
  "search/bing/caffeine",
  "search/duckduckgo/caffeine-html",
  "search/google/fetch-js-desktop",
  "search/ecosia/llm-tool-use",
  "search/baidu/megadeth-2026",
];

describe("compactResults", () => {
  const made = Array.from({ length: 10 }, (_, index) => ({
    title: `A title of some eight words, number ${index}`,
    url: `https://www.example.org/guides/${index}/how-to-do-the-thing`,
    snippet: Array.from({ length: 45 }, (_, word) => `word${word % 7}`).join(" "),
    displayUrl: "example.org › guides",
    source: "bing",
    engines: ["bing", "mojeek"],
    score: 0.712345,
  }));

  it("keeps titles and addresses whole, and 60 % of each snippet at least", () => {
    const short = compactResults(made, count);
    for (const [index, item] of short.entries()) {
      expect(item).toMatchObject({ title: made[index]?.title, url: made[index]?.url });
      expect(item).not.toHaveProperty("displayUrl");
      expect(words(item["snippet"])).toBeGreaterThanOrEqual(0.6 * 45);
      expect(words(item["snippet"])).toBeLessThan(45);
    }
  });

  it("gives scores to two digits where there is room", () => {
    const [first] = compactResults(
      made.map((item) => ({ ...item, snippet: "Short." })),
      count,
    );
    expect(first).toMatchObject({ score: 0.71 });
    expect(resultText(first ?? {})).toMatch(/^0\.71 A title/);
  });

  it("leaves short snippets whole", () => {
    const short = made.map((item) => ({ ...item, snippet: "Six words are all it has." }));
    expect(compactResults(short, count).map(({ snippet }) => snippet)).toEqual(short.map(({ snippet }) => snippet));
  });

  it.for(PAGES)("ten results of %s are at most 650 tokens", async (page, { skip }) => {
    const items = await recordedItems(page);
    // Without the recordings beside the checkout there is nothing to hold.
    if (!items) return skip(`${page} is not here`);
    expect(items.length).toBeGreaterThan(4);
    const ten: readonly Readonly<Record<string, unknown>>[] = items
      .slice(0, 10)
      .map((item) => ({ ...item, score: 0.7123 }));
    const short = compactResults(ten, count);
    const text = asText({ items: short }, { max: 8_000, count, entry: resultText }, createFence());
    expect(count(text)).toBeLessThanOrEqual(650);
    for (const [index, item] of ten.entries()) {
      expect(text).toContain(item.url);
      const [before, after] = [words(item["snippet"]), words(short[index]?.["snippet"])];
      expect(after).toBeGreaterThanOrEqual(0.6 * before);
    }
  });
});

describe("compactItem", () => {
  const item = {
    title: "A title",
    url: "https://example.org/item/CBMiSALT0011?oc=5",
    id: "CBMiSALT0011",
    headline: "A title",
    displayUrl: "example.org",
    body: "A sentence of it. ".repeat(400),
    year: 2024,
  };

  it("leaves out what another field says, and cuts long texts of several items", () => {
    const { body, ...rest } = compactItem(item, false, count);
    expect(rest).toEqual({ title: "A title", url: item.url, year: 2024 });
    expect(count(String(body))).toBeLessThanOrEqual(300);
    expect(String(body)).toMatch(/^A sentence of it\./);
  });

  it("keeps the first entries of a long list, one at least, and all of an item that is alone", () => {
    const related = Array.from({ length: 20 }, (_, index) => ({ title: `News ${index}`, text: "a word ".repeat(40) }));
    const kept = compactItem({ ...item, related }, false, count)["related"];
    expect(count(JSON.stringify(kept))).toBeLessThanOrEqual(320);
    expect(related.slice(0, Array.isArray(kept) ? kept.length : 0)).toEqual(kept);
    const [one] = [{ text: "a word ".repeat(900) }];
    expect(compactItem({ related: [one, one] }, false, count)).toEqual({ related: [one] });
    expect(compactItem({ related }, true, count)).toEqual({ related });
    expect(compactItem({ tags: ["a", "b"] }, false, count)).toEqual({ tags: ["a", "b"] });
  });

  it("keeps the text of an item that is alone", () => {
    expect(compactItem(item, true, count)).toMatchObject({ body: item.body });
  });

  it("thirteen news, whose addresses are long, take half of 7,770 tokens: of lists of more the first entries are kept", async ({
    skip,
  }) => {
    const items = await recordedItems("news/google_news/search-bears-ears");
    // Without the recordings beside the checkout there is nothing to hold.
    if (!items) return skip("the recording is not here");
    const thirteen = items.slice(0, 13);
    expect(thirteen).toHaveLength(13);
    const short = thirteen.map((one) => compactItem(one, false, count));
    const text = asText({ items: short }, { max: 8_000, count }, createFence());
    expect(count(text)).toBeLessThanOrEqual(7_770 / 2);
    for (const { url } of thirteen) expect(text).toContain(url);
  });
});
