import { quantile } from "../../sources/kit/values/quantiles.ts";

export { quantile };

/** A sample is small below so many values: its figures are given with a warning. */
const SMALL = 10;

/** Quartiles are given from so many values on. */
const ENOUGH_FOR_QUARTILES = 4;

/** What a median is made of: beside every one of them. */
export interface Sample {
  /** How many values there were. */
  readonly n: number;
  readonly median?: number;
  readonly q1?: number;
  readonly q3?: number;
}

/** The middle value, or halfway between the two middle ones; undefined of none. */
export const median = (values: readonly number[]): number | undefined => quantile(values, 0.5);

/** Whether figures of so many values must be read with care. */
export const isSmallSample = (n: number): boolean => n < SMALL;

/** Median of whatever there is, quartiles of four values and more. */
export function sampleOf(values: readonly number[]): Sample {
  const n = values.length;
  const middle = median(values);
  if (middle === undefined) return { n };
  if (n < ENOUGH_FOR_QUARTILES) return { n, median: middle };
  const q1 = quantile(values, 0.25);
  const q3 = quantile(values, 0.75);
  return { n, median: middle, ...(q1 !== undefined && { q1 }), ...(q3 !== undefined && { q3 }) };
}
