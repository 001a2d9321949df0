import { describe, expect, test } from "vitest";
import type { Json } from "../support.ts";
import { BING, folded, pages, Q } from "./ranking.ts";
import { near, spelled, sum, tally, to, town, under } from "./reckoning.ts";

/*
 * What is said of the words of the pages that rank for a phrase, reckoned once more from the pages.
 */

const world = town();
const { answer, raw, json } = world;

/** Words that say nothing by themselves. */
const STOP = new Set(
  "the a and is of on for in out by from to at it so who your their than too much should how most more need i yet both them or they but let between over under do with after first take well".split(
    " ",
  ),
);

describe("/seo/corpus", () => {
  test("the words of the pages: how often, on how many, how telling", async () => {
    const { asked, texts } = await pages(world);
    const told = await answer("/seo/corpus");
    const total = sum(texts.map(({ words }) => words.length));
    expect(told["corpus"]).toMatchObject({ pages_asked: asked, pages_read: texts.length, words: total });
    const terms = told["terms"] as (Json & { term: string })[];
    const keyOf = (term: string) => folded([term])[0] ?? "";
    const counts = texts.map(({ words }) => tally(words));
    const holders = (key: string) => counts.filter((one) => one.has(key)).length;
    const weight = (key: string, count: number) =>
      (1 + Math.log(count)) * (Math.log((1 + texts.length) / (1 + holders(key))) + 1);
    const keys = terms.map(({ term }) => keyOf(term));
    const lengths = counts.map((one) =>
      Math.sqrt(sum(keys.map((key) => (one.has(key) ? weight(key, one.get(key) ?? 0) ** 2 : 0)))),
    );
    expect(keys.length).toBeGreaterThan(30);
    for (const [place, key] of keys.entries()) {
      const term = terms[place];
      const own = counts.map((one) => one.get(key) ?? 0);
      const having = own.filter((count) => count > 0);
      expect([key, term?.["pages"], term?.["count"]]).toEqual([key, having.length, sum(own)]);
      near(term?.["coverage"], having.length / texts.length, 4);
      near(term?.["density_pct"], (100 * sum(own)) / total, 2);
      near(term?.["tfidf"], sum(own.map((n, at) => (n ? weight(key, n) / (lengths[at] ?? 1) : 0))) / texts.length, 4);
      near(term?.["prominence"], sum(having.map((n) => 1 + Math.log(n))) / texts.length, 4);
      const headed = texts.filter(({ html }) =>
        [...html.matchAll(/<h[12]>([^<]*)/g)].some(([, heading = ""]) => folded(spelled(heading)).includes(key)),
      );
      expect([key, term?.["in_headings"]]).toEqual([key, headed.length]);
    }
    // Whatever stands on two pages and is not among them says nothing by itself.
    const left = [...new Set(texts.flatMap(({ words }) => words))].filter(
      (key) => holders(key) > 1 && !keys.includes(key),
    );
    expect(left.filter((key) => !STOP.has(key) && !/^\d+$/.test(key))).toEqual([]);
  });

  test("neighbouring words: how often, on how many pages, and how much oftener than by chance", async () => {
    const { texts } = await pages(world);
    const ngrams = (await answer("/seo/corpus"))["ngrams"] as Record<string, (Json & { text: string })[]>;
    const words = tally(texts.flatMap((one) => one.words));
    const total = sum([...words.values()]);
    const seen = [ngrams["bigrams"], ngrams["trigrams"], ngrams["fourgrams"]].flatMap((list) => list ?? []);
    expect(seen.length).toBeGreaterThan(20);
    for (const { text, count, pages: on, npmi } of seen) {
      const keys = folded(spelled(text));
      const joined = ` ${keys.join(" ")} `;
      const perPage = texts.map(({ sentences }) =>
        sum(sentences.map((sentence) => ` ${sentence.join(" ")} `.split(joined).length - 1)),
      );
      expect([text, count, on]).toEqual([text, sum(perPage), perPage.filter((one) => one > 0).length]);
      if (keys.length > 2) continue;
      const [p, a, b] = [Number(count), words.get(keys[0] ?? "") ?? 0, words.get(keys[1] ?? "") ?? 0];
      near(npmi, Math.log((p * total) / (a * b)) / Math.log(total / p), 4);
    }
  });

  test("groups: of those that stand together in paragraphs, and no two that do", async () => {
    const { texts } = await pages(world);
    const groups = (await answer("/seo/corpus"))["semantic_groups"] as { label: string; terms: string[] }[];
    const paragraphs = texts.flatMap(({ blocks }) =>
      blocks.filter(({ text }) => spelled(text).length >= 20).map(({ text }) => ` ${folded(spelled(text)).join(" ")} `),
    );
    const held = (term: string) =>
      paragraphs.map((one) => (one.includes(` ${folded(spelled(term)).join(" ")} `) ? 1 : 0));
    const cosine = (one: string, other: string) => {
      const [a, b] = [held(one), held(other)];
      return sum(a.map((x, at) => x * (b[at] ?? 0))) / Math.sqrt(sum(a) * sum(b));
    };
    const between = (one: readonly string[], other: readonly string[]) => {
      const all = one.flatMap((a) => other.filter((b) => b !== a).map((b) => cosine(a, b)));
      return sum(all) / all.length;
    };
    expect(groups.length).toBeGreaterThan(1);
    for (const [place, { terms }] of groups.entries()) {
      expect(between(terms, terms)).toBeGreaterThanOrEqual(0.3);
      for (const other of groups.slice(place + 1)) expect(between(terms, other.terms)).toBeLessThan(0.3);
    }
  });

  test("the benchmark of the pages, and what it is worth to answer what few answer", async () => {
    const { texts } = await pages(world);
    const told = await answer("/seo/corpus");
    const words = texts.map((one) => one.words.length);
    const h2 = texts.map(({ html }) => html.split("<h2>").length - 1);
    const anchors = texts.map(({ html }) => [...html.matchAll(/<a href="([^"]*)/g)].map(([, href = ""]) => href));
    const dates = texts.flatMap(({ html }) => /"datePublished":"([^"]*)/.exec(html)?.[1] ?? []).toSorted();
    expect(told["benchmark"]).toMatchObject({
      n: texts.length,
      words: { min: Math.min(...words), median: under(words, 0.5), max: Math.max(...words) },
      h2: { min: Math.min(...h2), median: under(h2, 0.5), max: Math.max(...h2) },
      internal_links_median: under(
        anchors.map((list) => list.filter((href) => href.startsWith("/")).length),
        0.5,
      ),
      external_links_median: under(
        anchors.map((list) => list.filter((href) => href.startsWith("http")).length),
        0.5,
      ),
      structured_data_types: [{ type: "Article", pages: texts.filter(({ html }) => html.includes("ld+json")).length }],
      oldest: dates[0],
      newest: dates.at(-1),
    });
    const suggested = await Promise.all(
      [
        "https://suggestqueries.google.com/complete/search?q=trail running shoes",
        "https://duckduckgo.com/ac/?q=trail running shoes",
      ].map(async (url) => (await json<[string, string[]]>(url))[1]),
    );
    const named = tally(suggested.flat());
    expect(told["suggestions"]).toEqual(
      [...named].map(([query, named_by]) => expect.objectContaining({ query, named_by })),
    );
    const questions = told["questions"] as { question: string; named_by: number; answered_by: string[] }[];
    for (const { label, score, gap, demand } of told["opportunities"] as Json[]) {
      const question = questions.find((one) => one.question === label);
      const by = question?.named_by ?? named.get(String(label)) ?? 1;
      const answered = question?.answered_by.length ?? 0;
      near(demand, Math.min(1, by / 3), 4);
      near(gap, 1 - answered / texts.length, 4);
      expect([label, score]).toEqual([label, Math.round(100 * (1 - answered / texts.length) * Math.min(1, by / 3))]);
    }
    // One heading asks about cushion, and its page answers.
    expect(questions.find(({ question }) => question.includes("cushion"))?.answered_by).toEqual([
      texts.find(({ html }) => html.includes("How much cushion"))?.url,
    ]);
    // Questions among the results speak for knowing, a shop for buying and for comparing: a third each.
    const page = await raw(BING(Q));
    expect([page.includes("df_qntext"), page.includes("b_pAd")]).toEqual([true, true]);
    expect((told["intents"] as Json)["scores"]).toEqual({
      informational: to(4, 1 / 3),
      commercial: to(4, 1 / 3),
      transactional: to(4, 1 / 3),
      local: 0,
      navigational: 0,
    });
  });
});
