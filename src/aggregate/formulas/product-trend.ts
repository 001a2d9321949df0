import { median } from "./statistics.ts";

/** What a product cost on a day (2026-01-31). */
export interface DayPrice {
  readonly date: string;
  readonly median: number;
}

export interface ProductTrend {
  readonly direction: "rising" | "falling" | "stable";
  /** In percent of the median of the medians, in 30 days. */
  readonly slopePct30d: number;
}

const DAY = 86_400_000;
const LEAST_DAYS = 3;
const LEAST_SPAN = 7;
const CLEAR = 2;

/**
 * The trend of a product's daily median prices: the median of the slopes between any two days (P. K. Sen, "Estimates of the
 * Regression Coefficient Based on Kendall's Tau", JASA 63 (1968)). Undefined of fewer than three days, or within a week.
 */
export function productTrend(days: readonly DayPrice[]): ProductTrend | undefined {
  const points = days.map(({ date, median: price }) => ({ day: Date.parse(date) / DAY, price }));
  const dates = points.map(({ day }) => day);
  if (points.length < LEAST_DAYS || Math.max(...dates) - Math.min(...dates) < LEAST_SPAN) return undefined;
  const slopes = points.flatMap((a, index) =>
    points.slice(index + 1).flatMap((b) => (a.day === b.day ? [] : [(b.price - a.price) / (b.day - a.day)])),
  );
  const slope = median(slopes);
  const middle = median(points.map(({ price }) => price));
  if (slope === undefined || !middle) return undefined;
  const slopePct30d = (slope * 30 * 100) / middle;
  return { direction: slopePct30d > CLEAR ? "rising" : slopePct30d < -CLEAR ? "falling" : "stable", slopePct30d };
}
