import { parseHtml } from "./dom.ts";

/** Readings of the forms in which upstreams write the same few things. What cannot be read is undefined. */

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

/** Seconds since 1970 as an ISO instant. */
export function unixSeconds(seconds: number | string | null | undefined): string | undefined {
  const value = Number(seconds || Number.NaN);
  return Number.isFinite(value) && Math.abs(value) < 8.64e12 ? new Date(value * 1000).toISOString() : undefined;
}

/** Milliseconds since 1970 as an ISO instant. */
export const unixMillis = (millis: number | string | null | undefined): string | undefined =>
  unixSeconds(Number(millis || Number.NaN) / 1000);

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

const UNIT_MS: Readonly<Record<string, number>> = {
  second: 1e3,
  sec: 1e3,
  minute: 6e4,
  min: 6e4,
  hour: 36e5,
  hr: 36e5,
  day: 864e5,
  week: 6048e5,
  month: 2629746e3,
  year: 31556952e3,
};

/** "5 days ago", "an hour ago", "yesterday" as the ISO day it means (an instant for hours and less), counted from `now`. */
export function relativeDate(written: string | null | undefined, now: number): string | undefined {
  const text = written?.trim().toLowerCase();
  if (!text) return undefined;
  if (text === "yesterday") return new Date(now - 864e5).toISOString().slice(0, 10);
  const found = /^(\d{1,4}|an?)\s+(second|sec|minute|min|hour|hr|day|week|month|year)s?\s+ago/.exec(text);
  const unit = UNIT_MS[found?.[2] ?? ""];
  if (!found?.[1] || !unit) return undefined;
  const at = new Date(now - unit * (/^an?$/.test(found[1]) ? 1 : Number(found[1]))).toISOString();
  return unit < 864e5 ? at : at.slice(0, 10);
}

/** Either form of date. */
export const anyDate = (written: string | null | undefined, now: number): string | undefined =>
  isoDate(written) ?? relativeDate(written, now);

/** A leading date of a snippet ("Jul 16, 2025 — …", "5 days ago · …") taken off it; a bare year may be anything. */
export function leadingDate(
  snippet: string | undefined,
  now: number,
): { publishedAt?: string | undefined; snippet?: string | undefined } {
  const found = /^(.{4,24}?)\s*(?:[—–·|]|-(?=\s)|\.\.\.|…)\s*(.*)$/su.exec(snippet ?? "");
  const publishedAt = found && anyDate(found[1], now);
  return publishedAt && publishedAt.length > 4 ? { publishedAt, snippet: found[2] } : { snippet };
}

/** A piece of HTML as its text: tags out, entities resolved, white space collapsed. */
export const textOfHtml = (html: string | null | undefined): string | undefined =>
  html ? parseHtml(html, "about:blank").text() : undefined;

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
