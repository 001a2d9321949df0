import { describe, expect, test } from "vitest";
import { wordsOf } from "../../src/operators/relevance.ts";

const relevance = (query: string, title: string, snippet?: string): number =>
  mean(wordsOf(query).found({ title, snippet }));

const mean = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + part, 0) / parts.length;

describe("wordsOf", () => {
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

  test("does not ask for operators, and has no words when nothing else is asked", () => {
    expect(relevance("rxjs site:dev.to -angular OR", "RxJS")).toBe(relevance("rxjs", "RxJS"));
    expect(relevance('"rxjs" intitle:guide', "RxJS guide")).toBe(relevance("rxjs guide", "RxJS guide"));
    expect(wordsOf("site:dev.to -angular").words).toEqual([]);
    expect(wordsOf("").words).toEqual([]);
  });

  test("is 0 for a result without any text", () => expect(wordsOf("rxjs").found({})).toEqual([0]));

  test("finds a word in another number or case, a little less, and no word that only begins alike", () => {
    expect(relevance("parsers", "Parser")).toBeGreaterThan(0);
    expect(relevance("parser", "Parsers")).toBeLessThan(relevance("parser", "Parser"));
    expect(relevance("car", "Carpet")).toBe(0);
    expect(relevance("rust", "Rusticated")).toBe(0);
  });

  test("reads host and path of an address, and no query", () => {
    const found = (url: string) => wordsOf("reddit").found({ title: "Async", url })[0];
    expect(found("https://www.reddit.com/r/rust")).toBeGreaterThan(0);
    expect(found("https://a.example/?q=reddit")).toBe(0);
  });

  test.each([
    ["what is the speed of light", undefined, ["speed", "light"]],
    ["comment fonctionne la pompe à chaleur", undefined, ["fonctionne", "pompe", "chaleur"]],
    ["wie wird man Lehrer", undefined, ["lehrer"]],
    ["die hard", "en", ["die", "hard"]],
    ["to be or not to be", undefined, ["to", "be", "or", "not"]],
    ["上海天气", undefined, ["上海", "天气"]],
  ])("tells what tells something: %s", (query, language, expected) => {
    const { words, telling } = wordsOf(query, language);
    expect(words.filter((_, index) => telling[index])).toEqual(expected);
  });
});
