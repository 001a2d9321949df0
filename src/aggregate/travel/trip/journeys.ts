import { map, type Observable } from "rxjs";
import type { osrm } from "../../../sources/geo/osrm.ts";
import { metresBetween } from "../../../sources/kit/values/distance.ts";
import type { ItemOf } from "../../../sources/source.ts";
import type { entur } from "../../../sources/travel/entur/index.ts";
import type { irail } from "../../../sources/travel/irail.ts";
import type { sncf } from "../../../sources/travel/sncf/index.ts";
import type { tfl } from "../../../sources/travel/tfl/index.ts";
import type { transitous } from "../../../sources/travel/transitous.ts";
import type { transportOpendataCh } from "../../../sources/travel/transport_opendata_ch.ts";
import { itemsBy } from "../../combine-latest-results.ts";
import { type Place, pointOf } from "../../places/place.ts";
import type { Gathered } from "../../settled-result.ts";
import type { Dates } from "./dates.ts";
import type { Sections } from "./schema.ts";
import type { Door } from "./sources.ts";

export type Journey = Sections["transport"]["there"][number];

type Network = typeof transitous | typeof sncf | typeof irail | typeof transportOpendataCh | typeof entur | typeof tfl;
type Told = ItemOf<Network>;
type Leg = NonNullable<Told["legs"]>[number];

const MOST = 8;
/** Journeys of one source. */
const EACH = 3;
/** The first departure that is looked for, in local time. */
const MORNING = "08:00";
const LONDON = { latitude: 51.507, longitude: -0.128 };
const LONDON_METRES = 50_000;
/** The share of a journey's time in vehicles from which on it goes by one kind of them. */
const MOSTLY = 0.6;

const MODES: readonly (readonly [words: RegExp, mode: Journey["mode"]])[] = [
  [/bus|coach/i, "bus"],
  [/ferry|boat|ship|water/i, "ferry"],
  [/air|plane|flight/i, "plane"],
  [/\bcar\b|taxi|ride/i, "car"],
];
const ON_FOOT = /walk|foot|transfer|waiting|bike|bicycle|rental|scooter/i;

const secondsOf = ({ departure, arrival, durationSeconds }: Leg): number =>
  durationSeconds ?? Math.max(0, (Date.parse(arrival ?? "") - Date.parse(departure ?? "")) / 1000 || 0);

/** What a journey goes by mostly; undefined for one on foot or by bicycle alone. */
function modeOf(legs: readonly Leg[] | undefined): Journey["mode"] | undefined {
  if (!legs || legs.length === 0) return "train";
  const rides = legs.filter(({ mode }) => mode !== undefined && !ON_FOOT.test(mode));
  if (rides.length === 0) return undefined;
  const times = new Map<Journey["mode"], number>();
  for (const ride of rides) {
    const mode = MODES.find(([words]) => words.test(ride.mode ?? ""))?.[1] ?? "train";
    times.set(mode, (times.get(mode) ?? 0) + secondsOf(ride));
  }
  const [[most, time] = ["train" as const, 0]] = [...times].toSorted(([, a], [, b]) => b - a);
  const whole = [...times.values()].reduce((sum, one) => sum + one, 0);
  return times.size === 1 || time >= whole * MOSTLY ? most : "mixed";
}

function journeyOf(told: Told, from: Place, to: Place): readonly Journey[] {
  const mode = modeOf(told.legs);
  const seconds = told.durationSeconds;
  if (told.kind !== "journey" || mode === undefined || seconds === undefined || told.cancelled === true) return [];
  return [
    {
      mode,
      from: nameOr(told.from, from),
      to: nameOr(told.to, to),
      departure: told.departure,
      arrival: told.arrival,
      duration_min: Math.round(seconds / 60),
      transfers: told.transfers,
      operator: told.operator ?? told.legs?.find(({ operator }) => operator !== undefined)?.operator,
      distance_km: told.distanceMetres === undefined ? undefined : Math.round(told.distanceMetres / 100) / 10,
      fare: told.price,
      source: told.source,
    },
  ];
}

/** An end's name; where a source writes its coordinates, the place's own. */
const nameOr = (told: string | undefined, place: Place): string =>
  told === undefined || /^-?\d{1,3}(?:\.\d+)?\s*,\s*-?\d{1,3}(?:\.\d+)?$/.test(told) ? place.name : told;

const driven = (told: ItemOf<typeof osrm>, from: Place, to: Place): Journey => ({
  mode: "car",
  from: from.name,
  to: to.name,
  duration_min: Math.round(told.durationSeconds / 60),
  distance_km: Math.round(told.distanceMetres / 100) / 10,
  source: told.source,
});

/** The networks that both ends lie in, by their countries. */
const NATIONAL: ReadonlyMap<string, "sncf" | "irail" | "transport_opendata_ch" | "entur"> = new Map(
  Object.entries<"sncf" | "irail" | "transport_opendata_ch" | "entur">({
    FR: "sncf",
    BE: "irail",
    CH: "transport_opendata_ch",
    NO: "entur",
  }),
);

function networks(from: Place, to: Place): readonly ("sncf" | "irail" | "transport_opendata_ch" | "entur" | "tfl")[] {
  const near = (place: Place): boolean => metresBetween(place, LONDON) < LONDON_METRES;
  if (near(from) && near(to)) return ["tfl"];
  const national = from.countryCode === to.countryCode ? NATIONAL.get(to.countryCode ?? "") : undefined;
  return national ? [national] : [];
}

/** How one gets from one place to the other: what each source answers. */
export function journeysOf(from: Place, to: Place, dates: Dates, ask: Door): readonly Observable<Gathered<Journey>>[] {
  const options = { departure: `${dates.start}T${MORNING}` };
  const ways = itemsBy((told: readonly Told[]) => told.flatMap((one) => journeyOf(one, from, to)).slice(0, EACH));
  const roads = itemsBy((told: readonly ItemOf<typeof osrm>[]) => told.slice(0, 1).map((one) => driven(one, from, to)));
  const points = [pointOf(from), pointOf(to)];
  return [
    ask.answer<typeof osrm>("osrm", points.join(";")).pipe(map(roads)),
    ask.answer<typeof transitous>("transitous", points.join(" to "), { options }).pipe(map(ways)),
    ...networks(from, to).map((id) =>
      ask.answer<Network>(id, `${from.name} to ${to.name}`, { options }).pipe(map(ways)),
    ),
  ];
}

/** The quickest of all ways. */
export const quickest = (journeys: readonly Journey[]): readonly Journey[] =>
  journeys.toSorted((a, b) => a.duration_min - b.duration_min).slice(0, MOST);
