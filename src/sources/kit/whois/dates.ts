import { isoDate } from "../values/dates.ts";

/** Registries that write 09/01/2003 or 02-04-2004 with the day first. */
const DAY_FIRST = new Set(["pt", "hk", "il", "tn", "sk", "gg", "je"]);

/**
 * A date as registries write it, as ISO 8601, exactly as exact as it was; undefined for what cannot be read and for
 * "before Aug-1996". A time without a zone counts as UTC; of a time in JST or KST the registry's day is kept.
 *
 * Beside the general forms: `2002.09.19 13:00:00`, `2007. 03. 02.`, `2024/10/01 01:00:44 (JST)`, `20110426 17:57:27`,
 * `19990518 #162310`, `1.6.2004 00:00:00`, `Tue Dec 12 2000`, `Fri Jul 12 15:48:26 UTC 2002`, `2001-Aug-23.`, and for
 * the registries that write so, `09/01/2003 00:00:00`.
 */
export function whoisDate(written: string | undefined, tld: string): string | undefined {
  const text = (written ?? "")
    .slice(0, 80)
    .replace(/#\d+\s*$/, "")
    .replace(/\(([A-Z]{2,5})\)\s*$/, "$1")
    .replace(/\s*\(.*$/, "")
    .trim()
    .replace(/\.$/, "")
    .replace(/\s+/g, " ");
  if (!text || /^(before|unknown)/i.test(text)) return undefined;
  return yearFirst(text) ?? dayFirst(text, tld) ?? named(text) ?? isoDate(text);
}

const two = (value: string | undefined): string => (value ?? "").padStart(2, "0");

function dated(year: string | undefined, month: string | undefined, day: string | undefined, time: string | undefined) {
  const date = `${year}-${two(month)}-${two(day)}`;
  const clean = time?.trim();
  const east = /^(\d{2}:\d{2}:\d{2}) (JST|KST)$/.exec(clean ?? "");
  if (east) return isoDate(date);
  return isoDate(clean ? `${date} ${clean}` : date) ?? (clean ? zoned(date, clean) : undefined);
}

/** A time with a zone by name, through the general reader's worded form. */
function zoned(date: string, time: string): string | undefined {
  const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
  const [year, month, day] = date.split("-");
  return isoDate(`${day} ${months[Number(month) - 1]} ${year} ${time}`);
}

function yearFirst(text: string): string | undefined {
  const found = /^(\d{4})[./-] ?(\d{1,2})[./-] ?(\d{1,2})(?:[T ](.{1,30}))?$/.exec(text);
  const packed = found ?? /^(\d{4})(\d{2})(\d{2})(?: (\d{2}:\d{2}:\d{2}))?$/.exec(text);
  return packed ? dated(packed[1], packed[2], packed[3], packed[4]) : undefined;
}

function dayFirst(text: string, tld: string): string | undefined {
  const found = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?: (\d{2}:\d{2}(?::\d{2})?.{0,10}))?$/.exec(text);
  if (!found || (found[2] !== "." && !DAY_FIRST.has(tld) && Number(found[1]) <= 12)) return undefined;
  return dated(found[4], found[3], found[1], found[5]);
}

function named(text: string): string | undefined {
  const yearAhead = /^(\d{4})-([A-Za-z]{3})-(\d{1,2})(?: (.{1,20}))?$/.exec(text);
  if (yearAhead)
    return isoDate(`${yearAhead[3]} ${yearAhead[2]} ${yearAhead[1]}${yearAhead[4] ? ` ${yearAhead[4]}` : ""}`);
  const ctime = /^[A-Za-z]{3,9},? ([A-Za-z]{3,9}) (\d{1,2})(?:,? (\d{2}:\d{2}:\d{2})(?: ([A-Z]{2,5}))?)? (\d{4})$/.exec(
    text,
  );
  if (!ctime) return undefined;
  const [, month, day, time, zone, year] = ctime;
  return isoDate([day, month, year, time, zone].filter(Boolean).join(" "));
}
