import { concatMap, type Observable, of, take, throwIfEmpty, toArray } from "rxjs";
import type { communes } from "../../../sources/french/communes.ts";
import type { nominatim } from "../../../sources/geo/nominatim.ts";
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

/** Whether a city is the one of that name in that country. */
export const isCity = ({ name, countryCode }: City, wanted: string, country: string): boolean =>
  countryCode === country && name.toLowerCase() === wanted;
