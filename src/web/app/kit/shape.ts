/** Reads what the service answers: JSON of any shape, until it has been looked at. */
export type Fields = Readonly<Record<string, unknown>>;

export const fields = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const text = (value: unknown): string => (typeof value === "string" ? value : "");

export const number = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

export const texts = (value: unknown): readonly string[] =>
  list(value).flatMap((entry) => (typeof entry === "string" ? [entry] : []));

/** An address of the web in its normal form; undefined for any other scheme. */
export function webAddress(value: unknown): string | undefined {
  const url = URL.parse(text(value));
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
