import { describe, expect, test } from "vitest";
import { ngramsOf, npmi } from "../../../src/aggregate/formulas/ngrams.ts";
import { sentenceWords } from "../../../src/aggregate/formulas/words.ts";

const of = (...pages: string[]) => ngramsOf(pages.map((text) => sentenceWords(text, { language: "en" })));
const texts = (list: readonly { readonly text: string }[]) => list.map(({ text }) => text);

describe("n-grams", () => {
  test("NPMI: ln 10 / 3.2189", () => {
    expect(npmi(0.04, 0.05, 0.08)).toBeCloseTo(0.7153, 4);
    expect([npmi(1, 1, 1), npmi(0.25, 0.5, 0.5)]).toEqual([1, 0]);
  });

  test("neighbours within a sentence, no stop word at either end, no number alone", () => {
    const found = of("Running shoes for women. Running shoes for women. Shoes 2025 win. Shoes 2025 win.");
    // "running shoes" is only ever said within the longest one.
    expect(texts(found.fourgrams)).toEqual(["running shoes for women"]);
    expect(texts(found.bigrams)).toEqual([]);
    expect(texts(found.trigrams)).toEqual(["shoes 2025 win"]);
  });

  test("a shorter one stays that is said by itself too, with its NPMI", () => {
    const found = of("Trail running shoes. Trail running shoes. Running shoes.");
    expect(found.trigrams).toMatchObject([{ text: "trail running shoes", count: 2, pages: 1 }]);
    // Of 8 words, 3 each of the two, 3 times together.
    expect(found.bigrams).toMatchObject([{ text: "running shoes", keys: ["running", "shoe"], count: 3 }]);
    expect(found.bigrams[0]?.npmi).toBeCloseTo(Math.log(3 / 8 / ((3 / 8) * (3 / 8))) / -Math.log(3 / 8), 10);
  });

  test("of four pages or more: three times on two pages; most pages first", () => {
    const one = "Red shoes win. Blue shoes lose.";
    const found = of(one, one, "Red shoes win. Red hats. Red hats. Red hats.", "Old socks.");
    expect(texts(found.trigrams)).toEqual(["red shoes win"]);
    expect(texts(found.bigrams)).toEqual([]);
  });

  test("plural and singular are one, shown as commonly written", () =>
    expect(of("Running shoe. Running shoes. Running shoes.").bigrams).toMatchObject([
      { text: "running shoes", count: 3 },
    ]));

  test("pairs of letters are joined", () => {
    const [page] = [sentenceWords("跑步鞋。跑步鞋。", { language: "zh" })];
    expect(texts(ngramsOf([page ?? []]).bigrams)).toEqual(["跑步鞋"]);
  });

  test("nothing gives nothing", () =>
    expect([ngramsOf([]), of("")]).toEqual([
      { bigrams: [], trigrams: [], fourgrams: [] },
      { bigrams: [], trigrams: [], fourgrams: [] },
    ]));
});
