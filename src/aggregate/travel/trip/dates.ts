import { SourceError } from "../../../errors.ts";

const DAY_MS = 86_400_000;

const MOST_NIGHTS = 30;
/** What a trip is where the request does not say it. */
const AHEAD = 14;
const NIGHTS = 3;

export interface Dates {
  /** "2026-12-05" */
  readonly start: string;
  readonly end: string;
  readonly nights: number;
  readonly assumed: boolean;
}

/** The day so many days after another. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** Days from one to another. */
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** Every day from the first to the last. */
export const daysOf = ({ start, end }: Pick<Dates, "start" | "end">): readonly string[] =>
  Array.from({ length: daysBetween(start, end) + 1 }, (_, place) => dayAfter(start, place));

/** When a trip is. Throws `bad-query` for one that cannot be. */
export function datesOf(start: string | undefined, end: string | undefined, now: number): Dates {
  const today = dayOf(now);
  const begin = start ?? (end ? latest(today, dayAfter(end, -NIGHTS)) : dayAfter(today, AHEAD));
  const finish = end ?? dayAfter(begin, NIGHTS);
  if (begin < today && start) throw new SourceError("bad-query", "start: is in the past.");
  if (finish < begin) throw new SourceError("bad-query", "end: is before start.");
  const nights = daysBetween(begin, finish);
  if (nights > MOST_NIGHTS) throw new SourceError("bad-query", `end: A trip may have at most ${MOST_NIGHTS} nights.`);
  return { start: begin, end: finish, nights, assumed: start === undefined || end === undefined };
}

const latest = (one: string, other: string): string => (one > other ? one : other);

/** The same day so many years before; 29 February is taken for the 28th. */
export function yearsBefore(day: string, years: number): string {
  const year = Number(day.slice(0, 4)) - years;
  return `${year}${day.slice(4) === "-02-29" ? "-02-28" : day.slice(4)}`;
}

/** The fewest years before a trip in which its last day is over. */
export function fewestYearsBefore({ end }: Pick<Dates, "end">, now: number): number {
  let back = 1;
  while (yearsBefore(end, back) >= dayOf(now)) back += 1;
  return back;
}
