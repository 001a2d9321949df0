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

const ISO =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T\s]+(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,]\d{1,9})?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?/i;
const DAY_FIRST = /(\d{1,2})(?:st|nd|rd|th|er|º)?\.?[\s-]+(?:de\s+)?(\p{L}{3,12})\.?,?[\s-]+(?:de\s+)?(\d{4})/u;
const MONTH_FIRST = /(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})/u;
const NUMERIC = /^(\d{1,4})[./](\d{1,2})[./](\d{1,4})\b/;
const CJK = /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/;
const CLOCK = /\b(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(GMT|UTC|Z|[+-]\d{2}:?\d{2})/;

/**
 * A date as pages write it, as ISO 8601: `2024-03-05`, or `2024-03-05T09:30:00Z` where hour and zone are given, or without
 * the zone where only that is missing. Undefined when the text is no date, or one that can be read in two ways (`03/04/2024`).
 */
export function toIsoDate(text: string | undefined): string | undefined {
  const given = text?.trim().slice(0, 120);
  if (!given) return undefined;
  if (/^\d{13}$/.test(given)) return moment(new Date(Number(given)));
  if (/^\d{10}$/.test(given)) return moment(new Date(Number(given) * 1000));
  const iso = ISO.exec(given);
  if (iso) {
    const date = day(Number(iso[1]), Number(iso[2]), Number(iso[3]));
    return date && withClock(date, iso.slice(4));
  }
  const date = spelled(given);
  const clock = date && CLOCK.exec(given);
  return clock ? withClock(date, clock.slice(1)) : date;
}

/** A day in an address: `/2024/03/05/` or `-2024-03-05`; a month alone is no day. */
export function dateInUrl(url: string): string | undefined {
  const path = URL.parse(url)?.pathname ?? "";
  const found =
    /(?:^|[/_-])((?:19|20)\d{2})([/_-])(\d{1,2})\2(\d{1,2})(?=[/_.-]|$)/.exec(path) ??
    /\/((?:19|20)\d{2})()(\d{2})(\d{2})(?=\/)/.exec(path);
  return found ? day(Number(found[1]), Number(found[3]), Number(found[4])) : undefined;
}

function spelled(text: string): string | undefined {
  const cjk = CJK.exec(text);
  if (cjk) return day(Number(cjk[1]), Number(cjk[2]), Number(cjk[3]));
  const dayFirst = DAY_FIRST.exec(text);
  const month = dayFirst && MONTHS.get(dayFirst[2]?.toLowerCase() ?? "");
  if (month) return day(Number(dayFirst[3]), month, Number(dayFirst[1]));
  const monthFirst = MONTH_FIRST.exec(text);
  const named = monthFirst && MONTHS.get(monthFirst[1]?.toLowerCase() ?? "");
  if (named) return day(Number(monthFirst[3]), named, Number(monthFirst[2]));
  const numeric = NUMERIC.exec(text);
  return numeric
    ? ofNumbers(Number(numeric[1]), Number(numeric[2]), Number(numeric[3]), text.includes("."))
    : undefined;
}

function ofNumbers(first: number, second: number, third: number, dotted: boolean): string | undefined {
  if (first > 1000) return day(first, second, third);
  if (third < 1000) return undefined;
  // With dots the day comes first wherever dots are used; with slashes only a number past twelve tells.
  if (dotted || first > 12) return day(third, second, first);
  return second > 12 || first === second ? day(third, first, second) : undefined;
}

function day(year: number, month: number, date: number): string | undefined {
  if (year < 1900 || year > 2100) return undefined;
  const at = new Date(Date.UTC(year, month - 1, date));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === date ? at.toISOString().slice(0, 10) : undefined;
}

function withClock(date: string, [hour, minute, second, zone]: readonly (string | undefined)[]): string {
  if (hour === undefined || minute === undefined) return date;
  const local = `${date}T${hour.padStart(2, "0")}:${minute}:${second ?? "00"}`;
  if (zone === undefined) return Number.isNaN(Date.parse(`${local}Z`)) ? date : local;
  const offset = /^[+-]/.test(zone) ? zone.replace(/^(...):?(..)$/, "$1:$2") : "Z";
  return moment(new Date(`${local}${offset}`)) ?? date;
}

function moment(at: Date): string | undefined {
  if (Number.isNaN(at.getTime())) return undefined;
  return at.toISOString().replace(/\.000Z$/, "Z");
}
