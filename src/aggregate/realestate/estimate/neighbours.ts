import {
  combineLatest,
  concatMap,
  defaultIfEmpty,
  forkJoin,
  from,
  map,
  mergeMap,
  type Observable,
  of,
  scan,
  switchMap,
} from "rxjs";
import type { communes } from "../../../sources/french/communes.ts";
import type { dvf } from "../../../sources/french/dvf/index.ts";
import type { loyers } from "../../../sources/french/loyers.ts";
import { placeIn } from "../../../sources/kit/services/communes.ts";
import { districtsOf, wholeOf } from "../../../sources/kit/services/insee-codes.ts";
import { meantFirst } from "../../../sources/kit/services/meant-commune.ts";
import type { Draft } from "../../../sources/source.ts";
import { aboutCommune, type Commune, exactly, named } from "../../commune.ts";
import { type Dwelling, type Rent, rentOf, type Sale, summaryIn, yearsOf } from "../../dwellings.ts";
import { kilometresBetween } from "../../formulas/distance.ts";
import { priceTrend } from "../../formulas/price-trend.ts";
import { percent } from "../../formulas/rounding.ts";
import { fewForMedian } from "../../formulas/statistic.ts";
import { isSmallSample } from "../../formulas/statistics.ts";
import type { Gathered } from "../../settled-result.ts";
import type { SourceClient } from "../../source-client.ts";
import type { Answer } from "./answer.ts";
import { surroundingPoints } from "./surrounding-points.ts";

type Neighbour = Draft<Answer["neighbours"][number]>;
type Asking = Pick<SourceClient<"communes" | "dvf" | "loyers">, "answer">;

/** Neighbours that are compared. */
const MOST = 5;

/** A commune near another one, and how far its centre is. */
interface Near {
  readonly commune: Commune;
  readonly km: number;
}

/** What a neighbour is compared with: the commune's own kind, year and median. */
export interface Compared {
  readonly dwelling: Dwelling;
  readonly year: number | undefined;
  readonly median: number | undefined;
  /** Sales that the median is of. */
  readonly n: number;
}

/** The communes around, the nearest first: those in which a point of the ring lies, but not the commune itself or a part of it. */
const around = (ask: Asking, commune: Commune): Observable<readonly Near[]> => {
  const { latitude, longitude } = commune;
  if (latitude === undefined || longitude === undefined) return of([]);
  const own = new Set([commune.insee, wholeOf(commune.insee), ...districtsOf(commune.insee)]);
  const found = surroundingPoints({ latitude, longitude }, commune.surfaceHectares).map((point) =>
    ask
      .answer<typeof communes>("communes", point)
      .pipe(map(({ items }) => meantFirst(placeIn(point), items.map(named)).slice(0, 1))),
  );
  return forkJoin(found).pipe(
    map((places) => {
      const distinct = new Map(places.flat().map((place) => [place.insee, place]));
      return [...distinct.values()]
        .filter(({ insee }) => !own.has(insee))
        .flatMap((place): readonly Near[] =>
          place.latitude === undefined || place.longitude === undefined
            ? []
            : [
                {
                  commune: place,
                  km: kilometresBetween(
                    { latitude, longitude },
                    { latitude: place.latitude, longitude: place.longitude },
                  ),
                },
              ],
        )
        .toSorted((a, b) => a.km - b.km)
        .slice(0, MOST);
    }),
  );
};

function compared({ commune, km }: Near, sales: Gathered<Sale>, rents: readonly Rent[], own: Compared): Neighbour {
  const summary = summaryIn(sales.items);
  const years = (summary ? yearsOf(summary, own.dwelling) : []).filter(
    ({ year }) => own.year !== undefined && year <= own.year,
  );
  const same = years.find(({ year }) => year === own.year);
  const { oneYear } = same ? priceTrend(years) : {};
  return {
    commune: commune.name,
    insee_code: commune.insee,
    distance_km: km,
    price_m2: same?.median,
    n: sales.answered ? (same?.n ?? 0) : undefined,
    small_sample: (same && isSmallSample(same.n)) || undefined,
    difference_pct:
      same && own.median && !fewForMedian(same.n) && !fewForMedian(own.n)
        ? percent((same.median / own.median - 1) * 100)
        : undefined,
    one_year_pct: oneYear === undefined ? undefined : percent(oneYear),
    rent_m2: rentOf(rents, own.dwelling)?.rentM2,
  };
}

/** The neighbours, the list growing as each is read, the nearest first. */
export const neighboursOf = (ask: Asking, commune: Commune, own: Compared): Observable<readonly Neighbour[]> =>
  around(ask, commune).pipe(
    switchMap((places) =>
      from(places).pipe(
        mergeMap((place) =>
          combineLatest([
            ask.answer<typeof dvf>("dvf", exactly(place.commune), { about: aboutCommune(place.commune) }),
            ask.answer<typeof loyers>("loyers", exactly(place.commune), { about: aboutCommune(place.commune) }),
          ]).pipe(
            concatMap(([sales, rents]) =>
              sales.answered || rents.answered ? [compared(place, sales, rents.items, own)] : [],
            ),
          ),
        ),
        scan(
          (known: readonly Neighbour[], next) => [...known, next].toSorted((a, b) => a.distance_km - b.distance_km),
          [],
        ),
      ),
    ),
    defaultIfEmpty([]),
  );
