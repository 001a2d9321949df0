import {
  catchError,
  EMPTY,
  filter,
  forkJoin,
  from,
  map,
  merge,
  mergeMap,
  type Observable,
  of,
  switchMap,
  throwError,
  toArray,
} from "rxjs";
import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import type { related_questions } from "../../../sources/serp/related_questions.ts";
import type { serp_features } from "../../../sources/serp/serp_features/index.ts";
import { siteOf } from "../../../standards/addresses.ts";
import { defineAnalysis } from "../../define.ts";
import { language, limit as limitOf, region } from "../../parameters.ts";
import { pageUrl } from "../../queries.ts";
import { ENGINES } from "../../serp.ts";
import { shareReplayAll } from "../../share-replay.ts";
import { SourceNotSelected } from "../../source-filter.ts";
import { PAGE_PARSERS, type PageRead, readPage } from "../corpus/reading.ts";
import { idsOf } from "../ids.ts";
import { keywordPhrase } from "../keyword.ts";
import { marketOf } from "../market.ts";
import { oneOfEachDomain, RANK_LIMIT, resultsOf } from "../results.ts";
import { answer } from "./answer.ts";
import { cited, named, positions, ranked, registered, tagged } from "./asked.ts";
import { comparedOf } from "./compared.ts";
import { competitorOf } from "./competitor.ts";
import { featuresOf } from "./features.ts";
import { each, known, standing } from "./telling.ts";

const PAGE_IDS = idsOf(PAGE_PARSERS);
/** Pages and registrations that are read at once. What an upstream wants to be asked slowly is asked one by one. */
const CONCURRENCY = 4;

/** Who ranks for a phrase: how strong they are, what their pages have, and what is missing. */
export const competitors = defineAnalysis({
  path: "/seo/competitors",
  title: "Competitors for a keyword phrase",
  describe:
    "Tells the ten domains that rank for a phrase with their authority, backlinks, social presence and pages, the features of the page of results, and what is missing at whom.",
  q: { describe: "a keyword phrase of one to ten words", example: "best running shoes", schema: keywordPhrase },
  parameters: {
    language: language(),
    region: region(),
    limit: limitOf(10, 3, 10, "competitors"),
    site: pageUrl.optional().describe("the own domain or page: gaps are measured against it"),
  },
  sources: {
    ...ENGINES,
    serp_features: "primary",
    domain_rank: "primary",
    ...PAGE_PARSERS,
    opengraph: "primary",
    related_questions: "enriching",
    rdap: "enriching",
    wikipedia: "enriching",
    site_position: { kind: "enriching", ms: 30_000 },
  },
  budgetMs: 60_000,
  understood: z.object({
    keyword: z.string(),
    language: z.string(),
    region: z.string().optional(),
    site: z.string().optional().describe("the own domain"),
  }),
  answer,
  from: {
    competitors: idsOf(ENGINES),
    serp_features: ["serp_features", "related_questions"],
    gap_analysis: PAGE_IDS,
    own_position: ["site_position"],
  },
  limits: [
    RANK_LIMIT,
    "Domain authority is a proxy from popularity ranks; link indexes are paid.",
    "Backlinks are lower bounds of a sample.",
    "Followers are not counted.",
  ],
  csv: "competitors",
  run: ({ input: q, parameters, ask, section, entry, understood, now }) => {
    const { site } = parameters;
    const own = site === undefined ? undefined : siteOf(site);
    const readable = PAGE_IDS.some((id) => ask.has(id));
    const market = marketOf(q, parameters);
    const chosen$ = ask.serp({ q, ...market }).pipe(
      map((found) => {
        const others = resultsOf(found).filter(({ domain }) => domain !== own);
        if (others.length === 0) throw new SourceError("not-found", "The engines found no page for the phrase.");
        return oneOfEachDomain(others, parameters.limit);
      }),
      shareReplayAll(),
    );
    const shown$ = forkJoin([
      ask.answer<typeof serp_features>("serp_features", q, { options: { ...market } }),
      ask.answer<typeof related_questions>("related_questions", q, { options: { ...market } }),
    ]).pipe(shareReplayAll());
    const pages$ = chosen$.pipe(
      switchMap((chosen) => (readable ? from(chosen.entries()) : EMPTY)),
      mergeMap(
        ([index, result]) => readPage(ask, result).pipe(map((page) => ({ index, known: { page } }))),
        CONCURRENCY,
      ),
      shareReplayAll(),
    );
    const told$ = chosen$.pipe(
      switchMap((chosen) =>
        merge(
          pages$,
          each(chosen, ({ url }) => tagged(ask, url), CONCURRENCY),
          each(chosen, ({ domain }) => registered(ask, domain), CONCURRENCY),
          each(chosen, ({ domain }) => ranked(ask, domain), 1),
          each(chosen, ({ domain }) => cited(ask, domain, market.language), 1),
          each(chosen, ({ domain }) => named(ask, domain), 1),
          shown$.pipe(mergeMap(([features]) => (features.answered ? standing(chosen, features.items) : []))),
        ).pipe(
          known(),
          mergeMap(({ index, known: all }) => {
            const result = chosen[index];
            return result ? [entry("competitors", index, competitorOf(result, all, now()))] : [];
          }),
        ),
      ),
      catchError(() => EMPTY),
    );
    const own$: Observable<PageRead | undefined> =
      site === undefined || !readable ? of(undefined) : readPage(ask, { url: site, title: site });
    const gaps$ = forkJoin([pages$.pipe(toArray()), own$, shown$]).pipe(
      filter(([pages]) => pages.length > 0),
      map(([pages, page, [features, related]]) =>
        comparedOf({
          q,
          language: market.language,
          pages: pages.toSorted((a, b) => a.index - b.index).map((read) => read.known.page),
          own: page,
          against: own,
          related: related.items.flatMap(({ title }) => title ?? []),
          features: features.items.map(({ feature }) => feature),
          now: now(),
        }),
      ),
    );
    return merge(
      understood(of({ keyword: q, ...market, site: own })),
      section("competitors", chosen$.pipe(map((chosen) => chosen.map((result) => competitorOf(result, {}, now()))))),
      told$,
      section(
        "serp_features",
        shown$.pipe(
          filter(([features, related]) => features.answered || related.answered),
          map(([features, related]) => featuresOf(features.items, related.items)),
        ),
      ),
      section("gap_analysis", gaps$),
      section(
        "own_position",
        own === undefined ? throwError(() => new SourceNotSelected("site")) : positions(ask, q, own, market),
      ),
    );
  },
});
