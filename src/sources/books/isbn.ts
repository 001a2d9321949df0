/** An ISBN-10 or ISBN-13 whose check digit is right, without hyphens and blanks; undefined for all else. */
export function isbnOf(written: string): string | undefined {
  const digits = written
    .replace(/^ISBN(-1[03])?:?/i, "")
    .replace(/[\s\u2010-\u2013-]/g, "")
    .toUpperCase();
  if (/^97[89]\d{10}$/.test(digits)) return sum(digits, (at) => (at % 2 === 0 ? 1 : 3)) % 10 === 0 ? digits : undefined;
  if (/^\d{9}[\dX]$/.test(digits)) return sum(digits, (at) => 10 - at) % 11 === 0 ? digits : undefined;
  return undefined;
}

/** The digits' weighted sum; X is ten: https://www.isbn-international.org/content/isbn-users-manual */
const sum = (digits: string, weight: (at: number) => number): number =>
  [...digits].reduce((total, digit, at) => total + (digit === "X" ? 10 : Number(digit)) * weight(at), 0);
