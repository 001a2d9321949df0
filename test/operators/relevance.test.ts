import { describe, expect, test } from "vitest";
import { relevanceTo } from "../../src/operators/relevance.ts";

const relevance = (query: string, title: string, snippet?: string): number =>
  relevanceTo(query)({ title, snippet }) ?? -1;

describe("relevanceTo", () => {
  test("is 0 when no word occurs, and below 1 however often all do", () => {
    expect(relevance("rxjs backpressure", "Cooking pasta", "Boil water.")).toBe(0);
    const stuffed = relevance("rxjs", "rxjs ".repeat(50), "rxjs ".repeat(300));
    expect(stuffed).toBeGreaterThan(0.5);
    expect(stuffed).toBeLessThan(1);
  });

  test("follows tf / (tf + k1), averaged over the query's words", () => {
    // A title of 9 words has the usual length: tf is the title's weight, 3.
    const title = "one two three four five six seven eight rxjs";
    expect(relevance("rxjs", title)).toBeCloseTo(3 / (3 + 1.2), 12);
    expect(relevance("rxjs missing", title)).toBeCloseTo(3 / (3 + 1.2) / 2, 12);
  });

  test("counts the title above the snippet, more words above fewer, a short text above a long one", () => {
    expect(relevance("tokio", "Tokio", "A runtime")).toBeGreaterThan(relevance("tokio", "A runtime", "Tokio"));
    expect(relevance("tokio runtime", "Tokio runtime")).toBeGreaterThan(relevance("tokio runtime", "Tokio and else"));
    expect(relevance("tokio", "Tokio guide")).toBeGreaterThan(relevance("tokio", "Tokio guide for all who come late"));
  });

  test.each([
    ["STRASSE", "Straße"],
    ["cafe", "Café"],
    ["ｒｕｓｔ", "Rust"],
    ["ΣΊΣΥΦΟΣ", "σίσυφος"],
    ["елка", "Ёлка"],
  ])("folds case, diacritics and compatibility forms: %s finds %s", (query, title) =>
    expect(relevance(query, title)).toBeGreaterThan(0),
  );

  test.each([
    ["上海天气", "上海天气预报"],
    ["東京 観光", "東京都の観光案内"],
    ["サーバー", "Linuxサーバー構築入門"],
    ["linux", "Linuxサーバー構築入門"],
    ["ภาษาไทย", "เรียนภาษาไทยออนไลน์"],
  ])("finds words in scripts without spaces: %s in %s", (query, title) =>
    expect(relevance(query, title)).toBeGreaterThan(0),
  );

  test("cuts Chinese into words rather than asking for the whole phrase", () => {
    const part = relevance("上海天气", "上海旅游");
    expect(part).toBeGreaterThan(0);
    expect(part).toBeLessThan(relevance("上海天气", "上海天气"));
  });

  test("takes whole words where words are spaced", () => expect(relevance("art", "Party")).toBe(0));

  test("tells C, C++ and C# apart", () => {
    expect(relevance("c++", "C primer")).toBe(0);
    expect(relevance("c++", "C++ primer")).toBeGreaterThan(0);
    expect(relevance("c#", "C++ primer")).toBe(0);
  });

  test("does not ask for operators, and says undefined when nothing else is asked", () => {
    expect(relevance("rxjs site:dev.to -angular OR", "RxJS")).toBe(relevance("rxjs", "RxJS"));
    expect(relevance('"rxjs" intitle:guide', "RxJS guide")).toBe(relevance("rxjs guide", "RxJS guide"));
    expect(relevanceTo("site:dev.to -angular")({ title: "RxJS" })).toBeUndefined();
    expect(relevanceTo("")({ title: "RxJS" })).toBeUndefined();
  });

  test("is 0 for a result without any text", () => expect(relevanceTo("rxjs")({})).toBe(0));
});
