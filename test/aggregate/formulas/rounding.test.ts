import { expect, it } from "vitest";
import { percent, rounded } from "../../../src/aggregate/formulas/rounding.ts";

it("rounds decimals as they are written, half away from zero", () => {
  expect([1.005, -1.005, 2.675, 1e-9, -1e-9, 12].map((value) => rounded(value, 2))).toEqual([
    1.01, -1.01, 2.68, 0, 0, 12,
  ]);
});

it("rounds large and small figures", () => {
  expect([rounded(123_456_789.06, 1), rounded(3.4e-7, 7), rounded(1234.5, 0)]).toEqual([123_456_789.1, 3e-7, 1235]);
});

it("shows percent with one decimal, and never a negative zero", () => {
  expect([2.6667, 15.5, -0.04].map(percent)).toEqual([2.7, 15.5, 0]);
  expect(Object.is(percent(-0.04), 0)).toBe(true);
});
