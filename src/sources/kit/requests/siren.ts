import { SourceError } from "../../../errors.ts";

/** A body of the Sirene register, as it is asked for: by its own number, or by that of one of its establishments. */
export interface Registration {
  /** 9 digits. */
  readonly siren: string;
  /** 14 digits, where an establishment was asked for. */
  readonly siret?: string | undefined;
}

const LA_POSTE = "356000000";

/** Whether Luhn's sum is a multiple of 10 (ISO/IEC 7812-1): every second digit from the right counts twice. */
export function luhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

const digitsSum = (digits: string): number => [...digits].reduce((total, digit) => total + Number(digit), 0);

/** La Poste has more establishments than Luhn's digit leaves room for: the sum of their digits is a multiple of five. */
const valid = (number: string): boolean =>
  luhn(number) || (number.length === 14 && number.startsWith(LA_POSTE) && digitsSum(number) % 5 === 0);

/**
 * The SIREN or SIRET in `q`, however it is spaced; the SIREN of a French VAT number. Undefined for a name. Throws
 * `bad-query` for a number whose check digit is wrong.
 */
export function registrationIn(q: string): Registration | undefined {
  const [, vat, bare] = /^(?:FR\d{2}(\d{9})|(\d{9}|\d{14}))$/i.exec(q.replace(/[\s.\u00a0\u202f]/g, "")) ?? [];
  const number = vat ?? bare;
  if (number === undefined) return undefined;
  const siret = number.length === 14 ? number : undefined;
  if (!valid(number))
    throw new SourceError("bad-query", `q: ${number} is no ${siret ? "SIRET" : "SIREN"}: its check digit is wrong.`);
  return { siren: number.slice(0, 9), siret };
}

/** How a query was understood, as a notice. */
export const understood = (text: string, as: string) =>
  ({ kind: "note", text: `${text} understood as ${as}` }) as const;

/** How a query that may be a number was understood: as this number, or as something else. */
export const understoodNumber = (text: string, number: Registration | undefined, otherwise: string) =>
  understood(text, number?.siret ? `the SIRET ${number.siret}` : number ? `the SIREN ${number.siren}` : otherwise);
