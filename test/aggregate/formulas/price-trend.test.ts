import { describe, expect, it } from "vitest";
import { type PriceYear, priceTrend } from "../../../src/aggregate/formulas/price-trend.ts";

const year = (at: number, median: number, n = 10): PriceYear => ({ year: at, median, n });

const FIVE = [year(2021, 4000), year(2022, 4100), year(2023, 4300), year(2024, 4500), year(2025, 4620)];

describe("the trend of prices", () => {
  it("compares the newest year with the year before and the fourth year before", () => {
    const { oneYear, fiveYears, annualised } = priceTrend(FIVE);
    expect(oneYear).toBeCloseTo(2.6667, 4);
    expect(fiveYears).toBeCloseTo(15.5, 4);
    expect(annualised).toBeCloseTo(3.6682, 4);
  });

  it("is the same in whatever order the years come", () => {
    expect(priceTrend(FIVE.toReversed())).toEqual(priceTrend(FIVE));
  });

  it("is absent without sales, and of a single year", () => {
    expect(priceTrend([])).toEqual({});
    expect(priceTrend([year(2025, 4620)])).toEqual({});
  });

  it("asks for three sales in both years", () => {
    expect(priceTrend([year(2024, 4500, 3), year(2025, 4620, 3)]).oneYear).toBeCloseTo(2.6667, 4);
    expect(priceTrend([year(2024, 4500, 2), year(2025, 4620)])).toEqual({});
    expect(priceTrend([year(2024, 4500), year(2025, 4620, 2)])).toEqual({});
  });

  it("takes no other year for one that is missing", () => {
    const trend = priceTrend([year(2020, 3900), year(2021, 4000), year(2023, 4300), year(2025, 4620)]);
    expect(trend.oneYear).toBeUndefined();
    expect(trend.fiveYears).toBeCloseTo(15.5, 4);
  });

  it("does not divide by nothing", () => {
    expect(priceTrend([year(2024, 0), year(2025, 4620)])).toEqual({});
  });
});
