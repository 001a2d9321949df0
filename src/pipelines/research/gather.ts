import { concatMap, defer, EMPTY, filter, forkJoin, from, map, merge, type Observable, reduce } from "rxjs";
import type { RankedResult, SourceOutcome, StreamEvent } from "../../events.ts";
import { dedupeByUrl, type EngineRef, type Hit, type MergedItem } from "../../operators/dedupeByUrl.ts";
import { fork } from "../../operators/fork.ts";
import type { SourceStep } from "../../operators/outcome.ts";
import type { RankedHit } from "../../operators/rank.ts";
import { type Ranking, ranking } from "../../operators/ranking.ts";
import type { SettledHit } from "../../operators/score.ts";
import type { Ask } from "../../sources/run.ts";
import type { Item } from "../../sources/source.ts";
import type { Engine } from "../search/engine.ts";
import { wholeFailure } from "../search/failure.ts";
import { isHit, languageOf, mergedSteps, outcomeIn, type RunOptions, sourceEvent, stepsOf } from "../search/steps.ts";
import { variantsOf } from "./variants.ts";

export interface Gathering {
  readonly ask: Ask;
  readonly engines: readonly Engine[];
  /** Asked for variants of the query; none: no variant is searched for. */
  readonly suggesters: readonly Engine[];
  /** Search for variants of the query too. */
  readonly variants: boolean;
  /** Milliseconds that a suggestion source may take. */
  readonly suggestMs: number;
  /** Milliseconds that the searches for one variant may take. */
  readonly variantMs: number;
  readonly run: RunOptions;
  /** Results that the answer is made of: see `leaveBehind`. */
  readonly settledResults?: number | undefined;
}

/** Everything that the searches found. */
export interface Gathered {
  /** The best first. */
  readonly ranking: readonly RankedResult[];
  readonly outcomes: readonly SourceOutcome[];
  /** Engine searches begun. */
  readonly searches: number;
  readonly warnings: readonly string[];
}

export type GatherEvent =
  | Extract<StreamEvent<never>, { event: "source" | "result" }>
  | { readonly event: "gathered"; readonly data: Gathered };

/** How much a variant's ranks weigh beside the query's own. */
const VARIANT_WEIGHT = 0.5;

/** A step of a source, and what it was asked: the query, a variant of it, or for suggestions. */
interface Asked {
  readonly round: "query" | "variant" | "suggestion";
  readonly step: SourceStep<Hit>;
}

/**
 * Searches all engines for a query, then, one after another, for variants of it: those engines again that did not fail.
 * All hits are merged, scored by the query's own words, and ranked together; a variant's ranks weigh half, and an engine
 * that found a page several times counts once, with its best. `source` and `result` events as they come, `gathered` at
 * the end.
 *
 *     query:     --a--b--|
 *     variant:           --c--|
 *     events:    --A--B----C--(gathered|)
 *
 * Fails only when every engine failed: see `wholeFailure`.
 */
export function gather(gathering: Gathering): Observable<GatherEvent> {
  const { ask, engines, suggesters, run, suggestMs, settledResults } = gathering;
  const first$ = defer(() =>
    merge(
      mergedSteps(engines, ask, run, { settledResults }).pipe(map((step): Asked => ({ round: "query", step }))),
      ...suggesters.map((source) =>
        stepsOf(source, { ...ask, pagecount: 1, options: {} }, { ...run, deadlineMs: suggestMs }).pipe(
          map((step): Asked => ({ round: "suggestion", step })),
        ),
      ),
    ),
  );
  return first$.pipe(
    fork((steps$) => merge(steps$, further(steps$, gathering))),
    fork((steps$) => merge(sourceEvents(steps$), resultEvents(ask, steps$), tallied(steps$, gathering))),
    fork((events$) => merge(events$.pipe(filter(isPublic)), gathered(events$))),
  );
}

/** What the first round came to, once it has: the searches that follow from it. Fails where every engine did. */
function further(first$: Observable<Asked>, gathering: Gathering): Observable<Asked> {
  return first$.pipe(
    reduce((all: Asked[], one) => {
      all.push(one);
      return all;
    }, []),
    concatMap((all) => {
      const hits = all.flatMap(({ round, step }) => (round === "query" && isHit(step) ? step.data : []));
      const outcomes = outcomesOf(all, gathering.engines, "query");
      const failure = hits.length === 0 ? wholeFailure(outcomes) : undefined;
      if (failure) throw failure;
      if (!gathering.variants) return EMPTY;
      const { ask, engines } = gathering;
      const answering = new Set(outcomes.flatMap(({ id, status }) => (["ok", "empty"].includes(status) ? id : [])));
      const again = engines.filter(({ id }) => answering.has(id));
      const variants = variantsOf(ask.q, suggestionsIn(all, gathering), firstPages(hits));
      return from(variants.entries()).pipe(
        concatMap(([index, q]) => variantSteps(again, { ...ask, q }, index, gathering)),
      );
    }),
  );
}

/** The engines' answers to a variant: each of its engine's family, with less weight, and told apart in fusion alone. */
const variantSteps = (
  engines: readonly Engine[],
  ask: Ask,
  index: number,
  { run, settledResults, variantMs }: Gathering,
): Observable<Asked> =>
  mergedSteps(engines, ask, run, { settledResults, timeoutMs: variantMs }).pipe(
    map(
      (step): Asked => ({
        round: "variant",
        step: isHit(step) ? { ...step, data: { ...step.data, engine: variantRef(step.data.engine, index) } } : step,
      }),
    ),
  );

const variantRef = ({ id, weight, backedBy }: EngineRef, index: number): EngineRef => ({
  id: `${id}${VARIANT_MARK}${index + 1}`,
  weight: VARIANT_WEIGHT * (weight ?? 1),
  backedBy: backedBy ?? id,
});

const VARIANT_MARK = "~";
const plainId = (id: string): string => id.split(VARIANT_MARK, 1)[0] ?? id;

const suggestionsIn = (all: readonly Asked[], { suggesters }: Gathering): readonly (readonly Item[])[] =>
  suggesters.map(({ id }) =>
    all.flatMap(({ round, step }) =>
      round === "suggestion" && isHit(step) && step.data.engine.id === id ? step.data.item : [],
    ),
  );

/** The engines' first results, the first of each before the second of any. */
const firstPages = (hits: readonly Hit[]): readonly Item[] =>
  hits
    .toSorted((a, b) => a.rank - b.rank || (a.engine.id < b.engine.id ? -1 : a.engine.id > b.engine.id ? 1 : 0))
    .filter(({ item }, index, all) => all.findIndex((other) => other.item["url"] === item["url"]) === index)
    .map(({ item }) => item);

const sourceEvents = (steps$: Observable<Asked>): Observable<GatherEvent> =>
  steps$.pipe(concatMap(({ step }) => (isHit(step) ? [] : [sourceEvent(step)])));

/** What has no address cannot be cited, and is left out. */
const resultEvents = (ask: Ask, steps$: Observable<Asked>): Observable<ResultEvent | SettledEvent> =>
  steps$.pipe(
    concatMap(({ round, step }) => (round !== "suggestion" && isHit(step) ? [step.data] : [])),
    filter(({ item }) => typeof item["url"] === "string"),
    dedupeByUrl(),
    ranking(ask.q, { language: languageOf(ask) }),
    map((event): ResultEvent | SettledEvent =>
      event.event === "result" ? { ...event, data: withPlainIds(event.data) } : event,
    ),
  );

type SettledEvent = Extract<Ranking, { event: "settled" }>;

const rankedInOrder = (settled: readonly SettledHit[]): readonly RankedHit[] =>
  settled.map(({ id, score, item }, index) => withPlainIds({ id, rank: index + 1, score, item }));

interface ResultEvent {
  readonly event: "result";
  readonly data: RankedHit;
}

function withPlainIds(ranked: RankedHit): RankedHit {
  const engines = [...new Set(ranked.item.engines.map(plainId))];
  const item: MergedItem = { ...ranked.item, source: plainId(ranked.item.source), engines };
  return { ...ranked, item };
}

interface Tally {
  readonly event: "tally";
  readonly data: Omit<Gathered, "ranking">;
}

/** What the sources came to and how many searches that were, at the end. */
const tallied = (steps$: Observable<Asked>, { engines, suggesters }: Gathering): Observable<Tally> =>
  steps$.pipe(
    filter(({ step }) => !isHit(step)),
    reduce((all: Asked[], one) => {
      all.push(one);
      return all;
    }, []),
    map((all) => {
      const again = outcomesOf(all, engines, "variant");
      const failedAgain = again.flatMap(({ error }) => error ?? []);
      return {
        event: "tally",
        data: {
          outcomes: [
            ...outcomesOf(all, engines, "query").map((first) => together(first, again)),
            ...outcomesOf(all, suggesters, "suggestion"),
          ],
          searches: all.filter(({ round, step }) => round !== "suggestion" && !isHit(step) && isBeginning(step)).length,
          warnings:
            failedAgain.length > 0 ? [`Variants of the query were not answered in full: ${failedAgain.join(" ")}`] : [],
        },
      };
    }),
  );

const isBeginning = (step: Exclude<SourceStep<Hit>, { event: "item" }>): boolean => step.data.status === "started";

/** How each source fared in a round, in the sources' order; in several searches of a round, all its items and time. */
const outcomesOf = (
  all: readonly Asked[],
  sources: readonly EngineRef[],
  wanted: Asked["round"],
): readonly SourceOutcome[] =>
  sources.flatMap(({ id }) => {
    const ends = all.flatMap(({ round, step }) => (round === wanted && !isHit(step) ? (outcomeIn(step) ?? []) : []));
    const [first, ...others] = ends.filter((end) => end.id === id);
    return first ? [others.reduce(added, first)] : [];
  });

/** Two searches of one source as one: what failed is told before what went well, and that before nothing. */
const added = (one: SourceOutcome, other: SourceOutcome): SourceOutcome => ({
  ...(one.error === undefined && (other.error !== undefined || one.status === "empty") ? other : one),
  items: one.items + other.items,
  time_ms: one.time_ms + other.time_ms,
});

/** The query's outcome with what the variants brought; that a variant failed is told in a warning. */
function together(first: SourceOutcome, again: readonly SourceOutcome[]): SourceOutcome {
  const more = again.find(({ id }) => id === first.id);
  if (!more) return first;
  const items = first.items + more.items;
  return {
    ...first,
    status: first.status === "empty" && items > 0 ? "ok" : first.status,
    items,
    time_ms: first.time_ms + more.time_ms,
  };
}

type InnerEvent =
  | Extract<StreamEvent<never>, { event: "source" | "result" }>
  | ResultEvent
  | SettledEvent
  | Tally
  | GatherEvent;

const isPublic = (event: InnerEvent): event is GatherEvent => event.event !== "tally" && event.event !== "settled";

const gathered = (events$: Observable<InnerEvent>): Observable<GatherEvent> =>
  forkJoin([
    events$.pipe(concatMap((event) => (event.event === "settled" ? [rankedInOrder(event.data)] : []))),
    events$.pipe(concatMap((event) => (event.event === "tally" ? [event.data] : []))),
  ]).pipe(map(([ranking, tally]) => ({ event: "gathered", data: { ...tally, ranking } })));
