/*
 * The bounds of web vitals at the 75th percentile of page loads, as Google publishes them: https://web.dev/articles/vitals
 * and the page of each metric there. First input delay was retired in March 2024, when interaction to next paint took its
 * place; total blocking time and speed index are measured in the lab only. A desktop run of the lab has Lighthouse's own, narrower bounds (its desktop scoring curves:
 * https://developer.chrome.com/docs/lighthouse/performance/performance-scoring); real users are held to one bound on all devices.
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

/** Lighthouse's bounds for a run that imitates a desktop; the other metrics have one bound. */
const DESKTOP_LAB: { readonly [vital in Vital]?: readonly [number, number] } = {
  lcp: [1_200, 2_400],
  fcp: [934, 1_600],
  tbt: [150, 350],
  speed_index: [1_311, 2_300],
};

export type Device = "mobile" | "desktop";

/** The rating of a value of one lab run that imitates a device; absent without a value. */
export const labRatingOf = (vital: Vital, value: number | undefined, device: Device): Rating | undefined =>
  rating(value, (device === "desktop" ? DESKTOP_LAB[vital] : undefined) ?? BOUNDS[vital]);

export type Vital = keyof typeof BOUNDS;

/** The rating of a value of real users; absent without one. */
export const ratingOf = (vital: Vital, value: number | undefined): Rating | undefined => rating(value, BOUNDS[vital]);

function rating(value: number | undefined, [good, poor]: readonly [number, number]): Rating | undefined {
  if (value === undefined) return undefined;
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
