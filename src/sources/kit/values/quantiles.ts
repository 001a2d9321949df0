/**
 * A quantile of values in any order, undefined of none: type 7 of R. J. Hyndman and Y. Fan, "Sample Quantiles in Statistical
 * Packages", The American Statistician 50 (1996), the default of R and NumPy: linear between the two values nearest to
 * `share` × (n − 1).
 *
 * @param share 0 the least value, 1 the largest
 */
export function quantile(values: readonly number[], share: number): number | undefined {
  const ordered = values.toSorted((a, b) => a - b);
  const place = Math.min(1, Math.max(0, share)) * (ordered.length - 1);
  const below = ordered[Math.floor(place)];
  const above = ordered[Math.ceil(place)];
  return below === undefined || above === undefined ? undefined : below + (above - below) * (place - Math.floor(place));
}
