import { quantile } from "../../kit/values/quantiles.ts";
import type { Price, Prices } from "./sale.ts";

/** From one median to another, in percent with one decimal. */
const change = (from: number | undefined, to: number | undefined): number | undefined =>
  from && to ? Math.round((to / from - 1) * 1000) / 10 : undefined;

/** A quantile of prices per m² in whole euros. */
function priceAt(prices: readonly Price[], share: number): number | undefined {
  const price = quantile(
    prices.map(([, , priceM2]) => priceM2),
    share,
  );
  return price === undefined ? undefined : Math.round(price);
}

const yearOf = ([, date]: Price): number => Number(date.slice(0, 4));

/** Each type's median price per m² by year, newest first, with its change against a year and four years before the newest. */
export function trendsOf(prices: Prices) {
  return [...prices].map(([type, sold]) => {
    const years = [...Map.groupBy(sold, yearOf)]
      .toSorted(([a], [b]) => b - a)
      .flatMap(([year, ofYear]) => {
        const medianPriceM2 = priceAt(ofYear, 0.5);
        return medianPriceM2 === undefined ? [] : [{ year, count: ofYear.length, medianPriceM2 }];
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

/** The day two years before: "2025-12-30" → "2023-12-30". */
const twoYearsBefore = (day: string): string => `${Number(day.slice(0, 4)) - 2}${day.slice(4)}`;

/** What the dwellings sold in the two years up to the newest such sale cost: all of them, and each type. */
export function recentOf(prices: Prices) {
  const all = [...prices.values()].flat();
  const through = all.reduce((latest, [, date]) => (date > latest ? date : latest), "");
  if (through === "") return undefined;
  const since = twoYearsBefore(through);
  const spread = (type: string | undefined, sold: readonly Price[]) => {
    const recent = sold.filter(([, date]) => date > since);
    const [median, low, high] = [priceAt(recent, 0.5), priceAt(recent, 0.25), priceAt(recent, 0.75)];
    if (median === undefined || low === undefined || high === undefined) return [];
    return [{ type, count: recent.length, medianPriceM2: median, lowerQuartileM2: low, upperQuartileM2: high }];
  };
  return {
    since,
    through,
    prices: [...spread(undefined, all), ...[...prices].flatMap(([type, sold]) => spread(type, sold))],
  };
}
