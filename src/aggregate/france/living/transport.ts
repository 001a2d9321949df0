import type { gares } from "../../../sources/french/gares.ts";
import type { irve } from "../../../sources/french/irve.ts";
import type { transports } from "../../../sources/french/transports.ts";
import type { Draft, ItemOf } from "../../../sources/source.ts";
import { rounded } from "../../formulas/rounding.ts";
import type { Answer } from "./answer.ts";

type Station = ItemOf<typeof gares>;
type Transport = Draft<Answer["transports"]>;

/** Stations outside the commune are told of so far from its centre. */
const NEAR_METRES = 10_000;

/** Stops are counted so far from the centre. */
const STOPS_METRES = 1000;

const LEVELS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ A: "nationale", B: "régionale", C: "locale" }),
);

const stationOf = (station: Station, inside: boolean) => ({
  nom: station.title ?? "",
  distance_km: station.distanceMetres === undefined ? undefined : rounded(station.distanceMetres / 1000, 1),
  dans_la_commune: inside,
  niveau: station.segments?.flatMap((segment) => LEVELS.get(segment) ?? []).join(", "),
  uic: station.uic?.[0],
});

const nearestFirst = (stations: readonly Station[]): readonly Station[] =>
  stations.toSorted((a, b) => (a.distanceMetres ?? Infinity) - (b.distanceMetres ?? Infinity));

/** The stations of the commune, whose codes are given, then those not far from its centre. */
export function stationsOf(stations: readonly Station[], codes: readonly string[], limit: number): Transport {
  const distinct = [...new Map(stations.map((station) => [station.id ?? station.title, station])).values()];
  const inside = ({ insee }: Station): boolean => insee !== undefined && codes.includes(insee);
  const near = distinct.filter((station) => !inside(station) && (station.distanceMetres ?? Infinity) <= NEAR_METRES);
  const all = [
    ...nearestFirst(distinct.filter(inside)).map((station) => stationOf(station, true)),
    ...nearestFirst(near).map((station) => stationOf(station, false)),
  ];
  return { gares: all.slice(0, limit) };
}

/** The stops of public transport around the centre. */
export function stopsOf(stops: readonly ItemOf<typeof transports>[], limit: number): Transport {
  const near = stops.filter(({ distanceMetres = Infinity }) => distanceMetres <= STOPS_METRES);
  return {
    arrets: near.length,
    rayon_arrets_m: STOPS_METRES,
    reseaux: [...new Set(near.flatMap(({ networks }) => networks ?? []))],
    arrets_proches: near
      .slice(0, limit)
      .flatMap(({ title, distanceMetres, network }) =>
        title === undefined || distanceMetres === undefined
          ? []
          : [{ nom: title, distance_m: Math.round(distanceMetres), reseau: network }],
      ),
  };
}

/** No public charging point gives more (IEC 63379, megawatt charging): larger figures are in watts. */
const MOST_KW = 3_750;

/** The charging stations of the commune. */
export function chargingOf(stations: readonly ItemOf<typeof irve>[]): Transport {
  const powers = stations.flatMap(({ powerKw = 0 }) => (powerKw > 0 && powerKw <= MOST_KW ? powerKw : []));
  return {
    bornes_electriques: stations.length,
    points_de_charge: stations.reduce((sum, { points }) => sum + points, 0),
    puissance_max_kw: powers.length > 0 ? Math.max(...powers) : undefined,
  };
}
