/** The months' names, long and short, of the languages that upstreams write dates in; where two disagree the first counts. */
const MONTHS: ReadonlyMap<string, string> = new Map(
  ["nl", "pt", "it", "es", "de", "fr", "en"].flatMap((language) =>
    (["short", "long"] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(language, { day: "numeric", month, timeZone: "UTC" });
      return Array.from({ length: 12 }, (_, index) => {
        const name = format.formatToParts(Date.UTC(2024, index, 1)).find(({ type }) => type === "month")?.value ?? "";
        return [name.toLowerCase().replace(/\.$/, ""), String(index + 1)] as const;
      });
    }),
  ),
).set("sept", "9");

const ZONES: Readonly<Record<string, string>> = {
  ut: "+00:00",
  utc: "+00:00",
  gmt: "+00:00",
  z: "+00:00",
  est: "-05:00",
  edt: "-04:00",
  cst: "-06:00",
  cdt: "-05:00",
  mst: "-07:00",
  mdt: "-06:00",
  pst: "-08:00",
  pdt: "-07:00",
  bst: "+01:00",
  cet: "+01:00",
  cest: "+02:00",
  jst: "+09:00",
};

/**
 * A written date as ISO 8601, exactly as exact as it was: ISO itself, RFC 822/2822 (two-digit years, named zones),
 * "Jul 16, 2025", "16 July 2025" (and the months of six other languages), "02.08.2025", "2026年2月4日", "2025/08/02",
 * "20250802". A time without a zone counts as UTC.
 */
export function isoDate(written: string | null | undefined): string | undefined {
  const text = written?.trim();
  if (!text || text.length > 80) return undefined;
  return fromIso(text) ?? fromWords(text) ?? fromDigits(text);
}

function fromIso(text: string): string | undefined {
  const found =
    /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|UTC|[+-]\d{2}:?\d{2}|[+-]\d{2})?)?)?)?$/i.exec(
      text,
    );
  if (!found) return undefined;
  const [, year, month, day, hour, minute, second = "00", fraction, zone] = found;
  if (!month || !year) return year;
  if (!day) return valid(year, month, "1") && `${year}-${pad(month)}`;
  if (!hour || !minute) return valid(year, month, day);
  return instant(
    year,
    month,
    day,
    `${pad(hour)}:${minute}:${second}${fraction ? `.${fraction.slice(0, 3)}` : ""}`,
    zone,
  );
}

function fromWords(text: string): string | undefined {
  const clean = text.replace(/^[\p{L}]{2,12}\.?,\s*/u, "").replace(/(\d)(st|nd|rd|th)\b/gi, "$1");
  const dayFirst = /^(\d{1,2})[\s.-]+(?:de\s+)?(\p{L}{3,12})\.?,?[\s-]+(?:de\s+)?(\d{2,4})\b(.*)$/iu.exec(clean);
  const monthFirst = dayFirst ? null : /^(\p{L}{3,12})\.?\s+(\d{1,2}),?\s+(\d{4})\b(.*)$/iu.exec(clean);
  const monthOnly = dayFirst || monthFirst ? null : /^(\p{L}{3,12})\.?,?\s+(\d{4})$/iu.exec(clean);
  if (monthOnly) {
    const month = monthOf(monthOnly[1]);
    return month && `${monthOnly[2]}-${pad(month)}`;
  }
  const [, a, b, y, rest] = dayFirst ?? monthFirst ?? [];
  const month = monthOf(dayFirst ? b : a);
  const day = dayFirst ? a : b;
  if (!month || !day || !y) return undefined;
  const year = y.length === 4 ? y : String(Number(y) + (Number(y) < 70 ? 2000 : 1900));
  const time = /^,?\s*(?:at\s+)?(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([AP]M)?\s*(Z|[A-Z]{1,4}|[+-]\d{2}:?\d{2})?/i.exec(
    rest ?? "",
  );
  if (!time?.[1]) return valid(year, month, day);
  const half = time[4]?.toUpperCase();
  const hour = half ? (Number(time[1]) % 12) + (half === "PM" ? 12 : 0) : Number(time[1]);
  return instant(year, month, day, `${pad(hour)}:${time[2]}:${time[3] ?? "00"}`, time[5]);
}

function fromDigits(text: string): string | undefined {
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text);
  if (dotted?.[1] && dotted[2] && dotted[3]) return valid(dotted[3], dotted[2], dotted[1]);
  const big =
    /^(\d{4})\s?[/.年]\s?(\d{1,2})\s?[/.月]\s?(\d{1,2})日?$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  return big?.[1] && big[2] && big[3] ? valid(big[1], big[2], big[3]) : undefined;
}

const monthOf = (name: string | undefined): string | undefined => MONTHS.get((name ?? "").toLowerCase());

const pad = (value: string | number): string => String(value).padStart(2, "0");

function valid(year: string, month: string, day: string): string | undefined {
  const iso = `${year}-${pad(month)}-${pad(day)}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).getUTCDate() !== Number(day) ? undefined : iso;
}

function instant(year: string, month: string, day: string, time: string, zone = "Z"): string | undefined {
  const date = valid(year, month, day);
  const offset =
    ZONES[zone.toLowerCase()] ?? (/^[+-]\d{2}$/.test(zone) ? `${zone}:00` : /^[+-]/.test(zone) ? zone : "+00:00");
  const at = Date.parse(`${date}T${time}${offset}`);
  return Number.isNaN(at) ? date : new Date(at).toISOString();
}

/** Seconds since 1970 as an ISO instant. */
export function unixSeconds(seconds: number | string | null | undefined): string | undefined {
  const value = Number(seconds || Number.NaN);
  return Number.isFinite(value) && Math.abs(value) < 8.64e12 ? new Date(value * 1000).toISOString() : undefined;
}

/** Milliseconds since 1970 as an ISO instant. */
export const unixMillis = (millis: number | string | null | undefined): string | undefined =>
  unixSeconds(Number(millis || Number.NaN) / 1000);
