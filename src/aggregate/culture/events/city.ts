import { concatMap, type Observable, of, take, throwIfEmpty, toArray } from "rxjs";
import type { communes } from "../../../sources/french/communes.ts";
import type { nominatim } from "../../../sources/geo/nominatim.ts";
import { metresBetween } from "../../../sources/kit/values/distance.ts";
import { type Place, placeIn, unheardOf } from "../../places/place.ts";
import type { Door } from "./sources.ts";

/** A city; in France with its INSEE code where the register of communes told it. */
export interface City extends Place {
  readonly insee?: string | undefined;
}

/** Where a city is: French postal codes by the register of communes, all else by the map first. One value. */
export function cityOf(asked: string, ask: Door, language: string): Observable<City> {
  const mapped$ = ask.items<typeof nominatim>("nominatim", asked, { options: { limit: 5, language } }).pipe(
    toArray(),
    concatMap((found): readonly City[] => placeIn(found, asked)),
  );
  const commune$ = ask.items<typeof communes>("communes", asked).pipe(
    take(1),
    concatMap(({ title = asked, latitude, longitude, code, source }): readonly City[] =>
      latitude === undefined || longitude === undefined
        ? []
        : [
            {
              name: title,
              country: "France",
              countryCode: "FR",
              latitude,
              longitude,
              also: [],
              matched: true,
              by: source,
              insee: code,
            },
          ],
    ),
  );
  const [first$, second$] = /^\d{5}$/.test(asked) ? [commune$, mapped$] : [mapped$, commune$];
  return ask.withFallback(first$, second$).pipe(
    take(1),
    throwIfEmpty(() => unheardOf(asked)),
    concatMap((city) => of(city)),
  );
}

/** The middles of the cities that have agendas of their own. */
const MIDDLES = {
  paris: { latitude: 48.8566, longitude: 2.3522 },
  chicago: { latitude: 41.8756, longitude: -87.6244 },
  cleveland: { latitude: 41.4996, longitude: -81.6937 },
} as const;
const NEAR_METRES = 8_000;

/** Whether a place is one of the cities that have an agenda, or next to it; names differ by language. */
export const isIn = (city: City, wanted: keyof typeof MIDDLES): boolean =>
  metresBetween(city, MIDDLES[wanted]) < NEAR_METRES;
