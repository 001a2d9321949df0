import { expect, test } from "vitest";
import { LEAST, statistic } from "../../../src/aggregate/formulas/statistic.ts";
import { median } from "../../../src/aggregate/formulas/statistics.ts";

const implausible = { is: (value: number) => value < 100, why: "prices below 100 EUR/m²" };

test("a figure has the number of its values, and none below the least number", () => {
  expect(statistic([1, 2, 3], median, { least: LEAST.median })).toEqual({ value: 2, n: 3 });
  expect(statistic([1, 2], median, { least: LEAST.median })).toEqual({ n: 2 });
});

test("values that cannot be right are left out, counted with the rule, and not part of n", () => {
  expect(statistic([1, 3000, 3100, 3200], median, { least: 3, implausible })).toEqual({
    value: 3100,
    n: 3,
    leftOut: { n: 1, why: "prices below 100 EUR/m²" },
  });
  expect(statistic([1, 2, 3, 4], median, { least: 3, implausible })).toEqual({
    n: 0,
    leftOut: { n: 4, why: "prices below 100 EUR/m²" },
  });
});
