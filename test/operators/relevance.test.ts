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

  test("finds them at the end of a text that is as long as one is read", () =>
    expect(relevance("上海", "x", `${"a".repeat(1997)}上海x`)).toBeGreaterThan(0));

  test("takes two letters of them for a word where it measures a text", () => {
    // Eighteen letters are nine words, which is a title's usual length.
    expect(relevance("上海", `上海${"游".repeat(16)}`)).toBeCloseTo(3 / (3 + 1.2), 12);
    expect(relevance("linux", `linux ${"游".repeat(16)}`)).toBeCloseTo(3 / (3 + 1.2), 12);
    expect(relevance("上海", "北京旅游")).toBe(0);
  });

  test("takes whole words where words are spaced", () => expect(relevance("art", "Party")).toBe(0));

  test("tells C, C++ and C# apart", () => {
    expect(relevance("c++", "C primer")).toBe(0);
    expect(relevance("c++", "C++ primer")).toBeGreaterThan(0);
    expect(relevance("c#", "C++ primer")).toBe(0);
    expect(relevance("c#", "C primer")).toBe(0);
    expect(relevance("c#", "C# primer")).toBeGreaterThan(0);
    expect(relevance("c", "C# or C++")).toBe(0);
    for (const title of ["C+D", "C + D", "C+", "C -+"]) expect(relevance("c", title)).toBeGreaterThan(0);
  });

  test("does not ask for operators, and has no words when nothing else is asked", () => {
    expect(relevance("rxjs site:dev.to -angular OR", "RxJS")).toBe(relevance("rxjs", "RxJS"));
    expect(relevance('"rxjs" intitle:guide', "RxJS guide")).toBe(relevance("rxjs guide", "RxJS guide"));
    expect(wordsOf("site:dev.to -angular").words).toEqual([]);
    expect(wordsOf("website:rxjs myintext:guide").words).toEqual(["website", "rxjs", "myintext", "guide"]);
    expect(wordsOf("well-known FLOOR NOTES").words).toEqual(["well", "known", "floor", "notes"]);
    expect(wordsOf("rxjs OR java AND NOT go").words).toEqual(["rxjs", "java", "go"]);
    expect(wordsOf("").words).toEqual([]);
  });

  test("is 0 for a result without any text", () => expect(wordsOf("rxjs").found({})).toEqual([0]));

  test("finds a word in another number or case, a little less, and no word that only begins alike", () => {
    expect(relevance("parsers", "Parser")).toBeGreaterThan(0);
    expect(relevance("parser", "Parsers")).toBeLessThan(relevance("parser", "Parser"));
    expect(relevance("car", "Carpet")).toBe(0);
    expect(relevance("rust", "Rusticated")).toBe(0);
  });

  test.each([
    ["test", "testing", true],
    ["test", "testable", false],
    ["testing", "test", true],
    ["testable", "test", false],
    ["cars", "car", false],
    ["car", "cars", false],
    ["parser", "parses", false],
    ["python3", "python", false],
    ["3python", "3pythons", false],
    ["rust", "rust", true],
    ["тест", "тесты", true],
    ["тест", "тестировать", false],
    ["тесты", "тест", true],
    ["тестировать", "тест", false],
    ["дом", "дома", false],
    ["дома", "дом", false],
    ["3тесты", "3тест", false],
    ["тест3", "тест", false],
    ["тест", "проект", false],
  ])("takes as another form what differs by three letters of an ending at most: %s, %s", (query, title, is) => {
    const found = relevance(query, title);
    if (is) expect(found).toBeGreaterThan(0.75);
    else expect(found).toBe(0);
  });

  test.each([
    "parser parsers parses parse, or parsing",
    "C C++ C# c+ c +c#",
    "a test, tests; testing 4 tests and TESTABLE things",
    "python3 python 3python pythons",
    "x".repeat(400),
  ])("finds as much in full-width letters: %s", (text) => {
    const wide = text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
    for (const query of ["parser", "parse c", "c++ tests", "test c#", "python3 python", "3python", "testing x"]) {
      const { found } = wordsOf(query);
      expect(found({ title: wide, snippet: wide })).toEqual(found({ title: text, snippet: text }));
    }
  });

  test("reads 300 characters of a title, 2,000 of a snippet and 200 of an address", () => {
    const { found } = wordsOf("rxjs");
    const ending = (length: number): string => `${"a ".repeat(length).slice(0, length - 5)} rxjs`;
    expect(found({ title: ending(300) })[0]).toBeGreaterThan(0);
    expect(found({ title: ending(301) })[0]).toBe(0);
    expect(found({ snippet: ending(2000) })[0]).toBeGreaterThan(0);
    expect(found({ snippet: ending(2001) })[0]).toBe(0);
    expect(found({ url: `https://${"a".repeat(195)}/rxjs` })[0]).toBeGreaterThan(0);
    expect(found({ url: `https://${"a".repeat(196)}/rxjs` })[0]).toBe(0);
  });

  test("a snippet of usual length weighs a third of such a title, an address as much whatever its length", () => {
    const words = (count: number): string => `${"else ".repeat(count - 1)}rxjs`;
    const { found } = wordsOf("rxjs");
    expect(found({ snippet: words(28) })[0]).toBeCloseTo(1 / 2.2, 12);
    expect(found({ snippet: words(56) })[0]).toBeCloseTo(1 / 1.75 / (1 / 1.75 + 1.2), 12);
    expect(found({ url: "http://rxjs.example/a/b/c/d" })[0]).toBeCloseTo(1 / 2.2, 12);
    expect(found({ title: words(9), snippet: words(28) })[0]).toBeCloseTo(4 / 5.2, 12);
  });

  test("looks for 24 words of the first 1,000 characters, each once", () => {
    const many = Array.from({ length: 30 }, (_, at) => `word${at}`);
    expect(wordsOf(many.join(" ")).words).toEqual(many.slice(0, 24));
    expect(wordsOf(`${"a ".repeat(500)}rxjs`).words).toEqual(["a"]);
    expect(wordsOf(`${"a ".repeat(498)}rxjs`).words).toEqual(["a", "rxjs"]);
  });

  test("reads host and path of an address, and no query", () => {
    const found = (url: string) => wordsOf("reddit").found({ title: "Async", url })[0];
    expect(found("https://www.reddit.com/r/rust")).toBeGreaterThan(0);
    expect(found("https://a.example/?q=reddit")).toBe(0);
    expect(found("HTTP://reddit.com/")).toBeGreaterThan(0);
    expect(found("about:https://reddit.com/")).toBe(0);
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
