import { describe, expect, test } from "vitest";
import { answers, opportunity } from "../../../src/aggregate/formulas/opportunity.ts";
import { wordsOf } from "../../../src/aggregate/formulas/words.ts";

describe("opportunity", () => {
  test("named by 2 sources, served by 2 of 10 pages: 53", () => {
    expect(opportunity(2, 10, 2)?.score).toBe(53);
    expect(opportunity(2, 10, 2)?.gap).toBeCloseTo(0.8, 10);
    expect(opportunity(2, 10, 2)?.demand).toBeCloseTo(0.6667, 4);
  });

  test("demand is whole from three sources on; what all pages serve is none; no pages, no score", () => {
    expect(opportunity(0, 4, 5)).toEqual({ score: 100, gap: 1, demand: 1 });
    expect(opportunity(4, 4, 3)?.score).toBe(0);
    expect(opportunity(0, 0, 3)).toBeUndefined();
  });

  test("a page answers where one sentence holds 60 % of the content words", () => {
    const keys = (text: string) => new Set(wordsOf(text, { language: "en" }).map(({ key }) => key));
    const question = wordsOf("How often should I wash trail running shoes in winter?", { language: "en" });
    // Content words: often, wash, trail, running, shoe, winter: four of six are 67 %, three 50 %.
    expect(answers(question, [keys("Wash your trail running shoe by hand.")])).toBe(true);
    expect(answers(question, [keys("Trail running shoes."), keys("Wash by hand in winter.")])).toBe(false);
    // Beside the phrase itself two words are asked for, and of these 60 % are both.
    const phrase = keys("trail running shoes");
    const short = wordsOf("Wash trail running shoes in winter?", { language: "en" });
    expect(answers(short, [keys("Wash trail running shoes.")])).toBe(true);
    expect(answers(short, [keys("Wash trail running shoes.")], phrase)).toBe(false);
    expect(answers(short, [keys("In winter, wash trail shoes.")], phrase)).toBe(true);
    expect(answers(wordsOf("Should I?", { language: "en" }), [keys("I should.")])).toBe(false);
  });
});
