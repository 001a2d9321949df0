import { isoDate } from "./dates.ts";

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
