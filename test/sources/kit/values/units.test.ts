import { expect, it } from "vitest";
import { metric } from "../../../../src/sources/kit/values/units.ts";

it.each([
  [63.7, "°F", 17.61],
  [32, "F", 0],
  [10, "mp/h", 16.09],
  [10, "mph", 16.09],
  [10, "m/s", 36],
  [11, "kt", 20.37],
  [1, "inch", 25.4],
  [100, "ft", 30.48],
  [5.25, "°C", 5.25],
  [5, undefined, 5],
])("%d %s is %d in the metric unit", (value, unit, wanted) => expect(metric(value, unit)).toBe(wanted));

it("knows no figure where there is none", () => {
  for (const value of [null, undefined, "5", Number.NaN]) expect(metric(value, "°F")).toBeUndefined();
});
