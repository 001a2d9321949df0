/*
 * The bounds of web vitals at the 75th percentile of page loads, as Google publishes them: https://web.dev/articles/vitals
 * and the page of each metric there. First input delay was retired in March 2024, when interaction to next paint took its
 * place; total blocking time and speed index are measured in the lab only (Lighthouse's bounds for mobile devices).
 */

export type Rating = "good" | "needs-improvement" | "poor";

/** Good up to the first figure, poor beyond the second; milliseconds, but for `cls`, which has no unit. */
const BOUNDS = {
  lcp: [2_500, 4_000],
  inp: [200, 500],
  cls: [0.1, 0.25],
  fid: [100, 300],
  fcp: [1_800, 3_000],
  ttfb: [800, 1_800],
  tbt: [200, 600],
  speed_index: [3_400, 5_800],
} as const;

export type Vital = keyof typeof BOUNDS;

/** A value's rating; absent without one. */
export function ratingOf(vital: Vital, value: number | undefined): Rating | undefined {
  if (value === undefined) return undefined;
  const [good, poor] = BOUNDS[vital];
  return value <= good ? "good" : value > poor ? "poor" : "needs-improvement";
}

/** What real users saw: milliseconds, but for `cls`. */
export interface FieldVitals {
  readonly lcp?: number | undefined;
  readonly inp?: number | undefined;
  readonly cls?: number | undefined;
}

/**
 * Whether a page passes: all three are good. As PageSpeed Insights says it, pages without enough interactions are judged by
 * the other two, and without one of those there is no verdict (https://developers.google.com/speed/docs/insights/v5/about).
 */
export function passesVitals({ lcp, inp, cls }: FieldVitals): boolean | undefined {
  const ratings = [ratingOf("lcp", lcp), ratingOf("inp", inp), ratingOf("cls", cls)];
  if (lcp === undefined || cls === undefined) return undefined;
  return ratings.every((rating) => rating === undefined || rating === "good");
}
