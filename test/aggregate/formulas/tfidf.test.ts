import { describe, expect, test } from "vitest";
import { idf, tfidf } from "../../../src/aggregate/formulas/tfidf.ts";

const PAGES = [
  ["running", "shoes", "running"],
  ["shoes", "trail"],
  ["trail", "socks"],
];
const of = (pages: readonly (readonly string[])[], term: string) => tfidf(pages).find((one) => one.term === term);

describe("TF-IDF", () => {
  test("idf is smoothed", () => {
    expect(idf(3, 1)).toBeCloseTo(1.6931, 4);
    expect(idf(3, 2)).toBeCloseTo(1.2877, 4);
  });

  test("the mean of the normalised weights over all pages, largest first", () => {
    const found = tfidf(PAGES).map(({ term, tfidf: weight }) => [term, weight] as const);
    expect(found.map(([term]) => term)).toEqual(["trail", "shoes", "running", "socks"]);
    for (const [index, weight] of [0.4375, 0.3723, 0.3041, 0.2653].entries())
      expect(found[index]?.[1]).toBeCloseTo(weight, 4);
  });

  test("a page's vector has the length 1: running 0.9122, shoes 0.4097 on the first page, trail 0.6053, socks 0.796 on the last", () => {
    // Each stands on that page alone, or on one other: the weights of the pages from the means.
    expect((of(PAGES, "running")?.tfidf ?? 0) * 3).toBeCloseTo(0.9122, 4);
    expect((of(PAGES, "socks")?.tfidf ?? 0) * 3).toBeCloseTo(0.796, 4);
    expect((of(PAGES, "shoes")?.tfidf ?? 0) * 3 - Math.SQRT1_2).toBeCloseTo(0.4097, 4);
    expect((of(PAGES, "trail")?.tfidf ?? 0) * 3 - Math.SQRT1_2).toBeCloseTo(0.6053, 4);
  });

  test("coverage and prominence say what is expected", () => {
    expect(of(PAGES, "trail")).toMatchObject({ pages: 2, count: 2, coverage: 2 / 3, prominence: 2 / 3 });
    // On one page of three, with tf = 1 + ln 2.
    expect(of(PAGES, "running")).toMatchObject({ pages: 1, count: 2 });
    expect(of(PAGES, "running")?.prominence).toBeCloseTo((1 + Math.LN2) / 3, 10);
  });

  test("of four pages or more, a term stands on two", () => {
    expect(tfidf([...PAGES, ["shoes", "alone"]]).map(({ term }) => term)).toEqual(["shoes", "trail"]);
  });

  test("no pages give no terms, one page its own, empty pages count", () => {
    expect(tfidf([])).toEqual([]);
    expect(tfidf([["one"]])).toEqual([{ term: "one", tfidf: 1, prominence: 1, coverage: 1, pages: 1, count: 1 }]);
    expect(tfidf([["one"], []])).toMatchObject([{ term: "one", tfidf: 0.5, coverage: 0.5 }]);
  });
});
