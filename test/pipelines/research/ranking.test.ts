import { describe, expect, test } from "vitest";
import { terms } from "../../../src/language/terms.ts";
import { bm25 } from "../../../src/pipelines/research/bm25.ts";
import { cosines, maximalMarginalRelevance } from "../../../src/pipelines/research/mmr.ts";

const texts = [
  "RxJS is a library for reactive programming",
  "Reactive reactive reactive",
  "A library of books in the city",
  "Nothing of the kind at all here",
].map(terms);

describe("terms", () => {
  test("are words without case and diacritics, and pairs of letters where no space stands between words", () => {
    expect(terms("Ärger in C++, Straße; ЁЛКА")).toEqual(["arger", "in", "c++", "strasse", "елка"]);
    expect(terms("北京大学 RxJS 是")).toEqual(["北京", "京大", "大学", "rxjs", "是"]);
  });
});

describe("bm25", () => {
  test("is the formula", () => {
    const [first] = bm25(["library"], texts);
    const idf = Math.log(1 + (4 - 2 + 0.5) / (2 + 0.5));
    const mean = (7 + 3 + 7 + 7) / 4;
    expect(first).toBeCloseTo((idf * 2.2) / (1 + 1.2 * (1 - 0.75 + (0.75 * 7) / mean)), 12);
  });

  test("is 0 where no word occurs, and never negative", () => {
    const scores = bm25(terms("reactive library"), texts);
    expect(scores[3]).toBe(0);
    expect(scores.every((score) => score >= 0)).toBe(true);
    expect(scores[0]).toBeGreaterThan(scores[2] ?? 0);
  });

  test("rises with repetition, but saturates", () => {
    const padded = (times: number) => [...Array<string>(times).fill("x"), ...Array<string>(20 - times).fill("y")];
    const [none, one, two, ten] = bm25(["x"], [0, 1, 2, 10].map(padded));
    expect(none).toBe(0);
    expect(two).toBeGreaterThan(one ?? 0);
    expect((two ?? 0) - (one ?? 0)).toBeLessThan((one ?? 0) - (none ?? 0));
    expect(ten).toBeLessThan((one ?? 0) * 2.2);
  });

  test("weighs rare words more, holds long passages back, and counts a query's word once", () => {
    const [rare, common] = [bm25(["books"], texts)[2], bm25(["library"], texts)[2]];
    expect(rare).toBeGreaterThan(common ?? 0);
    const [short, long] = bm25(
      ["x"],
      [
        ["x", "y"],
        ["x", "y", "y", "y", "y", "y"],
      ],
    );
    expect(short).toBeGreaterThan(long ?? 0);
    expect(bm25(["x", "x"], [["x"]])).toEqual(bm25(["x"], [["x"]]));
  });

  test("of nothing is nothing", () => {
    expect(bm25(["x"], [])).toEqual([]);
    expect(bm25([], [["x"]])).toEqual([0]);
    expect(bm25(["x"], [[]])).toEqual([0]);
  });
});

describe("maximalMarginalRelevance", () => {
  const same = (): number => 1;

  test("with λ = 1 is the order of relevance", () => {
    expect(maximalMarginalRelevance([0.2, 0.9, 0.5], same, { count: 3, lambda: 1 })).toEqual([1, 2, 0]);
  });

  test("passes over what says the same", () => {
    const alike = (i: number, j: number): number => (i + j === 1 ? 1 : 0);
    expect(maximalMarginalRelevance([1, 0.95, 0.6], alike, { count: 2, lambda: 0.7 })).toEqual([0, 2]);
  });

  test("chooses each once, no more than there are, the first of equals first", () => {
    expect(maximalMarginalRelevance([1, 1, 1], same, { count: 9, lambda: 0.5 })).toEqual([0, 1, 2]);
    expect(maximalMarginalRelevance([], same, { count: 2, lambda: 0.5 })).toEqual([]);
  });
});

describe("cosines", () => {
  test("are symmetric, 1 for the same text, 0 for strangers and for nothing", () => {
    const similarity = cosines([...texts, texts[0] ?? [], []]);
    expect(similarity(0, 4)).toBeCloseTo(1, 12);
    expect(similarity(0, 2)).toBe(similarity(2, 0));
    expect(similarity(0, 2)).toBeGreaterThan(0);
    expect(similarity(1, 3)).toBe(0);
    expect(similarity(0, 5)).toBe(0);
  });
});
