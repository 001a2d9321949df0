/** A whole or decimal number out of a text such as "1,234", "1 234,5" (with `decimal: ","`), "12.3K", "4M". */
export function numberIn(written: string | null | undefined, decimal: "." | "," = "."): number | undefined {
  const found = /[-+−]?\d[\d.,\s\u00a0\u202f']*\s?[KMB]?(?![\p{L}])/iu.exec(written ?? "")?.[0];
  if (!found) return undefined;
  const scale = { K: 1e3, M: 1e6, B: 1e9 }[found.slice(-1).toUpperCase()] ?? 1;
  const plain = found
    .replace("−", "-")
    .replace(decimal === "." ? /[^\d.+-]/g : /[^\d,+-]/g, "")
    .replace(",", ".");
  const value = Number(plain) * scale;
  return Number.isFinite(value) ? value : undefined;
}

/** "1:09:50", "45:44", "PT1H2M3S" (ISO 8601) or seconds as seconds. */
export function durationSeconds(written: string | number | null | undefined): number | undefined {
  if (typeof written === "number") return Number.isFinite(written) ? written : undefined;
  const text = written?.trim();
  if (!text) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  if (/^(\d{1,4}:)?\d{1,4}:\d{2}(\.\d+)?$/.test(text))
    return text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  const iso = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(text);
  if (!iso || text === "P" || text === "PT") return undefined;
  return (["86400", "3600", "60", "1"] as const).reduce(
    (sum, unit, i) => sum + Number(unit) * Number(iso[i + 1] ?? 0),
    0,
  );
}

/**
 * A number without the digits that arithmetic with binary fractions added: the shortest decimal that is the same number
 * of 32 bits (12.300000190734863 is 12.3), or that differs in the sixteenth digit only (46.05645089999999 is 46.0564509).
 */
export function withoutNoise(value: number): number {
  if (Number.isInteger(value) || String(Math.abs(value)).length < 11) return value;
  if (Math.fround(value) === value)
    for (let digits = 6; digits <= 9; digits += 1) {
      const short = Number(value.toPrecision(digits));
      if (Math.fround(short) === value) return short;
    }
  const digitsOf = (number: number) => number.toExponential().replace(/e.*|[^\d]/g, "").length;
  const rounded = Number(value.toPrecision(15));
  return digitsOf(value) > 15 && digitsOf(rounded) < 13 ? rounded : value;
}
