import { catchError, EMPTY, filter, forkJoin, map, merge, mergeMap, of, switchMap, throwError } from "rxjs";
import { z } from "zod";
import { knowsStopTermsOf } from "../../../language/stop-lists.ts";
import { catchToUndefined } from "../../catch-to-undefined.ts";
import { defineAnalysis } from "../../define.ts";
import { language, limit as limitOf, region } from "../../parameters.ts";
import { ENGINES } from "../../serp.ts";
import { shareReplayAll } from "../../share-replay.ts";
import { idsOf } from "../ids.ts";
import { keywordPhrase } from "../keyword.ts";
import { marketOf } from "../market.ts";
import { RANK_LIMIT, resultsOf } from "../results.ts";
import { answer } from "./answer.ts";
import { related, SUGGESTERS, shown, suggested, volumeOf } from "./asked.ts";
import { benchmarkOf } from "./benchmark.ts";
import { corpusOf, intentsOf, readingOf, textsIn } from "./folds.ts";
import { groupsOf } from "./groups.ts";
import { opportunitiesOf } from "./opportunities.ts";
import { pagesOf } from "./pages.ts";
import { planOf } from "./plan.ts";
import { prompt } from "./prompt.ts";
import { PAGE_PARSERS } from "./reading.ts";
import { ngramsIn, termsIn, vocabularyOf } from "./vocabulary.ts";
import { questionsOf, suggestionsOf } from "./wishes.ts";

const RESULTS = 20;
const ENGINE_IDS = idsOf(ENGINES);
const SUGGEST_IDS = idsOf(SUGGESTERS);
const PAGE_IDS = idsOf(PAGE_PARSERS);

/** What pages that rank for a phrase say, what is asked for around it, and what to write. */
export const corpus = defineAnalysis({
  path: "/seo/corpus",
  title: "Corpus of a keyword phrase",
  describe:
    "Reads the pages that rank for a phrase and tells their terms, n-grams and benchmark, the intents and questions around it, and a plan for an article.",
  q: { describe: "a keyword phrase of one to ten words", example: "best running shoes", schema: keywordPhrase },
  parameters: { language: language(), region: region(), limit: limitOf(10, 3, 20, "pages to read") },
  sources: {
    ...ENGINES,
    ...PAGE_PARSERS,
    ...SUGGESTERS,
    related_questions: "primary",
    serp_features: "primary",
    keyword_volume: "enriching",
  },
  budgetMs: 40_000,
  understood: z.object({ keyword: z.string(), language: z.string(), region: z.string().optional() }),
  answer,
  fields: { "content_plan.structured_data_types": ["structured_data"] },
  from: {
    serp: ENGINE_IDS,
    corpus: PAGE_IDS,
    terms: PAGE_IDS,
    ngrams: PAGE_IDS,
    intents: ["serp_features", ...SUGGEST_IDS],
    questions: ["related_questions", ...SUGGEST_IDS, "headings"],
    suggestions: SUGGEST_IDS,
    semantic_groups: PAGE_IDS,
    benchmark: PAGE_IDS,
    opportunities: PAGE_IDS,
    content_plan: PAGE_IDS,
    volume: ["keyword_volume"],
  },
  limits: [RANK_LIMIT, "Search volume is known for Russian and CIS markets only."],
  csv: "terms",
  prompt,
  run: ({ input: q, parameters, ask, section, understood, limit, now }) => {
    const market = marketOf(q, parameters);
    const results$ = ask.serp({ q, ...market }).pipe(map(resultsOf), shareReplayAll());
    const suggesting$ = suggested(ask, q, market).pipe(shareReplayAll());
    const suggestions$ = suggesting$.pipe(
      mergeMap((sources) => {
        const failure = sources.find((source) => source.failure)?.failure;
        if (failure && !sources.some(({ answered }) => answered)) return throwError(() => failure);
        return of(suggestionsOf(q, sources));
      }),
      shareReplayAll(),
    );
    const shown$ = shown(ask, q, market).pipe(shareReplayAll());
    const told$ = forkJoin({
      suggestions: suggestions$.pipe(catchToUndefined),
      related: related(ask, q, market),
    }).pipe(shareReplayAll());
    const pages$ = results$.pipe(
      switchMap((results) => pagesOf(ask, results, parameters.limit)),
      shareReplayAll(),
    );
    const read$ = pages$.pipe(
      map((pages) => readingOf(pages, market.language)),
      shareReplayAll(),
    );
    const vocabulary$ = read$.pipe(map(textsIn), map(vocabularyOf), shareReplayAll());
    const whole$ = forkJoin({ vocabulary: vocabulary$, told: told$, shown: shown$ }).pipe(
      map(({ vocabulary, told, shown: page }) => {
        const { suggestions = [], related: asked = [] } = told;
        const questions = questionsOf({ q, language: market.language, related: asked, suggestions }, vocabulary.pages);
        const groups = groupsOf(vocabulary, suggestions, questions, market.language);
        return {
          vocabulary,
          suggestions,
          questions,
          groups,
          features: page?.features ?? [],
          language: market.language,
        };
      }),
      shareReplayAll(),
    );
    return merge(
      understood(of({ keyword: q, ...market })),
      section("serp", results$.pipe(map((results) => results.slice(0, RESULTS)))),
      section("suggestions", suggestions$),
      section(
        "intents",
        forkJoin([told$, shown$, results$.pipe(catchToUndefined)]).pipe(
          filter(([{ suggestions }, page]) => suggestions !== undefined || page !== undefined),
          map(([{ suggestions = [] }, page, results]) =>
            intentsOf(q, market.language, suggestions, page, results?.[0]),
          ),
        ),
      ),
      section("corpus", read$.pipe(map((reading) => corpusOf(reading, now())))),
      read$.pipe(
        mergeMap(({ texts, language: spoken, copies }) => [
          ...(texts.length > 0 && !knowsStopTermsOf(spoken)
            ? [limit(`The function words of the language (${spoken}) are not known: they are among the terms.`)]
            : []),
          ...(copies > 0 ? [limit(`Pages with the text of another one: ${copies}; each text is counted once.`)] : []),
        ]),
        catchError(() => EMPTY),
      ),
      section("terms", vocabulary$.pipe(map(termsIn))),
      section("ngrams", vocabulary$.pipe(map(ngramsIn))),
      section(
        "benchmark",
        vocabulary$.pipe(
          map(({ pages }) => benchmarkOf(pages)),
          present(),
        ),
      ),
      section(
        "questions",
        merge(
          told$.pipe(
            filter(({ suggestions, related: asked }) => suggestions !== undefined || asked !== undefined),
            map(({ suggestions = [], related: asked = [] }) =>
              questionsOf({ q, language: market.language, related: asked, suggestions }, []),
            ),
          ),
          whole$.pipe(
            map(({ questions }) => questions),
            catchError(() => EMPTY),
          ),
        ),
      ),
      section("volume", volumeOf(ask, q, now)),
      section("semantic_groups", whole$.pipe(map(({ groups }) => groups))),
      section(
        "opportunities",
        whole$.pipe(
          map(({ vocabulary: { pages }, ...rest }) => opportunitiesOf({ ...rest, q, pages, now: now() })),
          present(),
        ),
      ),
      section(
        "content_plan",
        whole$.pipe(
          map(({ vocabulary, groups, questions, language: spoken }) =>
            planOf(q, vocabulary, groups, questions, spoken),
          ),
        ),
      ),
    );
  },
});

const present = <T>() => filter((value: T | undefined): value is T => value !== undefined);
