import { z } from "zod";
import { withoutNoise } from "./numbers.ts";

/* Amounts as exact decimals: text keeps every digit that an upstream wrote, which a number of 64 bits may not. */

const PLAIN = /^([-+]?)(\d{0,60})(?:\.(\d{0,60}))?(?:e([-+]?\d{1,3}))?$/i;

/** An exact decimal, as text: "69624.01000000". */
export const Decimal = z
  .string()
  .regex(/^-?\d{1,200}(\.\d{1,200})?$/, "not a decimal")
  .describe("exact decimal, as text");

/**
 * What an upstream wrote, as an exact decimal: text as it is ("0.27050000"), a number by its shortest digits; exponents
 * are written out ("1.5e-7" is "0.00000015"). Undefined for what is no number.
 */
export function decimalOf(written: string | number | null | undefined): string | undefined {
  if (typeof written === "number") return shifted(String(withoutNoise(written)), 0);
  return typeof written === "string" ? shifted(written.trim(), 0) : undefined;
}

/** A decimal times ten to the power of `places`, every digit kept. Undefined for what is no number. */
export function shifted(text: string, places: number): string | undefined {
  const [, sign, whole = "", fraction = "", exponent = "0"] = PLAIN.exec(text) ?? [];
  if (sign === undefined || !(whole || fraction)) return undefined;
  const by = Number(exponent) + places;
  if (Math.abs(by) > 100) return undefined;
  const digits = `${"0".repeat(Math.max(0, -by))}${whole}${fraction}${"0".repeat(Math.max(0, by - fraction.length))}`;
  const point = Math.max(0, -by) + whole.length + by;
  const before = digits.slice(0, point).replace(/^0+(?=\d)/, "") || "0";
  const after = digits.slice(point);
  return `${sign === "-" ? "-" : ""}${before}${after ? `.${after}` : ""}`;
}

/** The exact product of two decimals, without zeros at its end. */
export function times(one: string, other: string): string {
  const [a, b] = [one.split("."), other.split(".")];
  const scale = (a[1]?.length ?? 0) + (b[1]?.length ?? 0);
  const product = BigInt(a.join("")) * BigInt(b.join(""));
  return (shifted(String(product), -scale) ?? "0").replace(/(\.\d{0,400}?)0{1,400}$/, "$1").replace(/\.$/, "");
}

/** By how many percent `now` lies above `before`, to four decimals; undefined where one is not known. */
export function percentAbove(now: string | undefined, before: string | undefined): number | undefined {
  const change = (Number(now) / Number(before) - 1) * 100;
  return Number.isFinite(change) ? Math.round(change * 1e4) / 1e4 : undefined;
}

/** An upstream's amount, as text or as a number. */
export const amount = z.union([z.number(), z.string()]).transform((written, context) => {
  const decimal = decimalOf(written);
  if (decimal !== undefined) return decimal;
  context.addIssue("not a number");
  return z.NEVER;
});

/** An upstream's amount, or what it writes where it knows none: null, "", ".", "-", "None", "N/A". */
export const maybeAmount = z
  .union([
    z
      .string()
      .regex(/^\s{0,9}(?:[.-]?|none|null|n\/?a|nan)\s{0,9}$/i)
      .transform(() => undefined),
    amount,
  ])
  .nullish();
