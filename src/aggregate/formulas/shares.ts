/** 97.5 % quantile of the normal distribution: two-sided 95 %. */
const Z = 1.959964;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * The 95 % interval of a share of `hits` in `n` (E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical
 * Inference", JASA 22 (1927)); undefined of none.
 */
export function wilson(hits: number, n: number): Interval | undefined {
  if (n <= 0) return undefined;
  const share = hits / n;
  const scale = 1 + Z ** 2 / n;
  const centre = (share + Z ** 2 / (2 * n)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/** The mean of values, undefined of none. */
export const mean = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
