import { expect, it } from "vitest";
import { mean, wilson } from "../../../src/aggregate/formulas/shares.ts";

it("gives the interval of a share", () => {
  expect(wilson(30, 50)?.low).toBeCloseTo(0.4618, 4);
  expect(wilson(30, 50)?.high).toBeCloseTo(0.7239, 4);
  expect(wilson(3, 5)?.low).toBeCloseTo(0.2307, 4);
  expect(wilson(3, 5)?.high).toBeCloseTo(0.8824, 4);
});

it("stays within 0 and 1, and knows nothing of no values", () => {
  expect(wilson(0, 1)?.low).toBe(0);
  expect(wilson(1, 1)?.high).toBeCloseTo(1, 9);
  expect(wilson(0, 0)).toBeUndefined();
});

it("means values, and none of none", () => {
  expect(mean([1, 2, 6])).toBe(3);
  expect(mean([])).toBeUndefined();
});
