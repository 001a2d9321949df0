import { median } from "./statistics.ts";

/** From so many prices on the spread tells what lies outside. */
const ENOUGH = 4;
const MOST = 3.5;
/** What makes the median deviation of a normal distribution its standard deviation. */
const NORMAL = 1.4826;
/** A price below this share of the median is that of something else, or none. */
const LEAST_SHARE = 0.2;

/**
 * Whether a price lies outside the others: by more than 3.5 robust deviations of the logarithms (B. Iglewicz and D. Hoaglin,
 * How to Detect and Handle Outliers, 1993) where there are four prices or more that differ, or below a fifth of the median.
 */
export function outlying(prices: readonly number[]): (price: number) => boolean {
  const middle = median(prices);
  if (middle === undefined) return () => false;
  const logs = prices.map(Math.log);
  const centre = median(logs) ?? 0;
  const spread = prices.length < ENOUGH ? 0 : (median(logs.map((log) => Math.abs(log - centre))) ?? 0);
  return (price) =>
    price < LEAST_SHARE * middle || (spread > 0 && Math.abs(Math.log(price) - centre) > MOST * NORMAL * spread);
}
