import {
  catchError,
  combineLatest,
  concatMap,
  defer,
  EMPTY,
  filter,
  map,
  merge,
  type Observable,
  of,
  switchMap,
  toArray,
} from "rxjs";
import type { airQuality } from "../../../sources/earth/air_quality.ts";
import type { annuaireEducation } from "../../../sources/french/annuaire_education.ts";
import type { annuaireSante } from "../../../sources/french/annuaire_sante.ts";
import type { dpe } from "../../../sources/french/dpe/index.ts";
import type { dvf } from "../../../sources/french/dvf/index.ts";
import type { eauPotable } from "../../../sources/french/eau_potable.ts";
import type { equipements } from "../../../sources/french/equipements.ts";
import type { espacesVerts } from "../../../sources/french/espaces_verts.ts";
import type { finess } from "../../../sources/french/finess.ts";
import type { gares } from "../../../sources/french/gares.ts";
import type { georisques } from "../../../sources/french/georisques/index.ts";
import type { irve } from "../../../sources/french/irve.ts";
import type { loyers } from "../../../sources/french/loyers.ts";
import type { monuments } from "../../../sources/french/monuments.ts";
import type { musees } from "../../../sources/french/musees.ts";
import type { servicePublic } from "../../../sources/french/service_public.ts";
import type { transports } from "../../../sources/french/transports.ts";
import { districtsOf, isDivided } from "../../../sources/kit/services/insee-codes.ts";
import type { Draft, TypedSource } from "../../../sources/source.ts";
import type { EntityKeys } from "../../about.ts";
import { aboutCommune, type Commune, centreOf, exactly } from "../../commune.ts";
import { oddRents } from "../../dwellings.ts";
import { mergePartials } from "../../merge-partials.ts";
import type { RequestOptions } from "../../request-options.ts";
import { askedWith, type Gathered } from "../../settled-result.ts";
import { shareReplayLatest } from "../../share-replay.ts";
import type { SourceClient } from "../../source-client.ts";
import type { Answer } from "./answer.ts";
import { schoolsOf, servicesOf, shopsOf } from "./facilities.ts";
import { DIRECTORY_PAGES, establishmentsOf, fewEnough, healthIn, healthOf, physiciansIn } from "./health.ts";
import { housingOf, rentIn } from "./housing.ts";
import type { Id } from "./sources.ts";
import { airOf, cultureOf, energyOf, greenOf, riskDetailsOf, risksOf, waterOf } from "./surroundings.ts";
import { chargingOf, stationsOf, stopsOf } from "./transport.ts";

/** What is counted is read to its end, however many pages that takes; what takes too long is not counted at all. */
const ALL: RequestOptions = { pages: 100 };

/** Stations around the centre, the nearest first: 20 a page. */
const NEAR_PAGES = 2;

/** Certificates of energy, the newest, that consumption is the median of: 20 a page. */
const CERTIFICATE_PAGES = 5;

/** Codes of the directory of professionals and of the register of establishments. */
const PHYSICIAN = "10";
const PHARMACY = "620";
const HOSPITAL = "355";

/** The items of what answered, as one value; nothing of what did not. */
const inFull = <T>({ items, answered }: Gathered<T>): readonly [] | readonly [readonly T[]] =>
  answered ? [items] : [];

/** Every section that is more than a fact of the register: each a cold stream of its own. */
export function stagesOf(ask: SourceClient<Id>, commune$: Observable<Commune>, limit: number) {
  const at = <T>(read: (commune: Commune) => Observable<T>): Observable<T> => commune$.pipe(switchMap(read));
  const whole = <S extends TypedSource<string, unknown>>(id: S["id"] & Id, how?: RequestOptions) =>
    at((commune) => ask.items<S>(id, exactly(commune), { ...how, about: aboutCommune(commune) }).pipe(toArray()));
  const tried = <S extends TypedSource<string, unknown>>(
    id: S["id"] & Id,
    how?: RequestOptions,
    keysOf?: (commune: Commune) => EntityKeys,
  ) =>
    at((commune) => ask.answer<S>(id, exactly(commune), { ...how, about: aboutCommune(commune, keysOf?.(commune)) }));
  const atCentre = <S extends TypedSource<string, unknown>>(id: S["id"] & Id, how?: RequestOptions) =>
    at((commune) =>
      askedWith(centreOf(commune), (centre) =>
        ask.answer<S>(id, centre, { ...how, about: { ...aboutCommune(commune), keys: {} } }),
      ),
    );

  const facilities$ = tried<typeof equipements>("equipements", ALL);
  const establishments$ = combineLatest([
    tried<typeof finess>("finess", { ...ALL, options: { category: PHARMACY } }),
    tried<typeof finess>("finess", { ...ALL, options: { category: HOSPITAL } }),
    tried<typeof finess>("finess", { ...ALL, options: { emergency: true } }),
  ]).pipe(map(([pharmacies, hospitals, emergencies]) => establishmentsOf(pharmacies, hospitals, emergencies)));
  const rents$ = combineLatest([commune$, whole<typeof loyers>("loyers")]).pipe(
    concatMap(([{ insee }, rents]) => rentIn(rents, districtsOf(insee).length)),
  );
  const green$ = whole<typeof espacesVerts>("espaces_verts").pipe(concatMap((spaces) => greenOf(spaces, limit)));
  const health$ = facilities$.pipe(
    switchMap((facilities) => {
      const [known] = healthIn(facilities.items);
      return known ? of(known) : establishments$;
    }),
  );
  const physicians$ = at((commune) =>
    askedWith(isDivided(commune.insee) || !fewEnough(commune.postcodes) ? undefined : exactly(commune), (q) =>
      ask.answer<typeof annuaireSante>("annuaire_sante", q, {
        pages: DIRECTORY_PAGES,
        options: { profession: PHYSICIAN },
        about: aboutCommune(commune, { insee: undefined, postcode: commune.postcodes }),
      }),
    ).pipe(map(({ items }) => physiciansIn(items, commune.postcodes))),
  );
  const risks$ = at((commune) =>
    ask
      .withFallback(
        ask.items<typeof georisques>("georisques", exactly(commune), { about: aboutCommune(commune) }),
        defer(() => {
          const centre = centreOf(commune);
          return centre === undefined
            ? EMPTY
            : ask.items<typeof georisques>("georisques", centre, { about: aboutCommune(commune) });
        }),
      )
      .pipe(toArray()),
  ).pipe(
    // Zones alone do not say which risks there are.
    filter((risks) => risks.some(({ kind }) => kind === "risk")),
    shareReplayLatest(),
  );

  return {
    immobilier: whole<typeof dvf>("dvf").pipe(concatMap(housingOf)),
    loyer: rents$,
    loyer_median: rents$.pipe(
      map(({ appartement_m2, maison_m2 }) => appartement_m2 ?? maison_m2),
      filter((rent) => typeof rent === "number"),
    ),
    commerces: combineLatest([commune$, whole<typeof equipements>("equipements", ALL)]).pipe(
      concatMap(([{ population }, facilities]) => shopsOf(facilities, population, limit)),
    ),
    services: combineLatest([
      commune$,
      facilities$,
      tried<typeof servicePublic>("service_public", { options: { kind: "mairie" } }),
    ]).pipe(
      concatMap(([{ population }, facilities, halls]) => servicesOf(facilities.items, halls.items, population, limit)),
    ),
    transports: mergePartials<Draft<Answer["transports"]>>(
      combineLatest([
        commune$,
        tried<typeof gares>("gares", ALL),
        atCentre<typeof gares>("gares", { pages: NEAR_PAGES }),
      ]).pipe(
        filter(([, ...asked]) => asked.some(({ answered }) => answered)),
        map(([commune, within, around]) =>
          stationsOf([...within.items, ...around.items], [commune.insee, ...districtsOf(commune.insee)], limit),
        ),
      ),
      atCentre<typeof transports>("transports").pipe(
        concatMap(inFull),
        map((stops) => stopsOf(stops, limit)),
      ),
      tried<typeof irve>("irve", ALL).pipe(concatMap(inFull), map(chargingOf)),
    ),
    ecoles: whole<typeof annuaireEducation>("annuaire_education", ALL).pipe(
      map((schools) => schoolsOf(schools, limit)),
    ),
    sante: combineLatest([commune$, health$, physicians$]).pipe(
      concatMap(([{ postcodes, population }, known, physicians]) => healthOf(known, physicians, postcodes, population)),
    ),
    espaces_verts: green$,
    culture: combineLatest([
      tried<typeof musees>("musees", ALL, ({ department }) => ({ department })),
      tried<typeof monuments>("monuments", ALL),
      facilities$,
    ]).pipe(
      concatMap(([museums, protectedOnes, facilities]) =>
        cultureOf(inFull(museums)[0], inFull(protectedOnes)[0], facilities.items, limit),
      ),
    ),
    risques: risks$.pipe(map(risksOf)),
    risques_detail: risks$.pipe(map(riskDetailsOf)),
    environnement: mergePartials<Draft<Answer["environnement"]>>(
      tried<typeof eauPotable>("eau_potable").pipe(map(({ items }) => ({ eau: waterOf(items) }))),
      atCentre<typeof airQuality>("air_quality").pipe(map(({ items }) => ({ air: airOf(items) }))),
      tried<typeof dpe>("dpe", { pages: CERTIFICATE_PAGES }).pipe(map(({ items }) => ({ dpe: energyOf(items) }))),
    ),
    /** What of the lists could not be read to its end, in sentences. */
    reserves: merge(
      green$.pipe(
        filter(({ tronque }) => tronque === true),
        map(() => "Plus de 500 espaces verts : leurs nombres sont des minima."),
        catchError(() => EMPTY),
      ),
      whole<typeof loyers>("loyers").pipe(
        map(oddRents),
        filter((odd) => odd > 0),
        map((odd) => `Indicateurs de loyer écartés, hors de 1 à 150 EUR par m² : ${odd}.`),
        catchError(() => EMPTY),
      ),
    ),
  };
}
