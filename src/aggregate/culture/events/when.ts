import { SourceError } from "../../../errors.ts";

const DAY_MS = 86_400_000;
/** Days that are looked at where the request does not say it. */
const AHEAD = 30;
const FRIDAY_EVENING = "18:00";

/** Two moments in the place's own time, as text that compares: "2026-11-27T18:00". */
interface Span {
  readonly from: string;
  readonly to: string;
}

/** The days that were asked for, and the first weekend of them. */
export interface Window {
  /** "2026-11-22" */
  readonly start: string;
  readonly end: string;
  readonly today: string;
  readonly weekend: Span;
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Throws `bad-query` for days that cannot be. */
export function windowOf(start: string | undefined, end: string | undefined, now: number): Window {
  const today = new Date(now).toISOString().slice(0, 10);
  const begin = start ?? today;
  const finish = end ?? dayAfter(begin, AHEAD);
  if (finish < begin) throw new SourceError("bad-query", "end: is before start.");
  return { start: begin, end: finish, today, weekend: weekendFrom(begin) };
}

/** Friday evening to Sunday of the first weekend from a day on; on a Sunday, that Sunday. */
function weekendFrom(day: string): Span {
  const weekday = new Date(day).getUTCDay();
  if (weekday === 0) return { from: `${day}T00:00`, to: `${day}T24:00` };
  const saturday = dayAfter(day, 6 - weekday);
  const from = weekday === 6 ? `${saturday}T00:00` : `${dayAfter(saturday, -1)}T${FRIDAY_EVENING}`;
  return { from, to: `${dayAfter(saturday, 1)}T24:00` };
}

/** One time at which something takes place, as it is written: with its zone, or a day. */
export interface Occurrence {
  readonly start: string;
  readonly end?: string | undefined;
}

/** A moment as the place's clocks show it: a day begins at midnight. */
const clock = (time: string): string => (time.length > 10 ? time.slice(0, 16) : `${time}T00:00`);
const clockEnd = ({ start, end }: Occurrence): string => {
  if (end === undefined) return start.length > 10 ? clock(start) : `${start}T24:00`;
  return end.length > 10 ? clock(end) : `${end}T24:00`;
};

const overlaps = (occurrence: Occurrence, { from, to }: Span): boolean =>
  clock(occurrence.start) < to && clockEnd(occurrence) >= from;

/** When something takes place within the days, first of all: undefined where it does not. What is on already is on from the first day. */
export function nextOf(occurrences: readonly Occurrence[], { start, end }: Window): string | undefined {
  const span = { from: `${start}T00:00`, to: `${end}T24:00` };
  const [next] = occurrences
    .filter((occurrence) => overlaps(occurrence, span))
    .toSorted((a, b) => (clock(a.start) < clock(b.start) ? -1 : 1));
  if (!next) return undefined;
  return clock(next.start) < span.from ? start : next.start;
}

/** Whether something takes place on the weekend. */
export const onWeekend = (occurrences: readonly Occurrence[], { weekend }: Window): boolean =>
  occurrences.some((occurrence) => overlaps(occurrence, weekend));

/** Whether something is on today. */
export const onDay = (occurrences: readonly Occurrence[], day: string): boolean =>
  occurrences.some((occurrence) => overlaps(occurrence, { from: `${day}T00:00`, to: `${day}T24:00` }));
