import { expect, test } from "vitest";
import { occurrences } from "../../../src/aggregate/formulas/phrases.ts";

const count = (text: string, phrase: string) => occurrences(text.split(" "), phrase ? phrase.split(" ") : []);

test.each([
  ["a b a b a", "a b", 2],
  ["a a a", "a a", 1],
  ["a b", "b a", 0],
  ["a", "a b", 0],
  ["a b", "", 0],
])("in “%s” stands “%s” %i times", (text, phrase, times) => expect(count(text, phrase)).toBe(times));
