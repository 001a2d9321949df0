/** Factors to metric units, by the symbols that upstreams write: km/h, mm, m. */
const FACTORS: ReadonlyMap<string, number> = new Map([
  ["mp/h", 1.609344],
  ["mph", 1.609344],
  ["m/s", 3.6],
  ["kn", 1.852],
  ["kt", 1.852],
  ["inch", 25.4],
  ["ft", 0.3048],
]);

const rounded = (value: number): number => Math.round(value * 100) / 100;

/**
 * A measured value in the metric unit of its kind: °F as °C; mph, m/s and knots as km/h; inches as mm; feet as m. Other
 * units, and none, are left as they are; what is no number is undefined.
 */
export function metric(value: unknown, unit: string | undefined): number | undefined {
  if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
  if (unit === "°F" || unit === "F") return rounded(((value - 32) * 5) / 9);
  const factor = FACTORS.get(unit ?? "");
  return factor === undefined ? value : rounded(value * factor);
}
