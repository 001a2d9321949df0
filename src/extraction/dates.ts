const MONTHS = new Map(
  [
    ["jan", "janv", "january", "janvier", "januar", "enero", "gennaio", "janeiro", "januari"],
    ["feb", "fév", "févr", "february", "février", "februar", "febrero", "febbraio", "fevereiro", "februari"],
    ["mar", "march", "mars", "märz", "marzo", "março", "maart"],
    ["apr", "avr", "april", "avril", "abril", "aprile"],
    ["may", "mai", "mayo", "maggio", "maio", "mei"],
    ["jun", "june", "juin", "juni", "junio", "giugno", "junho"],
    ["jul", "july", "juil", "juillet", "juli", "julio", "luglio", "julho"],
    ["aug", "août", "august", "agosto", "augustus"],
    ["sep", "sept", "september", "septembre", "septiembre", "settembre", "setembro"],
    ["oct", "okt", "october", "octobre", "oktober", "octubre", "ottobre", "outubro"],
    ["nov", "november", "novembre", "noviembre", "novembro"],
    ["dec", "déc", "dez", "december", "décembre", "dezember", "diciembre", "dicembre", "dezembro"],
  ].flatMap((names, index) => names.map((name): [string, number] => [name, index + 1])),
);

/** Their names, for a regular expression. */
export const MONTH_NAMES = [...MONTHS.keys()].toSorted((left, right) => right.length - left.length).join("|");

/** Where dates of numbers alone are read in an order that their language leaves open, by the ends of hosts. */
const DAY_FIRST_AT = /\.(?:uk|au|nz|ie|in|za|sg|my|eu|de|fr|es|it|nl|be|ch|at|pt|br|mx|ar|pl|ru|se|no|dk)$/;
const MONTH_FIRST_AT = /\.(?:us|gov|edu|mil)$/;

const ISO =
  /(?<!\d)(\d{4})-?(\d{2})-?(\d{2})(?:[T\s]+(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,]\d{1,9})?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?(?!\d)/i;
const WORD = String.raw`[\p{L}\p{M}]{2,14}`;
const DAY_FIRST = new RegExp(
  String.raw`(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|[ºª°])?[.,]?[\s-]+(?:de\s+|of\s+|d['’])?(${WORD})\.?,?[\s-]+(?:del?\s+)?(\d{4})(?!\d)`,
  "gu",
);
const MONTH_FIRST = new RegExp(
  String.raw`(${WORD})\.?\s*(?<=[\p{L}\p{M}.\s])(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)`,
  "gu",
);
const YEAR_FIRST = new RegExp(String.raw`(?<!\d)(\d{4})[.,]?\s+(${WORD})\.?\s+(\d{1,2})(?!\d)`, "gu");
const NUMERIC = /(?<![\d./])(\d{1,4})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{1,4})(?![\d/])/;
const CJK = /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/;
const CLOCK = /\b(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(GMT|UTC|Z|[+-]\d{2}:?\d{2})/;

/** What tells how a page writes its dates. */
export interface Locale {
  /** BCP 47, as the page declares it. */
  readonly language?: string | undefined;
  /** Where it came from. */
  readonly url?: string;
}

/**
 * A date as pages write it, as ISO 8601: `2024-03-05`, or `2024-03-05T09:30:00+01:00` where hour and zone are given, in that zone,
 * or without the zone where only that is missing. Undefined when the text is no date, or one that can be read in
 * two ways (`03/04/2024`) and neither language nor host tells which.
 */
export function toIsoDate(text: string | undefined, locale: Locale = {}): string | undefined {
  const given = text?.trim().slice(0, 120);
  if (!given) return undefined;
  if (/^\d{13}$/.test(given)) return moment(new Date(Number(given)));
  if (/^\d{10}$/.test(given)) return moment(new Date(Number(given) * 1000));
  const iso = ISO.exec(given);
  if (iso?.index === 0) {
    const date = day(Number(iso[1]), Number(iso[2]), Number(iso[3]));
    return date && withClock(date, iso.slice(4));
  }
  return spelledIn(given, locale);
}

/** The first date that stands in a short text, whatever is around it; likewise. */
export function dateIn(text: string, locale: Locale): string | undefined {
  const given = text.slice(0, 300);
  if (!/\d{4}/.test(given)) return undefined;
  const iso = /(?<![\d-])\d{4}-\d{2}-\d{2}(?![\d-])/.exec(given);
  return iso ? toIsoDate(given.slice(iso.index), locale) : spelledIn(given, locale);
}

/** A day in an address: `/2024/03/05/` or `-2024-03-05`; a month alone is no day. */
export function dateInUrl(url: string): string | undefined {
  const path = URL.parse(url)?.pathname ?? "";
  const found =
    /(?:^|[/_-])((?:19|20)\d{2})([/_-])(\d{1,2})\2(\d{1,2})(?=[/_.-]|$)/.exec(path) ??
    /\/((?:19|20)\d{2})()(\d{2})(\d{2})(?=\/)/.exec(path);
  return found ? day(Number(found[1]), Number(found[3]), Number(found[4])) : undefined;
}

function spelledIn(text: string, locale: Locale): string | undefined {
  const date = spelled(text, locale);
  const clock = date && CLOCK.exec(text);
  return clock ? withClock(date, clock.slice(1)) : date;
}

function spelled(text: string, locale: Locale): string | undefined {
  const cjk = CJK.exec(text);
  if (cjk) return day(Number(cjk[1]), Number(cjk[2]), Number(cjk[3]));
  for (const [pattern, year, month, date] of [
    [DAY_FIRST, 3, 2, 1],
    [MONTH_FIRST, 3, 1, 2],
    [YEAR_FIRST, 1, 2, 3],
  ] as const)
    for (const found of text.matchAll(pattern)) {
      const named = monthNamed(found[month] ?? "", locale.language);
      const at = named && day(Number(found[year]), named, Number(found[date]));
      if (at) return at;
    }
  const numeric = NUMERIC.exec(text);
  return numeric
    ? ofNumbers(Number(numeric[1]), Number(numeric[3]), Number(numeric[4]), numeric[2] === ".", locale)
    : undefined;
}

const named = new Map<string, ReadonlyMap<string, number>>();
const MAX_LANGUAGES = 200;

/** A month by its name, in the page's language or one of those that are known without it. */
function monthNamed(name: string, language: string | undefined): number | undefined {
  const lower = name.toLowerCase();
  const known = MONTHS.get(lower);
  if (known !== undefined || !language || /^(?:en|de|fr|es|it|pt|nl)\b/i.test(language)) return known;
  let months = named.get(language);
  if (!months) {
    if (named.size > MAX_LANGUAGES) named.clear();
    months = monthsOf(language);
    named.set(language, months);
  }
  return months.get(lower);
}

/** The names of the months as a language's dates have them: with a day, alone, and short. */
function monthsOf(language: string): Map<string, number> {
  const names = new Map<string, number>();
  for (const options of [
    { month: "long", day: "numeric" },
    { month: "long" },
    { month: "short", day: "numeric" },
  ] as const) {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC", calendar: "gregory" });
    for (let month = 0; month < 12; month += 1) {
      const part = format.formatToParts(Date.UTC(2024, month, 15)).find(({ type }) => type === "month");
      const name = part?.value.toLowerCase().replace(/[.\s]/g, "");
      if (name && /^\p{L}/u.test(name)) names.set(name, month + 1);
    }
  }
  return names;
}

function ofNumbers(first: number, second: number, third: number, dotted: boolean, locale: Locale): string | undefined {
  if (first > 1000) return day(first, second, third);
  if (third < 1000) return undefined;
  // With dots the day comes first wherever dots are used; otherwise a number past twelve tells, or whose page it is.
  if (dotted || first > 12) return day(third, second, first);
  if (second > 12 || first === second) return day(third, first, second);
  const order = orderOf(locale);
  return order && (order === "day" ? day(third, second, first) : day(third, first, second));
}

/** Which of day and month comes first where the page is written; English alone does not tell. */
function orderOf({ language = "", url = "" }: Locale): "day" | "month" | undefined {
  const host = URL.parse(url)?.hostname ?? "";
  if (MONTH_FIRST_AT.test(host)) return "month";
  if (DAY_FIRST_AT.test(host)) return "day";
  if (!language || /^en$/i.test(language)) return undefined;
  const parts = new Intl.DateTimeFormat(language, { dateStyle: "short", calendar: "gregory" }).formatToParts(0);
  const first = parts.find(({ type }) => type === "day" || type === "month")?.type;
  return first === "day" || first === "month" ? first : undefined;
}

function day(year: number, month: number, date: number): string | undefined {
  if (year < 1900 || year > 2100) return undefined;
  const at = new Date(Date.UTC(year, month - 1, date));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === date ? at.toISOString().slice(0, 10) : undefined;
}

function withClock(date: string, [hour, minute, second, zone]: readonly (string | undefined)[]): string {
  if (hour === undefined || minute === undefined) return date;
  const local = `${date}T${hour.padStart(2, "0")}:${minute}:${second ?? "00"}`;
  const offset = zone && (/^[+-]/.test(zone) ? zone.replace(/^(...):?(..)$/, "$1:$2") : "Z");
  if (Number.isNaN(Date.parse(local + (offset ?? "Z")))) return date;
  return offset === undefined ? local : local + (/^[+-]00:00$/.test(offset) ? "Z" : offset);
}

function moment(at: Date): string | undefined {
  if (Number.isNaN(at.getTime())) return undefined;
  return at.toISOString().replace(/\.000Z$/, "Z");
}
