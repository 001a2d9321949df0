import { describe, expect, test } from "vitest";
import { sentenceWords, shownForms, termsOf, wordsOf } from "../../../src/aggregate/formulas/words.ts";
import { knowsStopTermsOf, stopTermsOf } from "../../../src/language/stop-lists.ts";
import { terms, writtenTerms } from "../../../src/language/terms.ts";

const said = (text: string, language: string) => termsOf(wordsOf(text, { language }));

describe("the words of a text", () => {
  test("plural and singular are one term, shown in the form that came first among equals", () =>
    expect(said("Les chaussures de trail, chaussure", "fr")).toEqual([
      { key: "chaussure", shown: "chaussures", count: 2 },
      { key: "trail", shown: "trail", count: 1 },
    ]));

  test("the commonest form is shown, with its diacritics", () =>
    expect(said("Vélo et vélos, un VÉLO", "fr")).toEqual([{ key: "velo", shown: "vélo", count: 3 }]));

  test.each([
    ["eaux", "fr", "eau"],
    ["eaux", "en", "eaux"],
    ["shoes", "en", "shoe"],
    ["Schuhs", "de", "schuhs"],
    ["bus", "en", "bus"],
    ["prix", "fr", "pri"],
  ])("%s in %s has the key %s", (word, language, key) =>
    expect(wordsOf(word, { language }).map((one) => one.key)).toEqual([key]),
  );

  test("stop words, numbers and single letters are words and no terms", () => {
    const words = wordsOf("The 42 best e shoes don't", { language: "en" });
    expect(words.map(({ key }) => key)).toEqual(["the", "42", "best", "e", "shoe", "don", "t"]);
    expect(words.filter(({ telling }) => telling).map(({ key }) => key)).toEqual(["best", "shoe"]);
  });

  test("a text in a foreign language leaves out English stop words too", () => {
    const telling = (foreign: boolean) =>
      wordsOf("Laufschuhe the", { language: "de", foreign }).flatMap(({ telling: is, key }) => (is ? [key] : []));
    expect([telling(false), telling(true)]).toEqual([["laufschuhe", "the"], ["laufschuhe"]]);
  });

  test("scripts without spaces give overlapping pairs of letters", () =>
    expect(said("跑步鞋", "zh").map(({ shown }) => shown)).toEqual(["跑步", "步鞋"]));

  test("an empty text has no words, and a language without a list no stop words", () => {
    expect([said("", "en"), sentenceWords(" \n ", { language: "en" })]).toEqual([[], []]);
    expect([stopTermsOf("xx").size, knowsStopTermsOf("xx"), knowsStopTermsOf("sv-SE")]).toEqual([0, false, true]);
    expect(said("the cat", "").map(({ key }) => key)).toEqual(["the", "cat"]);
  });

  test("sentences are kept apart", () =>
    expect(sentenceWords("Cats run. Dogs sleep.", { language: "en" }).map((one) => one.map(({ key }) => key))).toEqual([
      ["cat", "run"],
      ["dog", "sleep"],
    ]));

  test("the forms shown are those of all words", () =>
    expect([...shownForms(wordsOf("Shoe shoes shoes", { language: "en" }))]).toEqual([["shoe", "shoes"]]));

  test.each(["Crème brûlée à l'été", "ＳＴＲＡＳＳＥ Straße", "東京タワーと C++ и ёлка"])(
    "terms and their forms go together: %s",
    (text) => expect(writtenTerms(text).map(({ term }) => term)).toEqual(terms(text)),
  );
});
