import { from, map, mergeMap, type Observable, of, toArray } from "rxjs";
import type { gares } from "../../../sources/french/gares.ts";
import type { transports } from "../../../sources/french/transports.ts";
import type { overpass } from "../../../sources/geo/overpass/index.ts";
import { metresBetween } from "../../../sources/kit/values/distance.ts";
import type { citybikes } from "../../../sources/travel/citybikes.ts";
import { onceByName, placed } from "../../places/near.ts";
import { aboutPlace, type Place, pointOf } from "../../places/place.ts";
import type { Announced } from "./agenda.ts";
import type { City } from "./city.ts";
import type { Door } from "./sources.ts";

/** Something on the way: a stop, a station, a place with bicycles. */
export interface Waypoint {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** What is known of the ways in a city. */
export interface Ways {
  readonly stops: readonly Waypoint[];
  readonly stations: readonly Waypoint[];
  readonly bikes: readonly Waypoint[];
}

/** Metres around an event in which a stop, or bicycles, are near, and a station. */
const STOP = 1_000;
const STATION = 5_000;
/** Metres around the city in which stations are looked for. */
const STATIONS_AROUND = 10_000;
const STATIONS_KM = (2 * STATIONS_AROUND) / 1000;
/** So many places of events are asked for their stops; the others share those. */
const PLACES = 8;
const AT_ONCE = 2;

interface Located {
  readonly title?: string | undefined;
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
}

/** What has a name and a place among items. */
export const waypoints = (items: readonly Located[]): readonly Waypoint[] =>
  items.flatMap(({ title, latitude, longitude }) =>
    title === undefined || latitude === undefined || longitude === undefined
      ? []
      : [{ name: title, latitude, longitude }],
  );

/** Railway stations: those of the French railways in France, else the map's. One value. */
export const stationsOf = (city: City, ask: Door) =>
  city.countryCode === "FR" && ask.has("gares")
    ? ask
        .answer<typeof gares>("gares", pointOf(city), { about: aboutPlace(city, STATIONS_KM) })
        .pipe(map((answer) => ({ ...answer, items: waypoints(answer.items) })))
    : ask
        .answer<typeof overpass>("overpass", `railway=station near ${pointOf(city)}`, {
          options: { radius: STATIONS_AROUND, limit: 60 },
          about: aboutPlace(city, STATIONS_KM),
        })
        .pipe(
          map((answer) => ({
            ...answer,
            items: waypoints(answer.items.filter(({ tags }) => tags?.["name"] !== undefined)),
          })),
        );

/** Bicycles of a city stand within so many km of its middle; those of a namesake do not. */
const BIKES_KM = 30;

export const bikesOf = (city: City, ask: Door) =>
  ask.answer<typeof citybikes>("citybikes", city.name, { about: aboutPlace(city, BIKES_KM) });

/** A point to some hundred metres: events of one house are at one place. */
const placeKey = ({ latitude, longitude }: Pick<Place, "latitude" | "longitude">): string =>
  `${latitude.toFixed(3)},${longitude.toFixed(3)}`;

/** The stops around the first of some events, as they come: public transport is known in France alone. */
export function stopsAround(events: readonly Announced[], city: City, ask: Door): Observable<readonly Waypoint[]> {
  if (city.countryCode !== "FR") return of([]);
  const points = events.flatMap(({ latitude, longitude }) =>
    latitude === undefined || longitude === undefined ? [] : [placeKey({ latitude, longitude })],
  );
  return from([...new Set(points)].slice(0, PLACES)).pipe(
    mergeMap(
      (point) => ask.answer<typeof transports>("transports", point).pipe(map(({ items }) => waypoints(items))),
      AT_ONCE,
    ),
    toArray(),
    map((found) => found.flat()),
  );
}

/** The nearest of some waypoints within so many metres. */
function nearest(
  from: Waypoint,
  to: readonly Waypoint[],
  most: number,
): { readonly name: string; readonly metres: number } | undefined {
  const [first] = to
    .map((one) => ({ name: one.name, metres: metresBetween(from, one) }))
    .filter(({ metres }) => metres <= most)
    .toSorted((a, b) => a.metres - b.metres);
  return first;
}

/** A page of the map: the event's point, or a search for its address. */
const mapOf = ({ latitude, longitude, address, place }: Announced, city: City): string =>
  latitude !== undefined && longitude !== undefined
    ? `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
    : `https://www.openstreetmap.org/search?${new URLSearchParams({ query: [place, address, city.name].filter(Boolean).join(", ") })}`;

/** How one gets to an event. */
export function wayTo(event: Announced, city: City, { stops, stations, bikes }: Ways) {
  const { latitude, longitude } = event;
  const common = { text: event.access, map: mapOf(event, city) };
  if (event.online || latitude === undefined || longitude === undefined) return common;
  const here = { name: event.title, latitude, longitude };
  const [stop, station, bike] = [
    nearest(here, stops, STOP),
    nearest(here, stations, STATION),
    nearest(here, bikes, STOP),
  ];
  return {
    ...common,
    nearest_stop: stop?.name,
    stop_distance_m: stop?.metres,
    nearest_station: station?.name,
    station_distance_m: station?.metres,
    bike_station: bike?.name,
  };
}

const MOST = 10;

/** How one gets to the city. */
export const gettingThere = (
  city: City,
  stations: readonly Waypoint[],
  bikes: readonly { readonly network: string; readonly title: string; readonly kind: string }[],
  getIn: string | undefined,
) => ({
  stations: onceByName(
    stations.map((one) =>
      placed({ name: one.name, distance_km: Math.round(metresBetween(city, one) / 100) / 10 }, one),
    ),
  )
    .toSorted((a, b) => a.distance_km - b.distance_km)
    .slice(0, MOST),
  bike_sharing: [...new Set(bikes.map(({ network, title, kind }) => (kind === "network" ? title : network)))],
  get_in: getIn,
});
