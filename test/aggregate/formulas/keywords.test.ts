import { expect, it } from "vitest";
import { keywordsOf } from "../../../src/aggregate/formulas/keywords.ts";
import { wordsOf } from "../../../src/aggregate/formulas/words.ts";

const mention = (text: string, compound?: number) => ({
  words: wordsOf(text, { language: "en" }),
  ...(compound !== undefined && { compound }),
});

it("ranks what three mentions have, each counted once, with their mean polarity", () => {
  const found = keywordsOf(
    [
      mention("Batteries, batteries: the charging of electric cars", 0.5),
      mention("charging a battery of an electric car", -0.1),
      mention("Batteries and the charging grid"),
      mention("charging is the future", 0.2),
      mention("grid, grid, grid", 0.9),
    ],
    new Set(["electric", "car"]),
  );
  expect(found).toEqual([{ term: "charging", mentions: 4, score: expect.closeTo(0.2, 9) }]);
});

it("shows the commonest form, orders equals by the alphabet, and has no score where none was scored", () => {
  const found = keywordsOf(
    ["Chargers on the road", "two chargers on one road", "a charger by the road"].map((text) => mention(text)),
    new Set(),
  );
  expect(found).toEqual([
    { term: "chargers", mentions: 3 },
    { term: "road", mentions: 3 },
  ]);
  expect(keywordsOf([], new Set())).toEqual([]);
});
