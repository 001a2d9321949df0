import { nameKey } from "../../places/near.ts";
import type { Announced } from "./agenda.ts";
import type { City } from "./city.ts";
import type { Category } from "./schema.ts";
import { type Ways, wayTo } from "./ways.ts";
import { nextOf, onDay, onWeekend, type Window } from "./when.ts";

/** An event that takes place within the days. */
export interface Dated extends Announced {
  readonly next: string;
}

const longer = (one: string | undefined, other: string | undefined): string | undefined =>
  (one?.length ?? 0) >= (other?.length ?? 0) ? (one ?? other) : other;

/** What two agendas know of one event. */
function together(one: Dated, other: Dated): Dated {
  const known = Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined && value !== ""));
  return { ...other, ...known, summary: longer(one.summary, other.summary) };
}

/** The events of the days, those that come next first; the same title, place and day is one event. */
export function datedIn(
  announced: readonly Announced[],
  window: Window,
  category: Category | undefined,
): readonly Dated[] {
  const known = new Map<string, Dated>();
  for (const event of announced.filter((one) => one.status !== "called_off")) {
    const next = nextOf(event.occurrences, window);
    if (next === undefined || (category && event.category !== category)) continue;
    const dated: Dated = { ...event, next };
    const key = [nameKey(event.title), nameKey(event.place ?? ""), next.slice(0, 10), spotOf(event)].join("|");
    const before = known.get(key);
    known.set(key, before ? together(before, dated) : dated);
  }
  return [...known.values()].toSorted((a, b) => compare(a.next, b.next) || compare(a.title, b.title));
}

/** Houses of one name some kilometres apart are two. */
const spotOf = ({ latitude, longitude }: Announced): string =>
  latitude === undefined || longitude === undefined ? "" : `${latitude.toFixed(2)},${longitude.toFixed(2)}`;

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const firstOf = (event: Dated): string => event.occurrences.map(({ start }) => start).toSorted()[0] ?? event.next;
const lastOf = (event: Dated): string | undefined => {
  const ends = event.occurrences.flatMap(({ end }) => end ?? []).toSorted();
  const last = ends.at(-1);
  return last?.startsWith("9999") ? undefined : last;
};

/** An event as the answer has it. */
export const entryOf = (event: Dated, city: City, window: Window, ways: Ways) => ({
  title: event.title,
  category: event.category,
  start: firstOf(event),
  end: lastOf(event),
  next: event.next,
  dates_text: event.datesText,
  on_weekend: onWeekend(event.occurrences, window),
  place: event.place,
  address: event.address,
  latitude: event.latitude,
  longitude: event.longitude,
  free: event.free,
  price_text: event.priceText,
  summary: event.summary,
  url: event.url,
  booking: event.booking,
  image: event.image,
  accessible: event.accessible,
  status: event.status === "called_off" ? undefined : event.status,
  online: event.online || undefined,
  how_to_get_there: wayTo(event, city, ways),
  source: event.source,
});

const EXHIBITIONS = 30;

/** Those that are exhibitions and on today. */
export const exhibitionsIn = (events: readonly Dated[], { today }: Window) =>
  events
    .filter(({ category, occurrences }) => category === "exhibition" && isOpen(occurrences, today))
    .slice(0, EXHIBITIONS)
    .map((event) => ({
      title: event.title,
      start: firstOf(event),
      end: lastOf(event),
      place: event.place,
      url: event.url,
      price_text: event.priceText,
    }));

/** Opening hours skip days of a week; between two stays an exhibition is not on. */
const GAP_DAYS = 7;
const DAY_MS = 86_400_000;

/** Between two times that lie at most a week apart: an exhibition whose opening hours skip a day is on that day too. */
function isOpen(occurrences: Dated["occurrences"], day: string): boolean {
  if (onDay(occurrences, day)) return true;
  const before = occurrences.map(({ start, end }) => (end ?? start).slice(0, 10)).filter((end) => end < day);
  const after = occurrences.map(({ start }) => start.slice(0, 10)).filter((start) => start > day);
  const [last, next] = [before.toSorted().at(-1), after.toSorted()[0]];
  return last !== undefined && next !== undefined && (Date.parse(next) - Date.parse(last)) / DAY_MS <= GAP_DAYS;
}

/** How many there are. */
export const countsOf = (events: readonly Dated[], exhibitions: number, window: Window) => ({
  events: events.length,
  exhibitions,
  free: events.filter(({ free }) => free === true).length,
  weekend: events.filter(({ occurrences }) => onWeekend(occurrences, window)).length,
});
