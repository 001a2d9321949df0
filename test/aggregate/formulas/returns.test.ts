import { describe, expect, it } from "vitest";
import {
  changePercent,
  closeAt,
  deviation,
  logReturns,
  maxDrawdownPercent,
  sampled,
  TRADING_DAYS,
  volatility,
} from "../../../src/aggregate/formulas/returns.ts";

const PRICES = [100, 102, 101, 103, 102];

describe("returns and volatility", () => {
  it("takes logarithms of each close by the one before", () => {
    const expected = [0.019803, -0.009852, 0.019608, -0.009756];
    const returns = logReturns(PRICES);
    expect(returns).toHaveLength(4);
    for (const [place, value] of expected.entries()) expect(returns[place]).toBeCloseTo(value, 6);
  });

  it("makes the deviation of a sample a year's volatility", () => {
    expect(deviation(logReturns(PRICES))).toBeCloseTo(0.017038, 6);
    expect(volatility(PRICES, TRADING_DAYS.crypto)).toBeCloseTo(0.3255, 4);
    expect(volatility(PRICES, TRADING_DAYS.exchange)).toBeCloseTo(0.2705, 4);
  });

  it("has no deviation of no value and of one, and no return of one price", () => {
    expect(deviation([])).toBeUndefined();
    expect(deviation([0.1])).toBeUndefined();
    expect(logReturns([])).toEqual([]);
    expect(logReturns([100])).toEqual([]);
    expect(volatility([100, 101], 365)).toBeUndefined();
  });

  it("leaves out steps over a price that cannot be one", () => {
    expect(logReturns([100, 0, 100, 200])).toEqual([Math.log(2)]);
    expect(logReturns([100, -1])).toEqual([]);
  });

  it("gives a statistic from five values on, and calls it a small sample below twenty", () => {
    expect(sampled(0.5, 4)).toBeUndefined();
    expect(sampled(undefined, 30)).toBeUndefined();
    expect(sampled(0.5, 5)).toEqual({ value: 0.5, n: 5, smallSample: true });
    expect(sampled(0.5, 19)).toMatchObject({ smallSample: true });
    expect(sampled(0.5, 20)).toEqual({ value: 0.5, n: 20, smallSample: false });
  });
});

describe("prices of the past", () => {
  const closes = [10, 11, 12].map((close, day) => ({ date: `2026-11-0${day + 1}`, at: (day + 1) * 1000, close }));

  it("finds the last close at or before an instant", () => {
    expect(closeAt(closes, 2000)?.close).toBe(11);
    expect(closeAt(closes, 2999)?.close).toBe(11);
    expect(closeAt(closes, 9999)?.close).toBe(12);
    expect(closeAt(closes, 999)).toBeUndefined();
    expect(closeAt([], 999)).toBeUndefined();
  });

  it("says how far a price is above another", () => {
    expect(changePercent(103, 100)).toBeCloseTo(3, 10);
    expect(changePercent(90, 100)).toBeCloseTo(-10, 10);
    expect(changePercent(90, undefined)).toBeUndefined();
    expect(changePercent(90, 0)).toBeUndefined();
  });

  it("finds the deepest fall after a peak", () => {
    expect(maxDrawdownPercent([100, 120, 90, 110, 99, 130])).toBeCloseTo(-25, 10);
    expect(maxDrawdownPercent([1, 2, 3])).toBe(0);
    expect(maxDrawdownPercent([1])).toBeUndefined();
    expect(maxDrawdownPercent([])).toBeUndefined();
  });
});
