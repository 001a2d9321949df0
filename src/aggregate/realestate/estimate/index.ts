import {
  catchError,
  combineLatest,
  concatMap,
  EMPTY,
  filter,
  map,
  merge,
  type Observable,
  switchMap,
  toArray,
} from "rxjs";
import { z } from "zod";
import { whole } from "../../../pipelines/parameters.ts";
import type { dpe } from "../../../sources/french/dpe/index.ts";
import type { dvf } from "../../../sources/french/dvf/index.ts";
import type { loyers } from "../../../sources/french/loyers.ts";
import { districtsOf } from "../../../sources/kit/services/insee-codes.ts";
import { aboutCommune, type Commune, communeQuery, exactly, postcodeOf } from "../../commune.ts";
import { defineAnalysis } from "../../define.ts";
import { newestYear, oddRents, type Sale, summaryIn, yearsOf } from "../../dwellings.ts";
import { limit } from "../../parameters.ts";
import { shareReplayLatest } from "../../share-replay.ts";
import { answer, meant } from "./answer.ts";
import { neighboursOf } from "./neighbours.ts";
import { located } from "./place.ts";
import { classesIn, estimateOf, marketOf, pricesOf, spreadOf, transactionsOf, trendsOf } from "./prices.ts";
import { prompt } from "./prompt.ts";
import { rentIn, type Wanted, wantedIn } from "./rents.ts";
import { SOURCES } from "./sources.ts";

/** Sales on a page. */
const SALES = 20;

const SURFACE = "must be a number of square metres from 5 to 2000";

/** What dwellings of a French commune cost to buy and to rent, and how that moves. */
export const estimate = defineAnalysis({
  path: "/realestate/estimate",
  title: "Real-estate estimate",
  describe:
    "Dwelling prices in a French commune: price per m², an estimate for a surface, recent sales, one- and five-year trends, rents and yield, neighbouring towns, the market.",
  q: {
    describe: "a French commune's name, postal code or INSEE code, Paris 11, or an address",
    example: "Boulogne-Billancourt",
    schema: communeQuery,
  },
  parameters: {
    type: z
      .enum(["apartment", "house"], { error: "must be apartment or house" })
      .optional()
      .describe("apartment or house; default: the type with more sales"),
    surface: z.coerce
      .number({ error: SURFACE })
      .min(5, { error: SURFACE })
      .max(2000, { error: SURFACE })
      .optional()
      .describe("m²; default: 52 of a flat, 92 of a house, which the rent indicator is of"),
    rooms: whole(1, 30).optional().describe("main rooms: the rent of small or large flats"),
    limit: limit(20, 1, 100, "recent sales at most"),
  },
  sources: SOURCES,
  budgetMs: 40_000,
  understood: meant,
  answer,
  from: {
    place: ["communes"],
    price_m2: ["dvf"],
    estimate: ["dvf"],
    recent_transactions: ["dvf"],
    trends: ["dvf"],
    rent: ["loyers"],
    neighbours: ["dvf", "loyers"],
    market: ["dvf", "dpe"],
  },
  fields: { "market.sales_by_year": ["dvf"], "market.energy_classes": ["dpe"] },
  limits: [
    "Sales are published twice a year: the last months are missing.",
    "A median is no appraisal: state, floor and view are unknown.",
    "The rent indicator is modelled.",
    "Neighbours are sampled on a ring.",
  ],
  run: ({ input, q, parameters, ask, section, understood, limit: said, weaker }) => {
    const pages = Math.ceil(parameters.limit / SALES);
    const place$ = located(ask, q, input).pipe(shareReplayLatest());
    const commune$ = place$.pipe(map(({ commune }) => commune));
    const at = <T>(read: (commune: Commune) => Observable<T>): Observable<T> => commune$.pipe(switchMap(read));
    const sales$ = at((commune) =>
      ask.items<typeof dvf>("dvf", exactly(commune), { pages, about: aboutCommune(commune) }).pipe(toArray()),
    );
    const told$ = at((commune) =>
      ask.answer<typeof dvf>("dvf", exactly(commune), { pages, about: aboutCommune(commune) }),
    );
    const rents$ = at((commune) =>
      ask.items<typeof loyers>("loyers", exactly(commune), { about: aboutCommune(commune) }).pipe(toArray()),
    );
    const market$ = told$.pipe(
      map(({ items }) => {
        const summary = summaryIn(items);
        return { summary, wanted: wantedIn(summary, parameters) };
      }),
      shareReplayLatest(),
    );
    /** What is drawn from all sales; it is absent, with the reason, where they could not be had. */
    const drawn = <T>(draw: (summary: Sale, wanted: Wanted) => readonly T[]): Observable<T> =>
      combineLatest([sales$, market$]).pipe(
        concatMap(([, { summary, wanted }]) => (summary ? draw(summary, wanted) : [])),
      );
    return merge(
      understood(
        place$.pipe(
          map(({ commune, others, address }) => ({
            commune: commune.name,
            insee_code: commune.insee,
            address,
            by: address ? "adresse, communes" : "communes",
            others: others.map(({ name, insee, department }) => ({ commune: name, insee_code: insee, department })),
          })),
        ),
      ),
      section(
        "place",
        commune$.pipe(
          map((commune) => ({
            commune: commune.name,
            postal_code: postcodeOf(input, commune),
            insee_code: commune.insee,
            department: commune.department,
            population: commune.population,
          })),
        ),
      ),
      section(
        "price_m2",
        drawn((summary, { dwelling }) => pricesOf(summary, dwelling)),
      ),
      section("recent_transactions", sales$.pipe(map((sales) => transactionsOf(sales, parameters.limit)))),
      section(
        "trends",
        drawn((summary, { dwelling }) => [trendsOf(summary, dwelling)]),
      ),
      section(
        "rent",
        combineLatest([commune$, rents$, market$]).pipe(
          concatMap(([{ insee }, rents, { summary, wanted }]) =>
            rentIn(
              rents,
              wanted,
              summary && (spreadOf(summary, wanted.dwelling).median ?? undefined),
              districtsOf(insee).length,
            ),
          ),
        ),
      ),
      section(
        "estimate",
        drawn((summary, { dwelling, surface }) => estimateOf(summary, dwelling, surface)),
      ),
      section(
        "neighbours",
        ask.has("dvf") || ask.has("loyers")
          ? combineLatest([commune$, market$]).pipe(
              switchMap(
                ([
                  commune,
                  {
                    summary,
                    wanted: { dwelling },
                  },
                ]) => {
                  const year = summary && newestYear(summary)?.year;
                  const own = summary && yearsOf(summary, dwelling).find((one) => one.year === year);
                  return neighboursOf(ask, commune, { dwelling, year, median: own?.median, n: own?.n ?? 0 });
                },
              ),
            )
          : EMPTY,
      ),
      section(
        "market",
        combineLatest([
          commune$,
          told$,
          market$,
          at((commune) => ask.answer<typeof dpe>("dpe", exactly(commune))),
        ]).pipe(
          filter(([, sales, , certificates]) => sales.answered || certificates.items.length > 0),
          map(([{ population }, , { summary, wanted }, { items }]) =>
            marketOf(
              summary,
              wanted.dwelling,
              population,
              classesIn(items.find(({ kind }) => kind === "summary")?.classes),
            ),
          ),
        ),
      ),
      market$.pipe(
        concatMap(({ summary }) =>
          summary?.implausibleSales
            ? [
                said(
                  `${summary.implausibleSales} sales of less than 9 m², or for less than 100 or more than 50,000 EUR/m², count in no price.`,
                ),
              ]
            : [],
        ),
      ),
      rents$.pipe(
        map(oddRents),
        filter((odd) => odd > 0),
        map((odd) => said(`${odd} rent indicators of less than 1 or more than 150 EUR/m² count in no rent.`)),
        catchError(() => EMPTY),
      ),
      told$.pipe(
        filter(({ failure }) => failure?.kind === "not-found"),
        map(() => weaker("The sales of this department are not published: only rents are known.")),
      ),
    );
  },
  prompt,
});
