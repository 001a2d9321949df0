import { describe, expect, test } from "vitest";
import { DAY_MS, type Day } from "../../src/aggregate/finance/portfolio/market.ts";
import { isOfSameCoin, plausible } from "../../src/aggregate/finance/portfolio/plausible.ts";
import { unitOf } from "../../src/sources/kit/values/minor-units.ts";

const days = (closes: readonly number[], adjusted = false): readonly Day[] =>
  closes.map((close, index) => {
    const at = Date.UTC(2026, 0, 1 + index) + DAY_MS - 1;
    return { date: new Date(at).toISOString().slice(0, 10), at, close, ...(adjusted && { adjusted: close }) };
  });
const closesOf = (found: { readonly days: readonly Day[] }): readonly number[] => found.days.map(({ close }) => close);

describe("days that prices can be made of", () => {
  test("a close of 0 and one of a hundred times its neighbours are left out, and counted", () => {
    const found = plausible(days([100, 101, 0, 102, 10_200, 103], true), "stock");
    expect(closesOf(found)).toEqual([100, 101, 102, 103]);
    expect(found.ticks).toBe(2);
  });

  test("raw closes begin with the last jump of the size of a split", () => {
    const found = plausible(days([400, 404, 101, 102]), "stock");
    expect(closesOf(found)).toEqual([101, 102]);
    expect(found.splitOn).toBe("2026-01-03");
  });

  test("adjusted closes and coins may fall by half", () => {
    expect(plausible(days([400, 404, 201, 202], true), "stock").days).toHaveLength(4);
    expect(plausible(days([400, 404, 201, 202]), "crypto").days).toHaveLength(4);
  });

  test("a high or low out of all proportion is none", () => {
    const [first] = plausible([{ ...days([100])[0], high: 10_000, low: 0 } as Day], "stock").days;
    expect([first?.high, first?.low]).toEqual([undefined, undefined]);
  });
});

describe("a coin of the same ticker", () => {
  const price = { name: "Coin", kind: "crypto", price: 3.2, asOf: "2026-01-05", source: "coingecko" } as const;
  test.each([
    [3.4, true],
    [1_753, false],
    [0.01, false],
  ])("traded at %d beside 3.2", (close, same) => {
    expect(isOfSameCoin({ days: days([close]), source: "binance" }, price)).toBe(same);
  });
});

test.each([
  ["GBp", "72.5", "GBP", "0.725"],
  ["GBX", "7250", "GBP", "72.5"],
  ["ILA", "1234", "ILS", "12.34"],
  ["ZAc", "5", "ZAR", "0.05"],
  ["EUR", "5", "EUR", "5"],
])("%s %s is %s %s", (unit, price, currency, amount) => {
  const found = unitOf(unit);
  expect([found.currency, Number(found.of(price))]).toEqual([currency, Number(amount)]);
});
