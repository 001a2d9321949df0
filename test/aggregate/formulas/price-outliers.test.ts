import { describe, expect, it } from "vitest";
import { outlying } from "../../../src/aggregate/formulas/price-outliers.ts";

const kept = (prices: readonly number[]) => {
  const out = outlying(prices);
  return prices.filter((price) => !out(price));
};

describe("outlying", () => {
  it("leaves out what lies far from the others", () => {
    expect(kept([95, 100, 105, 110, 19])).toEqual([95, 100, 105, 110]);
    expect(kept([95, 100, 105, 110, 400])).toEqual([95, 100, 105, 110]);
  });

  it("leaves out less than a fifth of the median however few there are", () => {
    expect(kept([100, 110, 12])).toEqual([100, 110]);
    expect(kept([100, 25])).toEqual([100, 25]);
    expect(kept([5])).toEqual([5]);
    expect(kept([])).toEqual([]);
  });

  it("calls nothing far where most prices are equal", () => {
    expect(kept([100, 100, 100, 100, 104])).toEqual([100, 100, 100, 100, 104]);
  });
});
