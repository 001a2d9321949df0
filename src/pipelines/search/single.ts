import { defer, filter, forkJoin, last, map, merge, type Observable, toArray } from "rxjs";
import type { SourceOutcome, StreamEvent } from "../../events.ts";
import type { Hit } from "../../operators/dedupeByUrl.ts";
import { fork } from "../../operators/fork.ts";
import type { SourceStep } from "../../operators/outcome.ts";
import type { Ask } from "../../sources/run.ts";
import type { Item } from "../../sources/source.ts";
import type { Engine } from "./engine.ts";
import { isHit, outcomeIn, type RunOptions, sourceEvent, stepsOf } from "./steps.ts";

export interface SingleSearchResponse {
  readonly success: true;
  /** In the engine's own order, as it gave them. */
  readonly items: readonly Item[];
  readonly time_ms: number;
  /** The one engine's outcome; a failure after the first items is told here. */
  readonly sources: readonly SourceOutcome[];
}

/** How fast the score falls with the place; the constant of `score`. */
const K = 60;

/**
 * Asks one engine. Its order is kept: `rank` is its own place, and the score follows from it alone, 61 / (60 + rank).
 * Events as in `search`.
 *
 *     engine: --a--b--|
 *     events: s-A--B--o(done|)      s: `started`, o: outcome
 *
 * Fails as the engine failed, with its very error, when no item came before.
 */
export function singleSearch(
  ask: Ask,
  engine: Engine,
  { now = () => performance.now(), ...options }: Partial<RunOptions> = {},
): Observable<StreamEvent<SingleSearchResponse>> {
  return defer(() => {
    const begin = now();
    const answer = (steps$: Observable<SourceStep<Hit>>): Observable<StreamEvent<SingleSearchResponse>> =>
      forkJoin([itemsIn(steps$), steps$.pipe(last())]).pipe(
        map(([items, end]) => {
          if (isHit(end)) throw new TypeError("A run ends with its outcome.");
          if (end.failure !== undefined && items.length === 0) throw end.failure;
          const sources = [outcomeIn(end)].filter((outcome) => outcome !== undefined);
          return { event: "done", data: { success: true, items, time_ms: Math.round(now() - begin), sources } };
        }),
      );
    return stepsOf(engine, ask, { ...options, now }).pipe(
      fork((steps$) => merge(steps$.pipe(map(eventOf)), answer(steps$))),
    );
  });
}

const itemsIn = (steps$: Observable<SourceStep<Hit>>): Observable<readonly Item[]> =>
  steps$.pipe(
    filter(isHit),
    map(({ data }) => data.item),
    toArray(),
  );

function eventOf(step: SourceStep<Hit>): StreamEvent<SingleSearchResponse> {
  if (!isHit(step)) return sourceEvent(step);
  const { engine, rank, item } = step.data;
  return { event: "result", data: { id: `${engine.id}#${rank}`, rank, score: (K + 1) / (K + rank), item } };
}
