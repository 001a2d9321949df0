import { describe, expect, it } from "vitest";
import { productTrend } from "../../../src/aggregate/formulas/product-trend.ts";

const days = (...prices: readonly (readonly [string, number])[]) => prices.map(([date, median]) => ({ date, median }));

describe("productTrend", () => {
  it("is the median slope a month for the median price", () => {
    const trend = productTrend(days(["2026-01-01", 100], ["2026-01-11", 98], ["2026-01-21", 94]));
    expect(trend?.direction).toBe("falling");
    expect(trend?.slopePct30d).toBeCloseTo((-0.3 * 3000) / 98, 4);
  });

  it("is stable within two percent, and rising above", () => {
    expect(productTrend(days(["2026-01-01", 100], ["2026-01-02", 101], ["2026-01-31", 101]))?.direction).toBe("stable");
    expect(productTrend(days(["2026-01-01", 100], ["2026-01-10", 104], ["2026-01-31", 112]))?.direction).toBe("rising");
  });

  it("is not moved by one odd day", () => {
    const steady = days(
      ["2026-01-01", 100],
      ["2026-01-08", 100],
      ["2026-01-15", 400],
      ["2026-01-22", 100],
      ["2026-01-29", 100],
    );
    expect(productTrend(steady)).toEqual({ direction: "stable", slopePct30d: 0 });
  });

  it("is none of two days, and none within a week", () => {
    expect(productTrend(days(["2026-01-01", 100], ["2026-01-21", 94]))).toBeUndefined();
    expect(productTrend(days(["2026-01-01", 1], ["2026-01-02", 2], ["2026-01-07", 3]))).toBeUndefined();
    expect(productTrend([])).toBeUndefined();
  });
});
