import { type Close, logReturns, type Sampled, sampled } from "./returns.ts";

/**
 * Pearson's correlation of two series of values, −1 to 1; undefined where they are not equally long, are shorter than two,
 * or one of them does not move at all. Pearson, “Notes on regression and inheritance in the case of two parents”,
 * Proceedings of the Royal Society of London 58 (1895).
 */
export function pearson(a: readonly number[], b: readonly number[]): number | undefined {
  if (a.length !== b.length || a.length < 2) return undefined;
  const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  let [together, ofA, ofB] = [0, 0, 0];
  for (const [place, value] of a.entries()) {
    const [awayA, awayB] = [value - meanA, (b[place] ?? 0) - meanB];
    together += awayA * awayB;
    ofA += awayA ** 2;
    ofB += awayB ** 2;
  }
  if (ofA === 0 || ofB === 0) return undefined;
  return Math.min(1, Math.max(-1, together / Math.sqrt(ofA * ofB)));
}

/** How two assets moved together, with the days between which they were compared. */
export interface Together {
  /** Absent below five returns, and where one of the two did not move. */
  readonly r?: Sampled | undefined;
  /** Returns compared. */
  readonly n: number;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * The correlation of two assets' logarithmic returns between consecutive days that both have: where one has no close (a
 * weekend of stocks), the other's return goes over the same gap.
 */
export function correlation(a: readonly Close[], b: readonly Close[]): Together {
  const others = new Map(b.map(({ date, close }) => [date, close]));
  const common = a.flatMap(({ date, close }) => {
    const other = others.get(date);
    return other !== undefined && other > 0 && close > 0 ? [{ date, close, other }] : [];
  });
  const [ofA, ofB] = [logReturns(common.map(({ close }) => close)), logReturns(common.map(({ other }) => other))];
  return {
    r: sampled(pearson(ofA, ofB), ofA.length),
    n: ofA.length,
    from: common[0]?.date,
    to: common.at(-1)?.date,
  };
}
