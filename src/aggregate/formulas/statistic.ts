/** From how many values on a figure of them says something (ANALYSES-REVIEW R4). */
export const LEAST = { median: 3, quartiles: 8, volatility: 20, correlation: 20, diversification: 20 } as const;

/** `small_sample` of a median of so many values: true where they are too few, else absent. */
export const fewForMedian = (n: number): true | undefined => (n < LEAST.median ? true : undefined);

/** A figure of several values, with what it is made of. */
export interface Statistic<T> {
  /** Absent of fewer values than the least `n`. */
  readonly value?: T;
  /** Values that it is made of. */
  readonly n: number;
  /** Values that were left out, and by which rule. */
  readonly leftOut?: { readonly n: number; readonly why: string };
}

/** A rule by which a value cannot be right. */
export interface Implausible<T> {
  readonly is: (value: T) => boolean;
  /** The rule in words: “prices below 100 EUR/m²”. */
  readonly why: string;
}

/** A figure of the values that are plausible, where there are at least so many of them. */
export function statistic<T, V>(
  values: readonly T[],
  measure: (values: readonly T[]) => V | undefined,
  { least, implausible }: { readonly least: number; readonly implausible?: Implausible<T> | undefined },
): Statistic<V> {
  const kept = implausible ? values.filter((value) => !implausible.is(value)) : values;
  const value = kept.length >= least ? measure(kept) : undefined;
  const others = values.length - kept.length;
  return {
    n: kept.length,
    ...(value !== undefined && { value }),
    ...(implausible && others > 0 && { leftOut: { n: others, why: implausible.why } }),
  };
}
