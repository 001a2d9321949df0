import { expect, it } from "vitest";
import { grossYield, monthlyRent } from "../../../src/aggregate/formulas/rent.ts";

it("reckons a month's rent of a surface", () => {
  expect(monthlyRent(15, 40)).toBe(600);
  expect(monthlyRent(15, 0)).toBe(0);
});

it("reckons a year's rent against the price", () => {
  expect(grossYield(15, 4000)).toBeCloseTo(4.5, 4);
});

it("knows no yield without a price", () => {
  expect([grossYield(15, 0), grossYield(15, -1), grossYield(15, Number.NaN)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
