import { lastValueFrom, of, toArray } from "rxjs";
import { beforeAll, describe, expect, test } from "vitest";
import type { StreamEvent } from "../../src/events.ts";
import { beginning, fairShares, fitting } from "../../src/pipelines/budget/cut.ts";
import { type CrawlTexts, fitCrawl, fitExtract, fitSearch, withinTokens } from "../../src/pipelines/budget/fit.ts";
import { type CountTokens, tokenizer$ } from "../../src/pipelines/budget/tokens.ts";
import { MaxTokens } from "../../src/pipelines/budget/truncated.ts";
import { fitContentSearch } from "../../src/pipelines/content-search/fitting.ts";
import { citedIn } from "../../src/pipelines/research/citations.ts";
import { fitResearch } from "../../src/pipelines/research/fitting.ts";
import { processorMs } from "../support/processor-time.ts";

let count: CountTokens;
beforeAll(async () => {
  count = await lastValueFrom(tokenizer$);
});

/** Numbers that look random and are the same each time (Lehmer, 1988). */
function* lehmer(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 48_271) % 2_147_483_647;
    yield state / 2_147_483_647;
  }
}

const WORDS = ["Rhine", "river", "äöü", "Москва", "北京大学", "<|endoftext|>", '"quoted"', "x\\y", "😀", "1,233", "a"];

function texts(seed: number) {
  const numbers = lehmer(seed);
  const next = (max: number): number => Math.floor(numbers.next().value * max);
  const sentence = (): string =>
    `${Array.from({ length: 2 + next(14) }, () => WORDS[next(WORDS.length)]).join(" ")}${[".", "!", "。"][next(3)]}`;
  const text = (blocks: number): string =>
    Array.from({ length: blocks }, () => Array.from({ length: 1 + next(5) }, sentence).join(" ")).join("\n\n");
  return { next, sentence, text };
}

const results = (seed: number, size: number, blocks: number) => {
  const { next, text } = texts(seed);
  return Array.from({ length: size }, (_, i) => ({
    title: `Title ${i}`,
    url: `https://example.com/${i}`,
    content: text(1 + next(blocks)),
    score: 1 / (i + 1),
    source: "bing",
  }));
};

const searchOf = (seed: number) => ({
  success: true as const,
  items: results(seed, 30, 2).map(({ content, ...rest }) => ({ ...rest, snippet: content, engines: ["bing"] })),
});
const extractOf = (seed: number) => ({
  results: results(seed, 6, 40).map(({ url, content }, i) => ({
    url,
    raw_content: content,
    images: Array.from({ length: i * 3 }, (_, n) => ({ url: `https://example.com/${n}.png` })),
  })),
  failed_results: [{ url: "https://example.com/x", error: "no", code: "timeout" as const }],
});
const crawlOf = (seed: number): CrawlTexts => ({
  results: results(seed, 25, 12).map(({ url, content }) => ({ url, raw_content: content })),
});
const researchOf = (seed: number) => {
  const { next, sentence } = texts(seed);
  const answer = Array.from({ length: 8 }, () => `${sentence()} [${1 + next(12)}]`).join(" ");
  return { query: "q", answer, results: results(seed, 20, 3) };
};

const BUDGETS = [100, 137, 250, 600, 1500, 4000];
const cases = BUDGETS.flatMap((max) => [1, 2, 3].map((seed) => [max, seed * 7919 + max] as const));

/** What every way of cutting must keep to. */
function keepsTo<R extends object>(
  max: number,
  response: R,
  cut: (response: R) => R & { readonly truncated?: { readonly tokens: number } },
  textsOf: (response: R) => unknown,
): R & { readonly truncated?: { readonly tokens: number } } {
  const before = JSON.stringify(response);
  const once = cut(response);
  const tokens = count(JSON.stringify(textsOf(once)));
  expect(tokens).toBeLessThanOrEqual(max);
  expect(cut(once)).toEqual(once);
  expect(cut(JSON.parse(before))).toEqual(once);
  expect(JSON.stringify(response)).toBe(before);
  if (count(JSON.stringify(textsOf(response))) <= max) expect(once).toEqual(response);
  else expect(once.truncated?.tokens).toBe(tokens);
  return once;
}

describe.each(cases)("within %d tokens (seed %d)", (max, seed) => {
  test("a search keeps its best items", () => {
    const response = searchOf(seed);
    const { items } = keepsTo(
      max,
      response,
      (r) => fitSearch(r, max, count),
      (r) => r.items,
    );
    expect(items.map(({ url }) => url)).toEqual(response.items.slice(0, items.length).map(({ url }) => url));
    for (const [index, item] of items.slice(0, -1).entries()) expect(item).toEqual(response.items[index]);
    expect(items).not.toEqual([]);
  });

  test("an extraction keeps a fair share of each page", () => {
    const response = extractOf(seed);
    const { results, failed_results } = keepsTo(
      max,
      response,
      (r) => fitExtract(r, max, count),
      (r) => r.results,
    );
    expect(failed_results).toEqual(response.failed_results);
    for (const { url, raw_content } of results) {
      const whole = response.results.find((one) => one.url === url)?.raw_content ?? "";
      expect(whole.startsWith(raw_content.replace(/…$/, ""))).toBe(true);
      expect(raw_content).not.toBe("");
    }
    expect(results).not.toEqual([]);
  });

  test("a crawl keeps its first pages", () => {
    const response = crawlOf(seed);
    const { results } = keepsTo(
      max,
      response,
      (r) => fitCrawl(r, max, count),
      (r) => r.results,
    );
    expect(results.map(({ url }) => url)).toEqual(response.results.slice(0, results.length).map(({ url }) => url));
    expect(results).not.toEqual([]);
  });

  test("research keeps its answer, and what the answer cites", () => {
    const response = researchOf(seed);
    const cut = keepsTo(
      max,
      response,
      (r) => fitResearch(r, max, count),
      ({ answer, results: list }) => ({
        answer,
        results: list,
      }),
    );
    expect(cut.answer).not.toBe("");
    expect(cut.results).not.toEqual([]);
    const [kept] = cut.answer.split(/ ?\[/, 1);
    expect(response.answer.startsWith(kept?.replace(/…$/, "") ?? "?")).toBe(true);
    const before = citedIn(response.answer).map((n) => response.results[n - 1]?.url);
    const after = citedIn(cut.answer).map((n) => cut.results[n - 1]?.url);
    expect(after).toEqual(before.slice(0, after.length));
  });
});

describe("a hundred tokens always hold some text", () => {
  const story = "Otters sleep holding hands, so that none drifts away. They eat fish. ".repeat(60).trim();
  const long = (words: number) => Array.from({ length: words }, (_, n) => `word${n}`).join(" ");
  const page = {
    url: "https://example.com/otters",
    final_url: "https://www.example.com/animals/mammals/otters",
    title: "Otters of the world, their rivers and their habits",
    raw_content: story,
    images: [],
    favicon: "https://www.example.com/assets/icons/favicon-96x96.png",
    byline: "Ada Lutrine and Bo Mustelid",
    site_name: "The Encyclopedia of Animals",
    description: long(80),
    language: "en",
  };

  test.each(["", long(200), `${long(30)}/${"deep/".repeat(300)}`])(
    "a page alone, whatever else it has (%#)",
    (more) => {
      const url = `https://example.com/${more.replaceAll(" ", "-")}`;
      for (const shorten of [fitExtract, fitCrawl]) {
        const { results, truncated } = shorten(
          { results: [{ ...page, url, title: `Otters ${more}`, depth: 0 }] },
          100,
          count,
        );
        expect(results).toHaveLength(1);
        expect(results[0]?.raw_content).toMatch(/^Otters sleep holding hands, so that none drifts away\./);
        expect(results[0]?.raw_content).toMatch(/\.$/);
        expect(count(JSON.stringify(results))).toBeLessThanOrEqual(100);
        expect(truncated?.cut).toContainEqual({ field: "description", url, dropped: true });
      }
    },
  );

  test("a hit alone, and a later one only with whole sentences", () => {
    const hit = { url: page.url, title: page.title, snippet: story, source: "bing", engines: ["bing"], score: 1 };
    const { items } = fitSearch({ items: [{ ...hit, publishedAt: "2026-01-01", displayUrl: long(90) }] }, 100, count);
    expect(items[0]).toMatchObject({ source: "bing", engines: ["bing"], score: 1, title: page.title });
    expect(items[0]?.snippet).toMatch(/^Otters sleep .*\.$/);
    const two = [
      { ...hit, snippet: "Short." },
      { ...hit, snippet: long(300) },
    ];
    expect(fitSearch({ items: two }, 160, count).items).toEqual([two[0]]);
  });

  test("a text without any sentence ends after a word", () => {
    const { results } = fitExtract({ results: [{ ...page, raw_content: long(500) }] }, 100, count);
    expect(results[0]?.raw_content).toMatch(/^word0 word1 .*word\d+…$/);
  });

  test("research, with its first citation where there is no room for all results before it", () => {
    const many = results(3, 12, 2);
    const research = { answer: "Otters sleep holding hands. [9][2] They eat fish. [1]", results: many };
    const fitted = fitResearch(research, 100, count);
    expect(fitted.answer).toBe("Otters sleep holding hands. [1]");
    expect(fitted.results[0]?.url).toBe(many[8]?.url);
    const endless = fitResearch({ answer: `${long(400)} [3]`, results: many }, 100, count);
    expect(endless.answer).toMatch(/^word0 .*… \[1\]$/);
    expect(endless.results[0]?.url).toBe(many[2]?.url);
    expect(fitResearch({ answer: "", results: many }, 100, count).results[0]?.url).toBe(many[0]?.url);
  });

  test("a search with content, whole pages asked for too", () => {
    const hit = { title: page.title, url: page.url, score: 1, source: "bing", favicon: page.favicon, images: [] };
    const response = { results: [{ ...hit, content: story, raw_content: story }] };
    const { results: kept } = fitContentSearch(response, 120, count);
    expect(kept[0]?.content).toMatch(/^Otters sleep .*\.$/);
    expect(count(JSON.stringify(kept))).toBeLessThanOrEqual(120);
  });
});

describe("what was cut is told", () => {
  test("with tokens before and after, or dropped, twenty at most", () => {
    const response = searchOf(5);
    const { items, truncated } = fitSearch(response, 300, count);
    const last = items.at(-1);
    expect(truncated?.max_tokens).toBe(300);
    expect((truncated?.cut.length ?? 0) + (truncated?.more ?? 0)).toBeGreaterThanOrEqual(30 - items.length);
    expect(truncated?.cut.length).toBeLessThanOrEqual(20);
    for (const cut of truncated?.cut ?? [])
      if (!("dropped" in cut)) {
        expect(cut).toMatchObject({ field: "snippet", url: last?.url });
        expect(cut.tokens_after).toBeLessThan(cut.tokens_before);
        expect(cut.tokens_after).toBe(count(JSON.stringify(last?.snippet)));
      }
  });

  test("images go before any text", () => {
    const response = extractOf(9);
    const lean = response.results.map((one) => ({ ...one, images: [] }));
    const max = count(JSON.stringify(lean)) + 12;
    const { results: kept, truncated } = fitExtract(response, max, count);
    expect(kept).toEqual(lean);
    expect(truncated?.cut.every(({ field }) => field === "images")).toBe(true);
  });

  test.each([
    ["text", (name: string) => `- ${name}`, (name: string) => name],
    [
      "Markdown",
      (name: string, at: number) => `${at}. [${at}.1 ${name}](https://a.example/#${at})`,
      (name: string) => `## ${name}`,
    ],
  ])("a table of contents goes before any sentence of the text (%s)", (_, entry, heading) => {
    const names = ["Early life", "Works", "Late years", "Legacy", "Notes"];
    const told = names.map((name) => `${heading(name)}\n\nOf ${name} there is a sentence to be read here.`);
    const list = ["An introduction.", names.map(entry).join("\n"), "- a list\n- of other\n- things"].join("\n\n");
    const text = [list, ...told].join("\n\n");
    const page = { url: "https://a.example/", title: "A life", raw_content: text, images: [] };
    const { results, truncated } = fitExtract({ results: [page] }, count(JSON.stringify([page])) - 1, count);
    expect(results[0]?.raw_content).toBe(text.replace(`${names.map(entry).join("\n")}\n\n`, ""));
    expect(truncated?.cut).toEqual([{ field: "table_of_contents", url: page.url, dropped: true }]);
  });

  test("a page's title, date and address stay", () => {
    const long = "Otters sleep holding hands, so that none drifts away from the others in the night. ".repeat(40);
    const page = {
      url: "https://a.example/an/otter",
      title: "How otters spend the whole of the night",
      published_date: "2024-03-05",
      description: long,
      raw_content: long,
      images: [],
    };
    const [kept] = fitExtract({ results: [page] }, 100, count).results;
    expect(kept).toMatchObject({ url: page.url, title: page.title, published_date: page.published_date });
    expect(kept?.raw_content).toMatch(/\.$/);
  });

  test("a text ends after a block, else a sentence, else a word, else a letter", () => {
    const text = "First block. It has two sentences.\n\nSecond block here. And more of it, quite long.\n\nThird.";
    const at = (part: string): number => count(JSON.stringify(part));
    expect(beginning(text, at(text), count)).toBe(text);
    expect(beginning(text, at("First block. It has two sentences.") + 1, count)).toBe(
      "First block. It has two sentences.",
    );
    expect(beginning(text, at("First block. It has two sentences.\n\nSecond block here.") + 1, count)).toBe(
      "First block. It has two sentences.\n\nSecond block here.",
    );
    expect(beginning("a very long sentence without an end", 5, count)).toMatch(/^a very.*[^ ]…$/);
    expect(beginning("北".repeat(500), 9, count)).toMatch(/^北+…$/);
    expect(beginning("word", 0, count)).toBeUndefined();
  });
});

describe("the tokenizer", () => {
  test("reads the names of special tokens as text", () => {
    expect(count("a <|endoftext|> b")).toBeGreaterThan(3);
    expect(count("")).toBe(0);
    expect(count("hello world")).toBe(2);
  });

  test.each(["a", "中", "!", " ", "\n", "é", "=-"])("reads 400,000 times “%s” in a moment", (unit) => {
    const begin = processorMs();
    expect(count(unit.repeat(400_000))).toBeGreaterThan(100);
    expect(processorMs() - begin).toBeLessThan(4_000);
  });
});

test("fairShares gives no one more than wanted, and the rest evenly", () => {
  expect(fairShares([10, 100, 100], 110)).toEqual([10, 50, 50]);
  expect(fairShares([5, 5], 100)).toEqual([5, 5]);
  expect(fairShares([9, 9, 9], 0)).toEqual([0, 0, 0]);
  expect(fairShares([], 9)).toEqual([]);
});

test("fitting counts what fits from the start", () => {
  expect(fitting([3, 3, 3], 6)).toBe(2);
  expect(fitting([3, 3], 100)).toBe(2);
  expect(fitting([7], 6)).toBe(0);
});

test("withinTokens cuts what done carries, and nothing else", async () => {
  const response = searchOf(3);
  const result: StreamEvent<typeof response> = {
    event: "result",
    data: { id: "x", rank: 1, score: 1, item: { snippet: "a ".repeat(900) } },
  };
  const events$ = of(result, { event: "done" as const, data: response });
  const [first, done] = await lastValueFrom(events$.pipe(withinTokens(200, fitSearch), toArray()));
  expect(first).toBe(result);
  expect(done?.event === "done" && done.data).toEqual(fitSearch(response, 200, count));
  const [, whole] = await lastValueFrom(events$.pipe(withinTokens(undefined, fitSearch), toArray()));
  expect(whole).toEqual({ event: "done", data: response });
});

test("max_tokens is a whole number within bounds", () => {
  expect(MaxTokens.parse("500")).toBe(500);
  for (const wrong of ["99", 1_000_001, "x", 200.5]) expect(MaxTokens.safeParse(wrong).success).toBe(false);
});
