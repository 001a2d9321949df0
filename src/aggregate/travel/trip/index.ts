import {
  catchError,
  combineLatest,
  concat,
  concatMap,
  EMPTY,
  forkJoin,
  ignoreElements,
  last,
  map,
  merge,
  type Observable,
  of,
} from "rxjs";
import { z } from "zod";
import { toSourceError } from "../../../errors.ts";
import { whole } from "../../../pipelines/parameters.ts";
import type { overpass } from "../../../sources/geo/overpass/index.ts";
import type { wikimediaGeosearch } from "../../../sources/geo/wikimedia_geosearch.ts";
import { endsIn } from "../../../sources/kit/requests/ends.ts";
import type { citybikes } from "../../../sources/travel/citybikes.ts";
import type { opentripmap } from "../../../sources/travel/opentripmap/index.ts";
import { combineLatestResults } from "../../combine-latest-results.ts";
import { defineAnalysis } from "../../define.ts";
import { foldPartialAnswers } from "../../fold-partial-answers.ts";
import { language, oneOf } from "../../parameters.ts";
import { Day } from "../../places/day.ts";
import { guideOf, NO_GUIDE } from "../../places/guide.ts";
import { aboutPlace, type Place, placeOf, pointOf } from "../../places/place.ts";
import { characters } from "../../queries.ts";
import { type Gathered, notRequested } from "../../settled-result.ts";
import { shareReplayLatest } from "../../share-replay.ts";
import { withholdUntil } from "../../withhold-until.ts";
import { accommodationOf } from "./accommodation.ts";
import { activitiesOf } from "./activities.ts";
import { budgetOf } from "./budget.ts";
import { currencyOf } from "./currencies.ts";
import { datesOf } from "./dates.ts";
import { type Journey, journeysOf, quickest } from "./journeys.ts";
import { networksIn, railwayAround, stationsOf } from "./local.ts";
import { priceLevelOf } from "./price-level.ts";
import { prompt } from "./prompt.ts";
import { rateIn } from "./rate.ts";
import { Answer, Understood } from "./schema.ts";
import { SOURCES } from "./sources.ts";
import { weatherOf, zoneOf } from "./weather.ts";

/** Metres around the place in which houses and sights are looked for. */
const AROUND = 4_000;
/** Bicycles of a city stand within so many km of its middle; those of a namesake do not. */
const BIKES_KM = 30;

/** One value whatever comes: the last, or undefined where there is none. */
const maybe = <T>(value$: Observable<T>): Observable<T | undefined> =>
  value$.pipe(
    catchError(() => EMPTY),
    last(null, undefined),
  );

export const trip = defineAnalysis({
  path: "/travel/trip",
  title: "Trip",
  describe:
    "Weather, places to stay, things to do, ways there and about, and an estimated budget for a trip to a place. Ask it when somebody wants to travel.",
  q: {
    describe: "a place, or a journey: A to B",
    example: "Lisbon",
    schema: characters(2, 200),
  },
  parameters: {
    from: z.string().trim().min(2).max(200).optional().describe("where the journey begins; default: the A of “A to B”"),
    start: Day("first day; default: in 14 days"),
    end: Day("last day; default: three nights after the first"),
    people: whole(1, 20).default(2).describe("travellers"),
    level: oneOf(["hostel", "mid", "high"], "mid", "how one stays and eats"),
    currency: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{3}$/, { error: "must be a currency's three letters, such as EUR" })
      .default("EUR")
      .describe("ISO 4217: what the budget is in"),
    language: language(),
  },
  sources: SOURCES,
  budgetMs: 40_000,
  understood: Understood,
  answer: Answer,
  from: {
    destination: ["nominatim", "photon", "open_meteo"],
    dates: [],
    weather: ["open_meteo", "met_no", "wttr"],
    accommodation: ["overpass", "wikivoyage"],
    activities: ["wikivoyage", "overpass", "opentripmap", "wikimedia_geosearch"],
    transport: [
      "overpass",
      "wikivoyage",
      "osrm",
      "transitous",
      "sncf",
      "irail",
      "transport_opendata_ch",
      "entur",
      "tfl",
      "citybikes",
    ],
    budget: ["eurostat", "worldbank", "frankfurter", "ecb"],
  },
  fields: {
    "transport.local.stations": ["overpass"],
    "transport.local.bike_sharing": ["citybikes"],
  },
  limits: [
    "No live hotel or flight prices: these need paid providers.",
    "Budget lines marked assumption are averages of ours, scaled by the country's price level.",
    "OpenStreetMap and Wikivoyage are made by volunteers.",
  ],
  run: ({ input, parameters, ask, now, section, understood, limit, weaker }) => {
    const { people, level, currency, language: spoken = "en" } = parameters;
    const ends = endsIn(input);
    const [start, to] = [parameters.from ?? ends?.from, ends?.to ?? input];
    const dates = datesOf(parameters.start, parameters.end, now());
    const place$ = placeOf(to, ask, spoken).pipe(shareReplayLatest());
    const begun$ = start === undefined ? EMPTY : placeOf(start, ask, spoken).pipe(shareReplayLatest());
    const from$ = start === undefined ? of(undefined) : maybe(begun$).pipe(shareReplayLatest());
    const guide$ = place$.pipe(
      concatMap((place) => guideOf(place, ask, spoken)),
      shareReplayLatest(),
    );
    const at = <T>(read: (place: Place) => Observable<T>) => place$.pipe(concatMap(read), shareReplayLatest());
    const near = (what: string, limit: number) => (place: Place) =>
      ask.answer<typeof overpass>("overpass", `${what} near ${pointOf(place)}`, {
        options: { radius: AROUND, limit },
        about: aboutPlace(place, (2 * AROUND) / 1000),
      });
    const houses$ = at(near("tourism=hotel|hostel|guest_house|motel|apartment|camp_site", 60));
    const sights$ = at(near("tourism=museum|attraction|viewpoint|gallery", 80));
    const rated$ = at((place) =>
      ask.answer<typeof opentripmap>("opentripmap", pointOf(place), {
        options: { radius: AROUND, limit: 50 },
        about: aboutPlace(place, (2 * AROUND) / 1000),
      }),
    );
    const articles$ = at((place) =>
      ask.answer<typeof wikimediaGeosearch>("wikimedia_geosearch", pointOf(place), {
        options: { radius: AROUND, limit: 30, language: spoken },
        about: aboutPlace(place, (2 * AROUND) / 1000),
      }),
    );
    const stations$ = at((place) => railwayAround(place, ask));
    const bikes$ = at((place) =>
      ask.answer<typeof citybikes>("citybikes", place.name, { about: aboutPlace(place, BIKES_KM) }),
    );
    const journeys$ = combineLatest([from$, place$]).pipe(
      concatMap(([from, place]) =>
        from ? combineLatestResults(journeysOf(from, place, dates, ask)) : of<Gathered<Journey>>(notRequested),
      ),
      shareReplayLatest(),
    );
    const destination = (place: Place, guide = NO_GUIDE, timeZone = place.timeZone) => ({
      name: place.name,
      country: place.country,
      country_code: place.countryCode,
      latitude: place.latitude,
      longitude: place.longitude,
      timezone: timeZone,
      summary: guide.summary,
      guide_url: guide.url,
      local_currency: currencyOf(place.countryCode),
    });
    const weather$ = weatherOf(place$, dates, ask, now()).pipe(shareReplayLatest());
    const accommodation$ = at((place) =>
      foldPartialAnswers([guide$, houses$], ({ items: [guide = NO_GUIDE] }, { items }) =>
        accommodationOf(place, guide, items),
      ),
    );
    const activities$ = at((place) =>
      foldPartialAnswers(
        [guide$, sights$, rated$, articles$],
        ({ items: [guide = NO_GUIDE] }, mapped, rated, articles) =>
          activitiesOf(place, guide, { mapped: mapped.items, rated: rated.items, articles: articles.items }),
      ),
    );
    const transport$ = at((place) =>
      foldPartialAnswers(
        [journeys$, stations$, bikes$, guide$],
        (journeys, stations, bikes, { items: [guide = NO_GUIDE] }) => ({
          there: quickest(journeys.items),
          local: {
            stations: stationsOf(place, stations.items),
            bike_sharing: networksIn(bikes.items),
            get_around: guide.getAround,
          },
          get_in: guide.getIn,
        }),
      ),
    );
    const budget$ = forkJoin([
      place$,
      from$,
      maybe(journeys$),
      maybe(at(({ countryCode }) => (countryCode ? priceLevelOf(countryCode, ask) : EMPTY))),
      maybe(currency === "EUR" ? EMPTY : rateIn(currency, ask)),
    ]).pipe(
      map(([place, from, journeys, priceLevel, rate]) =>
        budgetOf({
          dates,
          people,
          level,
          currency,
          priceLevel,
          rate,
          from,
          to: place,
          journeys: quickest(journeys?.items ?? []),
        }),
      ),
    );
    return merge(
      understood(
        combineLatest([place$, from$]).pipe(
          map(([place, from]) => ({
            destination: [place.name, place.country].filter(Boolean).join(", "),
            from: from?.name,
            also: place.also.length > 0 ? place.also : undefined,
            matched: place.matched ? undefined : false,
            level,
            currency,
            by: place.by,
          })),
        ),
      ),
      begun$.pipe(
        ignoreElements(),
        catchError((thrown: unknown) => {
          const { kind, message } = toSourceError(thrown);
          return of(
            kind === "not-found"
              ? limit(`No place is known by the name of “${start}”: the way there is not counted.`)
              : weaker(`“${start}” could not be looked up: the way there is not counted. ${message}`),
          );
        }),
      ),
      section("dates", of({ ...dates, people })),
      section(
        "destination",
        concat(
          place$.pipe(map((place) => destination(place))),
          combineLatest([place$, guide$, at((place) => zoneOf(place, dates, ask, now()))]).pipe(
            map(([place, { items }, zone]) => destination(place, items[0], zone ?? place.timeZone)),
          ),
        ),
      ),
      section("weather", weather$),
      section("accommodation", accommodation$),
      section("activities", activities$),
      section("transport", transport$),
      section("budget", withholdUntil([weather$, accommodation$, activities$, transport$], budget$)),
    );
  },
  prompt,
});
