import { describe, expect, it } from "vitest";
import { correlation, pearson } from "../../../src/aggregate/formulas/correlation.ts";
import type { Close } from "../../../src/aggregate/formulas/returns.ts";

const closesOf = (prices: Readonly<Record<string, number>>): Close[] =>
  Object.entries(prices).map(([date, close]) => ({ date, at: Date.parse(date), close }));

/** Prices whose daily returns are the given percents, from 1 November 2026 on. */
function walk(percents: readonly number[]): Close[] {
  let price = 100;
  const prices = [price, ...percents.map((percent) => (price *= Math.exp(percent / 100)))];
  return closesOf(
    Object.fromEntries(prices.map((close, day) => [`2026-11-${String(day + 1).padStart(2, "0")}`, close])),
  );
}

describe("Pearson's correlation", () => {
  it("is 0.6 for 1, 2, 3, 4 and 2, 1, 4, 3", () => {
    expect(pearson([1, 2, 3, 4], [2, 1, 4, 3])).toBeCloseTo(0.6, 10);
  });

  it("is 1 with itself, −1 with its opposite", () => {
    expect(pearson([1, 2, 4], [1, 2, 4])).toBeCloseTo(1, 10);
    expect(pearson([1, 2, 4], [-1, -2, -4])).toBeCloseTo(-1, 10);
  });

  it("is none of too few values, of unequal lists, and of what does not move", () => {
    expect(pearson([], [])).toBeUndefined();
    expect(pearson([1], [1])).toBeUndefined();
    expect(pearson([1, 2], [1, 2, 3])).toBeUndefined();
    expect(pearson([1, 1, 1], [1, 2, 3])).toBeUndefined();
  });
});

describe("the correlation of two assets", () => {
  it("compares returns day by day", () => {
    const { r, n, from, to } = correlation(walk([1, 2, 3, 4, 1, 2, 3, 4]), walk([2, 1, 4, 3, 2, 1, 4, 3]));
    expect(r?.value).toBeCloseTo(0.6, 10);
    expect(r).toMatchObject({ n: 8, smallSample: true });
    expect({ n, from, to }).toEqual({ n: 8, from: "2026-11-01", to: "2026-11-09" });
  });

  it("makes one return of a coin over the days on which a stock was not traded", () => {
    const coin = closesOf({
      "2026-11-06": 100,
      "2026-11-07": 150,
      "2026-11-08": 90,
      "2026-11-09": 110,
      "2026-11-10": 121,
    });
    const stock = closesOf({ "2026-11-06": 10, "2026-11-09": 11, "2026-11-10": 12.1 });
    expect(correlation(coin, stock)).toEqual({ r: undefined, n: 2, from: "2026-11-06", to: "2026-11-10" });
  });

  it("says nothing below five returns, and how many there were", () => {
    const few = walk([1, 2, 3, 4]);
    expect(correlation(few, few)).toMatchObject({ r: undefined, n: 4 });
    expect(correlation([], few)).toEqual({ r: undefined, n: 0, from: undefined, to: undefined });
  });

  it("has none with a price that stands still", () => {
    const still = walk([0, 0, 0, 0, 0, 0]);
    expect(correlation(still, walk([1, 2, 1, 2, 1, 2])).r).toBeUndefined();
  });
});
