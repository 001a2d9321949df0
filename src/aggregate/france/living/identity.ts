import { concatMap, defer, EMPTY, map, type Observable, of, toArray } from "rxjs";
import type { Place } from "../../../sources/kit/services/communes.ts";
import type { ItemOf } from "../../../sources/source.ts";
import type { insee } from "../../../sources/statistics/insee/index.ts";
import { type Commune, exactly, postcodeOf } from "../../commune.ts";
import { rounded } from "../../formulas/rounding.ts";
import type { SourceClient } from "../../source-client.ts";
import type { Answer } from "./answer.ts";

/** The sections that are facts of the register of communes, in their order. */
export const IDENTITY = [
  "commune",
  "code_postal",
  "codes_postaux",
  "code_insee",
  "departement",
  "region",
  "epci",
  "superficie_km2",
  "latitude",
  "longitude",
] as const satisfies readonly (keyof Answer)[];

type Identity = { readonly [Name in (typeof IDENTITY)[number]]: Answer[Name] | undefined };

export const identityOf = (commune: Commune, place: Place): Identity => ({
  commune: commune.name,
  code_postal: postcodeOf(place, commune),
  codes_postaux: commune.postcodes,
  code_insee: commune.insee,
  departement: commune.department,
  region: commune.region,
  epci: commune.epci,
  superficie_km2: commune.surfaceHectares === undefined ? undefined : rounded(commune.surfaceHectares / 100, 2),
  latitude: commune.latitude,
  longitude: commune.longitude,
});

/** The newest municipal population among observations. */
function municipal(observations: readonly ItemOf<typeof insee>[]): readonly number[] {
  const [newest] = observations
    .filter(({ codes }) => Object.values(codes ?? {}).includes("PMUN"))
    .toSorted((a, b) => (b.period ?? "").localeCompare(a.period ?? ""));
  return newest?.value === undefined ? [] : [newest.value];
}

/** The municipal population: the register's, else that of the official statistics. */
export const populationOf = (
  ask: Pick<SourceClient<"insee">, "items" | "withFallback">,
  commune: Commune,
): Observable<number> =>
  ask.withFallback(
    commune.population === undefined ? EMPTY : of(commune.population),
    defer(() => ask.items<typeof insee>("insee", exactly(commune)).pipe(toArray(), concatMap(municipal))),
  );

/** Inhabitants to the square kilometre. */
export const densityOf = (population$: Observable<number>, { surfaceHectares }: Commune): Observable<number> =>
  surfaceHectares ? population$.pipe(map((people) => rounded((people * 100) / surfaceHectares, 1))) : EMPTY;
