import { concatMap, type Observable, take, throwIfEmpty, toArray } from "rxjs";
import { SourceError } from "../../errors.ts";
import { folded } from "../../language/fold.ts";
import type { nominatim } from "../../sources/geo/nominatim.ts";
import type { photon } from "../../sources/geo/photon.ts";
import { saysAll } from "../../sources/kit/values/text.ts";
import type { ItemOf } from "../../sources/source.ts";
import type { openMeteo } from "../../sources/weather/open_meteo.ts";
import type { About } from "../about.ts";
import type { SourceClient } from "../source-client.ts";

/** A place on the map. */
export interface Place {
  readonly name: string;
  readonly country?: string | undefined;
  /** ISO 3166-1 */
  readonly countryCode?: string | undefined;
  readonly latitude: number;
  readonly longitude: number;
  readonly timeZone?: string | undefined;
  /** Other places of that name. */
  readonly also: readonly string[];
  /** Whether its name or address has the words asked. */
  readonly matched: boolean;
  readonly by: string;
}

type Found = ItemOf<typeof nominatim> | ItemOf<typeof photon>;

/** Parts of an address that one travels to, rather than a house or a road. */
const TOWNS = /^(?:city|town|village|municipality|hamlet|suburb|county|state|region|island|country|district|locality)$/;

/** The likeliest place that is one to travel to; else the likeliest. */
export function placeIn(found: readonly Found[], asked: string): readonly Place[] {
  const located = found.flatMap(({ latitude, longitude, ...place }) =>
    latitude === undefined || longitude === undefined ? [] : [{ ...place, latitude, longitude }],
  );
  const best = located.find(({ addressType }) => TOWNS.test(addressType ?? "")) ?? located[0];
  if (!best) return [];
  return [
    {
      name:
        ("name" in best && typeof best.name === "string" ? best.name : undefined) ?? best.city ?? best.title ?? asked,
      country: best.country,
      countryCode: best.countryCode,
      latitude: best.latitude,
      longitude: best.longitude,
      also: located.flatMap((other) => (other === best ? [] : (other.address ?? other.title))).slice(0, 3),
      matched: holds(asked, best.title, "name" in best ? best.name : undefined, best.city, best.address, best.country),
      by: best.source,
    },
  ];
}

/** Whether a place's names have all words that were asked; numbers and what stands in brackets tell which of several is meant. */
const holds = (asked: string, ...names: readonly unknown[]): boolean => {
  const words = folded(asked.replace(/\([^)]*\)|\b\d+\b/g, " "));
  return saysAll(words, ...names.map((name) => (typeof name === "string" ? folded(name) : undefined)));
};

export const unheardOf = (asked: string): SourceError =>
  new SourceError("not-found", `No place is known by the name of “${asked}”.`);

/** Where a place is, by the first geocoder that knows it. One value; fails with `not-found` where none does. */
export function placeOf(
  asked: string,
  ask: SourceClient<"nominatim" | "photon" | "open_meteo">,
  language: string,
): Observable<Place> {
  const one$ = ask.items<typeof nominatim>("nominatim", asked, { options: { limit: 5, language } }).pipe(
    toArray(),
    concatMap((found) => placeIn(found, asked)),
  );
  const other$ = ask.items<typeof photon>("photon", asked, { options: { limit: 5 } }).pipe(
    toArray(),
    concatMap((found) => placeIn(found, asked)),
  );
  // The forecast's own geocoder, which tells no country's code.
  const third$ = ask.items<typeof openMeteo>("open_meteo", asked).pipe(
    take(1),
    concatMap(({ place, country, latitude, longitude, timeZone, source }): readonly Place[] =>
      latitude === undefined || longitude === undefined
        ? []
        : [
            {
              name: place ?? asked,
              country,
              latitude,
              longitude,
              timeZone,
              also: [],
              matched: holds(asked, place, country),
              by: source,
            },
          ],
    ),
  );
  return ask.withFallback(one$, ask.withFallback(other$, third$)).pipe(
    take(1),
    throwIfEmpty(() => unheardOf(asked)),
  );
}

/** A place for rows that lie within so many km of it. */
export const aboutPlace = ({ name, latitude, longitude }: Place, km: number): About => ({
  name: `${name} and ${km} km around`,
  near: { latitude, longitude, km },
});

/** A point as sources take it. */
export const pointOf = ({ latitude, longitude }: Place): string => `${latitude},${longitude}`;
