import { defer, filter, forkJoin, map, merge, type Observable, throwError, toArray } from "rxjs";
import { SourceError } from "../../errors.ts";
import type { SourceOutcome, StreamEvent } from "../../events.ts";
import { dedupeByUrl, type Hit, type MergedItem, pagesByUrl } from "../../operators/dedupeByUrl.ts";
import { fork } from "../../operators/fork.ts";
import type { SourceStep } from "../../operators/outcome.ts";
import { type Ranking, ranking } from "../../operators/ranking.ts";
import { type ScoreParts, type SettledHit, settledOf } from "../../operators/score.ts";
import type { Ask } from "../../sources/run.ts";
import type { Engine } from "./engine.ts";
import { wholeFailure } from "./failure.ts";
import { isHit, languageOf, mergedSteps, outcomeIn, type RunOptions, sourceEvent } from "./steps.ts";

export interface SearchRequest extends Ask {
  /** Items in the answer at most: the best of all. */
  readonly limit?: number | undefined;
  /** Distinct pages that are enough: the search ends with the one that makes it so many. See `leaveBehind`. */
  readonly enough?: number | undefined;
  /**
   * The answer leaves once the engines that are still open can hardly change its first so many results; see `leaveBehind`.
   * Absent: it waits for all.
   */
  readonly settledResults?: number | undefined;
  /** Milliseconds after which the answer leaves with what there is. */
  readonly timeoutMs?: number | undefined;
  /** Each result says what its score is made of. */
  readonly explain?: boolean | undefined;
  /** Each result says the rank that each of its engines gave it. */
  readonly ranks?: boolean | undefined;
  /** Nobody looks at results on their way: there are no `result` events, only what the engines came to and the answer. */
  readonly whole?: boolean | undefined;
}

export interface SearchDeps extends Partial<RunOptions> {
  /** The engines to ask, in the order in which the answer reports them. */
  readonly engines: readonly Engine[];
}

/** A page in the answer: the fields of its best-ranked hit, completed from the others. */
export interface SearchResult extends MergedItem {
  /** 0–1: see `score`. */
  readonly score: number;
  /** What the score is made of, where the request asks for it. */
  readonly explain?: ScoreParts | undefined;
  /** In the order of `engines`, where the request asks for it. */
  readonly ranks?: readonly number[] | undefined;
}

export interface SearchResponse {
  readonly success: true;
  /** The best first. */
  readonly items: readonly SearchResult[];
  readonly time_ms: number;
  /** What each engine came to, in the engines' order. */
  readonly sources: readonly SourceOutcome[];
}

/**
 * Searches all engines at once: their hits are merged by canonical URL, scored and ranked as they come.
 *
 *     engine a: --a1------a2--|
 *     engine b: -----a1-----#
 *     events:   s-A---A'--B-oo(done|)      s: both `started`, o: outcomes; A' has A's id
 *
 * Events: `source` when an engine begins and ends, `result` for each page and each change of one with its place and score
 * of the moment, `done` with the answer in its settled order: what a word of the query is worth is known only when all hits are.
 * Nothing is held back: an engine's first item leaves within its own turn. An engine's request that takes longer than its
 * history suggests fails with `timeout` (see `latencies`), and so does an engine that takes longer than `deadlineMs`, or
 * that the answer leaves behind; what it gave before stays. Unsubscribing cancels every engine at once.
 *
 * Fails with a `SourceError` only when every engine failed: see `wholeFailure`. `unknown-source`: there is none to ask.
 */
export function search(request: SearchRequest, deps: SearchDeps): Observable<StreamEvent<SearchResponse>> {
  const { engines, now = () => performance.now(), ...options } = deps;
  if (engines.length === 0)
    return throwError(() => new SourceError("unknown-source", "There is no search engine to ask."));
  return defer(() => {
    const begin = now();
    const { enough: pages, settledResults, timeoutMs } = request;
    const ask = { ...request, enoughItems: request.enoughItems ?? request.limit };
    return mergedSteps(engines, ask, { ...options, now }, { pages, settledResults, timeoutMs }).pipe(
      fork((steps$) => merge(sourceEvents(steps$), results(request, steps$))),
      fork((events$) => merge(events$.pipe(filter(isPublic)), answer(events$))),
    );

    function answer(events$: Observable<InnerEvent>): Observable<StreamEvent<SearchResponse>> {
      return forkJoin([settled(events$, request), outcomes(events$, engines)]).pipe(
        map(([items, sources]) => {
          const failure = items.length === 0 ? wholeFailure(sources) : undefined;
          if (failure) throw failure;
          const time_ms = Math.round(now() - begin);
          return { event: "done", data: { success: true, items, time_ms, sources } };
        }),
      );
    }
  });
}

/** Everything but the answer; results still typed as what they are. */
type SearchEvent = Extract<StreamEvent<never>, { event: "source" }> | Extract<Ranking, { event: "result" }>;
type InnerEvent = SearchEvent | Ranking;

const isPublic = (event: InnerEvent): event is SearchEvent => event.event !== "settled";

const sourceEvents = (steps$: Observable<SourceStep<Hit>>) =>
  steps$.pipe(
    filter((step) => step.event === "source"),
    map(sourceEvent),
  );

function results(request: SearchRequest, steps$: Observable<SourceStep<Hit>>): Observable<Ranking> {
  const { q, explain, whole } = request;
  const options = { language: languageOf(request), explain };
  const hits$ = steps$.pipe(
    filter(isHit),
    map(({ data }) => data),
  );
  if (!whole) return hits$.pipe(dedupeByUrl(), ranking(q, options));
  return hits$.pipe(
    pagesByUrl(),
    map((pages): Ranking => ({ event: "settled", data: settledOf(pages, q, options) })),
  );
}

const settled = (events$: Observable<InnerEvent>, request: SearchRequest): Observable<readonly SearchResult[]> =>
  events$.pipe(
    filter((event) => event.event === "settled"),
    map(({ data }) => data.slice(0, request.limit).map((hit) => resultOf(hit, request))),
  );

function resultOf({ item, score, parts, hits }: SettledHit, { ranks }: SearchRequest): SearchResult {
  const result = parts ? { ...item, score, explain: parts } : { ...item, score };
  return ranks ? { ...result, ranks: hits.map(({ rank }) => rank) } : result;
}

const outcomes = (events$: Observable<InnerEvent>, engines: readonly Engine[]): Observable<readonly SourceOutcome[]> =>
  events$.pipe(
    filter((event) => event.event === "source"),
    map(outcomeIn),
    filter((end) => end !== undefined),
    toArray(),
    map((ended) => engines.flatMap((engine) => ended.findLast(({ id }) => id === engine.id) ?? [])),
  );
