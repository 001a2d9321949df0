/** A median of fewer sales is no ground for a trend. */
const ENOUGH = 3;

/** From the newest of five years of sales to the oldest there are four intervals. */
const INTERVALS = 4;

/** What the sales of a calendar year come to. */
export interface PriceYear {
  readonly year: number;
  /** Sales of exactly one dwelling. */
  readonly n: number;
  /** Currency per m². */
  readonly median: number;
}

/** Changes in percent, unrounded; absent where a year is missing or has fewer than three sales. */
export interface PriceTrend {
  /** The newest year against the year before. */
  readonly oneYear?: number;
  /** The newest year against the fourth year before: five years of sales. */
  readonly fiveYears?: number;
  /** The same, a year: the geometric mean of its four intervals. */
  readonly annualised?: number;
}

/**
 * How prices of dwellings moved: medians of the price per m² by calendar year, by which the notaries and INSEE publish raw
 * prices, too (Indices Notaires-INSEE des prix des logements anciens, Insee Méthodes 128, 2014). Not corrected for what was sold.
 */
export function priceTrend(years: readonly PriceYear[]): PriceTrend {
  const newest = years.toSorted((a, b) => b.year - a.year)[0];
  if (!newest || newest.n < ENOUGH) return {};
  const ratioTo = (distance: number): number | undefined => {
    const before = years.find(({ year }) => year === newest.year - distance);
    return before && before.n >= ENOUGH && before.median > 0 ? newest.median / before.median : undefined;
  };
  const [year, all] = [ratioTo(1), ratioTo(INTERVALS)];
  return {
    ...(year !== undefined && { oneYear: (year - 1) * 100 }),
    ...(all !== undefined && { fiveYears: (all - 1) * 100, annualised: (all ** (1 / INTERVALS) - 1) * 100 }),
  };
}
