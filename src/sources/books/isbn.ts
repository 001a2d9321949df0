/** What looks like an ISBN-10 or ISBN-13, without hyphens and blanks; a catalogue may hold misprinted ones. */
export function isbnShaped(written: string): string | undefined {
  const digits = written
    .replace(/^ISBN(-1[03])?:?/i, "")
    .replace(/[\s\u2010-\u2013-]/g, "")
    .toUpperCase();
  return /^(97[89])?\d{9}[\dX]$/.test(digits) ? digits : undefined;
}

/**
 * An ISBN whose check digit is right; undefined for all else:
 * https://www.isbn-international.org/content/isbn-users-manual
 */
export function isbnOf(written: string): string | undefined {
  const digits = isbnShaped(written);
  if (!digits) return undefined;
  const right =
    digits.length === 13
      ? sum(digits, (at) => (at % 2 === 0 ? 1 : 3)) % 10 === 0
      : sum(digits, (at) => 10 - at) % 11 === 0;
  return right ? digits : undefined;
}

/** The digits' weighted sum; X is ten. */
const sum = (digits: string, weight: (at: number) => number): number =>
  [...digits].reduce((total, digit, at) => total + (digit === "X" ? 10 : Number(digit)) * weight(at), 0);
