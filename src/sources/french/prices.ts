import type { Sale } from "./sale.ts";

/** The prices per m² of a commune's sales, by dwelling type and year. */
export type Prices = Map<string, Map<number, number[]>>;

/** Notes a sale's price per m², where it has one: sales of exactly one dwelling do. */
export function notePrice(prices: Prices, { type, date, priceM2 }: Sale): void {
  const year = Number(date?.slice(0, 4));
  if (!type || !year || priceM2 === undefined) return;
  const years = prices.get(type) ?? new Map<number, number[]>();
  const values = years.get(year) ?? [];
  values.push(priceM2);
  prices.set(type, years.set(year, values));
}

/** The middle of the values; of two, their mean; undefined of none. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? undefined : Math.round((low + high) / 2);
}

/** From one median to another, in percent with one decimal. */
const change = (from: number | undefined, to: number | undefined): number | undefined =>
  from && to ? Math.round((to / from - 1) * 1000) / 10 : undefined;

/** Each type's median price per m² by year, newest first, with its change against a year and four years before the newest. */
export function trendsOf(prices: Prices) {
  return [...prices].map(([type, byYear]) => {
    const years = [...byYear]
      .toSorted(([a], [b]) => b - a)
      .flatMap(([year, values]) => {
        const medianPriceM2 = median(values);
        return medianPriceM2 === undefined ? [] : [{ year, count: values.length, medianPriceM2 }];
      });
    const newest = years[0];
    const before = (distance: number) =>
      years.find(({ year }) => newest && year === newest.year - distance)?.medianPriceM2;
    return {
      type,
      years,
      change1YearPercent: change(before(1), newest?.medianPriceM2),
      change5YearsPercent: change(before(4), newest?.medianPriceM2),
    };
  });
}
