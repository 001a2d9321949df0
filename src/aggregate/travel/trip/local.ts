import type { overpass } from "../../../sources/geo/overpass/index.ts";
import type { ItemOf } from "../../../sources/source.ts";
import type { citybikes } from "../../../sources/travel/citybikes.ts";
import { kilometresFrom, onceByName, placed } from "../../places/near.ts";
import { aboutPlace, type Place } from "../../places/place.ts";
import type { Door } from "./sources.ts";

const MOST = 8;
const RADIUS = 5_000;

/** The nearest railway stations. */
export const stationsOf = (place: Place, found: readonly ItemOf<typeof overpass>[]) =>
  onceByName(
    found.flatMap((station) => {
      const distance = kilometresFrom(place, station);
      return distance === undefined || station.tags?.["name"] === undefined
        ? []
        : [placed({ name: station.title, kind: station.tags["station"] ?? "railway", distance_km: distance }, station)];
    }),
  )
    .toSorted((a, b) => a.distance_km - b.distance_km)
    .slice(0, MOST);

export const railwayAround = (place: Place, ask: Door) =>
  ask.answer<typeof overpass>("overpass", `railway=station near ${place.latitude},${place.longitude}`, {
    options: { radius: RADIUS, limit: 60 },
    about: aboutPlace(place, (2 * RADIUS) / 1000),
  });

/** Where bicycles are hired: the networks of the city, with how many stations each has. */
export const networksIn = (found: readonly ItemOf<typeof citybikes>[]) =>
  [...Map.groupBy(found, ({ network }) => network)].flatMap(([network, its]) => {
    const [first] = its;
    const stations = its.filter(({ kind }) => kind === "station").length;
    if (!first?.url) return [];
    return [
      { name: first.kind === "network" ? first.title : network, stations: stations || undefined, url: first.url },
    ];
  });
