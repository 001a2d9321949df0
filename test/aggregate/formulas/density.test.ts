import { expect, test } from "vitest";
import { density } from "../../../src/aggregate/formulas/density.ts";

test("a phrase of two words three times in 200 words is 3 %", () => expect(density(3, 2, 200)).toBeCloseTo(3, 4));

test("what is not said is 0, and a text without words has no density", () =>
  expect([density(0, 2, 200), density(0, 1, 0)]).toEqual([0, undefined]));
