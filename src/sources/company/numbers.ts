import { SourceError } from "../../errors.ts";
import { clip } from "../kit/values/text.ts";

/* Numbers of companies carry check digits: a typing error is told at once, and not as "no such company". */

/** The remainder of 97 is 1, letters counted as 10 to 35 (ISO/IEC 7064, MOD 97-10): the LEI of ISO 17442. */
export const mod97 = (code: string): boolean =>
  [...code.toUpperCase()].reduce((rest, sign) => Number(`${rest}${Number.parseInt(sign, 36)}`) % 97, 0) === 1;

/** The weighted sum, its last digit with weight 1, is a multiple of 11: Norway's and Finland's numbers. */
export const mod11 = (digits: string, weights: readonly number[]): boolean =>
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * (weights[at] ?? 1), 0) % 11 === 0;

/** The number, or `bad-query` where its check digits do not fit. */
export function checked(number: string, what: string, fits: boolean): string {
  if (fits) return number;
  throw new SourceError("bad-query", `q: “${clip(number)}” is no ${what}: its check digit does not fit.`);
}
