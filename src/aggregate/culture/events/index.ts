import {
  catchError,
  combineLatest,
  concatMap,
  EMPTY,
  last,
  map,
  merge,
  mergeMap,
  type Observable,
  of,
  startWith,
} from "rxjs";
import { z } from "zod";
import { whole } from "../../../pipelines/parameters.ts";
import type { monuments } from "../../../sources/french/monuments.ts";
import type { musees } from "../../../sources/french/musees.ts";
import type { overpass } from "../../../sources/geo/overpass/index.ts";
import type { wikimediaGeosearch } from "../../../sources/geo/wikimedia_geosearch.ts";
import { combineLatestResults } from "../../combine-latest-results.ts";
import { defineAnalysis } from "../../define.ts";
import { foldPartialAnswers } from "../../fold-partial-answers.ts";
import { language, limit as limitOf } from "../../parameters.ts";
import { Day } from "../../places/day.ts";
import { guideOf, NO_GUIDE } from "../../places/guide.ts";
import { aboutPlace, pointOf } from "../../places/place.ts";
import { characters } from "../../queries.ts";
import { type Gathered, notRequested } from "../../settled-result.ts";
import { shareReplayLatest } from "../../share-replay.ts";
import { withholdUntil } from "../../withhold-until.ts";
import { agendasOf } from "./agenda.ts";
import { type City, cityOf } from "./city.ts";
import { monumentsOf, museumsOf } from "./heritage.ts";
import { countsOf, datedIn, entryOf, exhibitionsIn } from "./list.ts";
import { prompt } from "./prompt.ts";
import { Answer, CATEGORIES, type Category, Understood } from "./schema.ts";
import { SOURCES } from "./sources.ts";
import { bikesOf, gettingThere, stationsOf, stopsAround, type Waypoint, type Ways, waypoints } from "./ways.ts";
import { nextOf, type Window, windowOf } from "./when.ts";

const AGENDAS = ["paris_events", "openagenda", "artic", "cleveland_museum"] as const;

/** Metres around the city in which monuments and museums are looked for. */
const AROUND = 5_000;
/** Rows of the registers of heritage, which know other distances, lie within. */
const AROUND_KM = 20;

const understoodAs = (
  { name, country, insee, also, matched, by }: City,
  { weekend }: Window,
  { category, near }: { readonly category?: Category | undefined; readonly near: number },
) => ({
  city: [name, country].filter(Boolean).join(", "),
  insee,
  also: also.length > 0 ? also : undefined,
  matched: matched ? undefined : false,
  category,
  near_km: near,
  weekend,
  by,
});

/** What is said where a list was cut. */
const cutTo = (most: number, found: number): readonly string[] =>
  found > most ? [`The first ${most} of ${found} events are listed.`] : [];

const cityEntry = ({ name, countryCode, latitude, longitude }: City, { start, end }: Window) => ({
  name,
  country_code: countryCode,
  latitude,
  longitude,
  from: start,
  to: end,
});

export const events = defineAnalysis({
  path: "/culture/events",
  title: "Cultural events",
  describe:
    "What is on in a city: exhibitions, concerts, theatre and other events with their dates, prices and ways there, and its monuments and museums. Ask it for what to do in a city.",
  q: { describe: "a city; in France also its postal code", example: "Lyon", schema: characters(2, 120) },
  parameters: {
    start: Day("first day; default: today"),
    end: Day("last day; default: 30 days after the first"),
    category: z
      .enum(CATEGORIES, { error: `must be one of ${CATEGORIES.join(", ")}` })
      .optional()
      .describe("only such events"),
    limit: limitOf(50, 1, 200, "events at most"),
    near: whole(1, 50).default(10).describe("kilometres around the city"),
    language: language(),
  },
  sources: SOURCES,
  budgetMs: 30_000,
  understood: Understood,
  answer: Answer,
  from: {
    city: ["nominatim", "communes"],
    events: AGENDAS,
    exhibitions: AGENDAS,
    monuments: ["monuments", "overpass", "wikivoyage", "wikimedia_geosearch"],
    museums: ["musees", "overpass"],
    getting_there: ["gares", "overpass", "wikivoyage", "citybikes"],
    counts: AGENDAS,
  },
  fields: {
    "getting_there.stations": ["gares", "overpass"],
    "getting_there.bike_sharing": ["citybikes"],
  },
  limits: ["Agendas hold what their members announce, and change: see each event's page."],
  csv: "events",
  run: ({ input, parameters, ask, now, section, understood, limit, none }) => {
    const { category, near, limit: most, language: spoken } = parameters;
    const window = windowOf(parameters.start, parameters.end, now());
    const city$ = cityOf(input, ask, spoken ?? "en").pipe(shareReplayLatest());
    const at = <T>(read: (city: City) => Observable<T>) => city$.pipe(concatMap(read), shareReplayLatest());
    const near$ = (what: string) =>
      at((city) =>
        ask.answer<typeof overpass>("overpass", `${what} near ${pointOf(city)}`, {
          options: { radius: AROUND, limit: 80 },
          about: aboutPlace(city, AROUND_KM),
        }),
      );
    const french = <T>(city: City, answer: () => Observable<Gathered<T>>): Observable<Gathered<T>> =>
      city.countryCode === "FR" ? answer() : of(notRequested);
    const agendas$ = at((city) => combineLatestResults(agendasOf(city, window, near, ask)));
    const guide$ = at((city) => guideOf(city, ask, spoken ?? "en"));
    const stations$ = at((city) => stationsOf(city, ask));
    const bikes$ = at((city) => bikesOf(city, ask));
    const listed$ = at((city) =>
      french(city, () =>
        ask.answer<typeof monuments>("monuments", pointOf(city), { about: aboutPlace(city, AROUND_KM) }),
      ),
    );
    const labelled$ = at((city) =>
      french(city, () => ask.answer<typeof musees>("musees", pointOf(city), { about: aboutPlace(city, AROUND_KM) })),
    );
    const monuments$ = near$("historic=monument|memorial|castle|ruins|city_gate|archaeological_site");
    const museums$ = near$("tourism=museum|gallery");
    const articles$ = at((city) =>
      ask.answer<typeof wikimediaGeosearch>("wikimedia_geosearch", pointOf(city), {
        options: { radius: AROUND, limit: 30, language: spoken ?? "en" },
        about: aboutPlace(city, AROUND_KM),
      }),
    );
    const announced$ = at(() => foldPartialAnswers([agendas$], ({ items }) => items));
    const stops$ = at((city) =>
      agendas$.pipe(
        last(null, notRequested),
        concatMap(({ items }) => stopsAround(datedIn(items, window, category).slice(0, most), city, ask)),
      ),
    );
    const ways$: Observable<Ways> = combineLatest({
      stops: stops$.pipe(startWith<readonly Waypoint[]>([])),
      stations: stations$.pipe(
        map(({ items }) => items),
        startWith<readonly Waypoint[]>([]),
      ),
      bikes: bikes$.pipe(
        map(({ items }) => waypoints(items)),
        startWith<readonly Waypoint[]>([]),
      ),
    });
    const dated$ = announced$.pipe(
      map((announced) => datedIn(announced, window, category)),
      shareReplayLatest(),
    );
    const shownExhibitions$ = dated$.pipe(map((dated) => exhibitionsIn(dated, window)));
    return merge(
      understood(city$.pipe(map((city) => understoodAs(city, window, parameters)))),
      section("city", city$.pipe(map((city) => cityEntry(city, window)))),
      section(
        "events",
        combineLatest([city$, dated$, ways$]).pipe(
          map(([city, dated, ways]) => dated.slice(0, most).map((event) => entryOf(event, city, window, ways))),
        ),
      ),
      section("exhibitions", shownExhibitions$),
      section(
        "counts",
        combineLatest([dated$, shownExhibitions$]).pipe(map(([dated, shown]) => countsOf(dated, shown.length, window))),
      ),
      section(
        "monuments",
        at((city) =>
          withholdUntil(
            [dated$],
            foldPartialAnswers(
              [guide$, listed$, monuments$, articles$],
              ({ items: [guide = NO_GUIDE] }, listed, mapped, articles) =>
                monumentsOf(city, { guide, listed: listed.items, mapped: mapped.items, articles: articles.items }),
            ),
          ),
        ),
      ),
      section(
        "museums",
        at((city) =>
          withholdUntil(
            [dated$],
            foldPartialAnswers([labelled$, museums$], (labelled, mapped) =>
              museumsOf(city, labelled.items, mapped.items),
            ),
          ),
        ),
      ),
      section(
        "getting_there",
        at((city) =>
          withholdUntil(
            [dated$],
            foldPartialAnswers([stations$, bikes$, guide$], (stations, bikes, { items: [guide = NO_GUIDE] }) =>
              gettingThere(city, stations.items, bikes.items, guide.getIn),
            ),
          ),
        ),
      ),
      combineLatest([city$, agendas$.pipe(last(null, notRequested))]).pipe(
        mergeMap(([{ name, countryCode }, { answered, items }]) => {
          if (answered && items.length === 0)
            return [
              none(
                ["openagenda"],
                countryCode === "FR"
                  ? `The open agendas announce no event around ${name} in these days; museums and monuments are listed.`
                  : `No open agenda of events covers ${name}; museums and monuments are listed.`,
              ),
            ];
          const off = items.filter(
            (one) => one.status === "called_off" && nextOf(one.occurrences, window) !== undefined,
          );
          return [
            ...cutTo(most, datedIn(items, window, category).length),
            ...(off.length > 0 ? [`${off.length} events that are called off or put off are left out.`] : []),
          ].map((text) => limit(text));
        }),
        catchError(() => EMPTY),
      ),
    );
  },
  prompt,
});
