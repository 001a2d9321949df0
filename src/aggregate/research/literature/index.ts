import {
  catchError,
  combineLatest,
  filter,
  last,
  type MonoTypeOperatorFunction,
  map,
  merge,
  of,
  scan,
  switchMap,
  throwError,
} from "rxjs";
import { z } from "zod";
import { SourceError, toSourceError } from "../../../errors.ts";
import { flag, whole } from "../../../pipelines/parameters.ts";
import { defineAnalysis } from "../../define.ts";
import { limit, oneOf } from "../../parameters.ts";
import { characters } from "../../queries.ts";
import { shareReplayLatest } from "../../share-replay.ts";
import { SourceNotSelected } from "../../source-filter.ts";
import { answer } from "./answer.ts";
import { affiliationsOf, articleOf, authorsOf, impactsOf, networkOf, openAccessOf, overviewOf } from "./figures.ts";
import { journalsOf, missingReferences, withAffiliations, withOpenAccess } from "./lookups.ts";
import { prompt } from "./prompt.ts";
import { around, onTopic, type Wanted } from "./searches.ts";
import { SOURCES } from "./sources.ts";
import { type Work, type WorkRecord, worksOf } from "./work.ts";

/** Records of some of the indexes, and the works that they are of. */
interface Found {
  readonly records: readonly WorkRecord[];
  /** An index has answered, be it that it knows nothing. */
  readonly answered: boolean;
  readonly failure?: SourceError | undefined;
}

interface Chosen {
  readonly records: number;
  readonly all: readonly Work[];
  readonly works: readonly Work[];
}

const DOI = /^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)?(10\.\d{4,9}(?:\.\d{1,9})*\/\S+)$/i;

/** What is written on a topic, or around a work. */
export const literature = defineAnalysis({
  path: "/research/literature",
  title: "Scholarly literature",
  describe:
    "The works on a topic, or around one work by its DOI, merged from scholarly indexes: articles with citations and free copies, journals' impact, authors, affiliations, open access and who cites whom.",
  q: { describe: "a topic in words, or a DOI", example: "graph neural networks", schema: characters(2, 300) },
  parameters: {
    from: whole(1000, 2100).optional().describe("only works of this year and later"),
    limit: limit(25, 1, 100, "works at most"),
    open_access: flag(false).describe("only works that are free to read"),
    sort: oneOf(["relevance", "citations", "date"], "relevance", "order of the articles"),
  },
  sources: SOURCES,
  budgetMs: 40_000,
  understood: z.object({ topic: z.string().optional(), doi: z.string().optional() }),
  answer,
  from: {
    articles: ["openalex", "crossref", "semantic_scholar", "europepmc", "arxiv"],
    overview: [],
    authors: [],
    affiliations: [],
    open_access: [],
    impact_factors: ["openalex"],
    citation_network: [],
  },
  limits: [
    "The impact factor is Clarivate's; 2yr_mean_citedness is the open measure nearest to it.",
    "Citations differ by index; the largest is given with its name.",
    "OpenAlex without a key allows about ten searches a day.",
  ],
  csv: "articles",
  prompt,
  run: ({ input, parameters, ask, section, understood }) => {
    const doi = DOI.exec(input)?.[1]?.toLowerCase();
    const found$ = (doi === undefined ? onTopic(input, parameters, ask) : around(doi, ask)).pipe(
      scan(
        (all: Found, { items, answered, failure }): Found => ({
          records: [...all.records, ...items],
          // That there is no such work is an answer.
          answered: all.answered || answered || failure?.kind === "not-found",
          failure: all.failure ?? failure,
        }),
        { records: [], answered: false },
      ),
      shareReplayLatest(),
    );
    const whole$ = found$.pipe(
      last(),
      map((found): Chosen => {
        if (found.records.length === 0 && !found.answered)
          throw found.failure ?? new SourceNotSelected("an index of works");
        if (found.records.length === 0 && doi !== undefined)
          throw new SourceError("not-found", `No index that answered knows a work of the DOI ${doi}.`);
        return chosen(found, parameters);
      }),
      shareReplayLatest(),
    );
    const works$ = whole$.pipe(
      switchMap(({ works }) => withOpenAccess(works, ask)),
      shareReplayLatest(),
    );
    const journals$ = whole$.pipe(
      switchMap(({ works }) => journalsOf(works, ask)),
      shareReplayLatest(),
    );
    const growing$ = found$.pipe(
      map((found) => chosen(found, parameters).works),
      filter((works) => works.length > 0),
      map((works) => works.map((work) => articleOf(work, []))),
    );
    const settled$ = combineLatest([works$, journals$]).pipe(
      map(([works, journals]) => works.map((work) => articleOf(work, journals))),
    );
    return merge(
      understood(
        doi === undefined
          ? of({ topic: input })
          : whole$.pipe(
              map(() => ({ doi })),
              orUnlessThereIsNone({ doi }),
            ),
      ),
      section("articles", merge(growing$, settled$)),
      section("overview", whole$.pipe(map(({ records, all, works }) => overviewOf(records, all, works)))),
      section("authors", whole$.pipe(switchMap(({ works }) => withAffiliations(authorsOf(works), ask)))),
      section("affiliations", whole$.pipe(map(({ works }) => affiliationsOf(works)))),
      section("open_access", works$.pipe(map(openAccessOf))),
      section(
        "impact_factors",
        combineLatest([whole$, journals$]).pipe(map(([{ works }, found]) => impactsOf(works, found))),
      ),
      section(
        "citation_network",
        whole$.pipe(
          switchMap(({ works }) => missingReferences(works, ask).pipe(map((found) => networkOf(works, found)))),
        ),
      ),
    );
  },
});

/** The works that were asked for, in the order that was asked for. */
function chosen({ records }: Found, { from: year, limit: most, open_access, sort }: Wanted): Chosen {
  const all = worksOf(records).filter(
    (work) => (year === undefined || (work.year ?? 0) >= year) && (!open_access || work.openAccess.isOpen === true),
  );
  const sorted = {
    relevance: all,
    citations: all.toSorted((a, b) => (b.citations?.count ?? -1) - (a.citations?.count ?? -1)),
    date: all.toSorted((a, b) => (b.published ?? "").localeCompare(a.published ?? "")),
  };
  return { records: records.length, all, works: sorted[sort].slice(0, most) };
}

/** What fails otherwise than by there being no such work, fails the sections alone. */
const orUnlessThereIsNone = <T>(value: T): MonoTypeOperatorFunction<T> =>
  catchError((error: unknown) => (toSourceError(error).kind === "not-found" ? throwError(() => error) : of(value)));
