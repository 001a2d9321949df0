import {
  concat,
  concatMap,
  defer,
  EMPTY,
  finalize,
  from,
  ignoreElements,
  merge,
  type Observable,
  of,
  type SchedulerLike,
  takeUntil,
  tap,
  timer,
} from "rxjs";
import { type SourceError, toSourceError } from "../errors.ts";
import type { StreamEvent } from "../events.ts";
import type { RunEnv } from "../sources/run.ts";
import type { ListedSource } from "../sources/source.ts";
import { createAnswer } from "./answer.ts";
import { createSourceClient, EXTRACT } from "./create-source-client.ts";
import type { Asked } from "./define.ts";
import { interpretationFirst } from "./interpretation-first.ts";
import type { DeferredCommit, Part, Reached } from "./parts.ts";
import type { AnalysisResponse } from "./response.ts";
import { createSourceOutcomes } from "./source-outcomes.ts";
import { stateIn } from "./state/state.ts";

export interface AnalyseDeps {
  readonly env: RunEnv;
  /** A source by id. */
  readonly find: (id: string) => ListedSource | undefined;
  /** Milliseconds from any fixed point. */
  readonly now?: () => number;
  readonly scheduler?: SchedulerLike;
  /** Emits once: the part of the answer that the reader is shown; absent: all of it. Asked only where a run has a pledge. */
  readonly reached?: (answer: AnalysisResponse) => Observable<Reached>;
  /** Told of what is our own fault, for the log: what is answered has a sentence only. */
  readonly onFailure?: (what: string, error: SourceError) => void;
}

/**
 * Runs an analysis: `source` as each begins and ends, `section` as each is there or refined (`understood` first), then
 * `done`. When the budget strikes, what came is answered, and what is under way is cancelled and told as `timeout`.
 * Unsubscribing cancels every source down to its sockets.
 *
 *     sources:  s--s--o----o
 *     sections:    -U-A--A'-B|
 *     events:   s--s-Uo-A--A'-oB(done|)
 *
 * Fails with a `SourceError`: what the analysis itself fails with (`not-found`), or, when nothing came, the commonest kind of
 * its sources' failures with each one's reason, or `timeout`.
 */
export function analyse(asked: Asked, deps: AnalyseDeps): Observable<StreamEvent<AnalysisResponse>> {
  const { env, scheduler, onFailure, reached = of, now = () => performance.now() } = deps;
  return defer(() => {
    const { analysis, named, timeoutMs } = asked;
    const begin = now();
    const clock = env.now ?? Date.now;
    const shown = (id: string): boolean =>
      id === EXTRACT ? named === undefined : named === undefined ? analysis.sources.has(id) : named.has(id);
    const ledger = createSourceOutcomes(now, shown);
    const answer = createAnswer(asked, ledger);
    const ask = createSourceClient(asked, { ...deps, ledger });
    const pledges = new Set<DeferredCommit>();
    const timedOut$ = timer(timeoutMs, scheduler).pipe(tap(() => ledger.markTimedOut(timeoutMs)));
    const sections$ = defer(() => asked.open({ ask, state: stateIn(env.dataDir), now: clock })).pipe(
      takeUntil(timedOut$),
      interpretationFirst(),
      tap((part) => {
        if (part.kind === "pledge") pledges.add(part.pledge);
        if (part.kind !== "absent") return;
        const error = toSourceError(part.error);
        if (error.kind === "internal") onFailure?.(`${analysis.path} ${part.name}`, error);
      }),
      concatMap((part) => sectionOf(answer.add(part))),
      tap({ complete: () => ledger.close() }),
    );
    // Where the answer is kept elsewhere, that comes first.
    const keep = (pledge: DeferredCommit, shown: Reached): Observable<unknown> => {
      if (!env.pledge) return pledge.keep(shown);
      env.pledge(pledge.keep(shown));
      return EMPTY;
    };
    const kept = (data: AnalysisResponse): Observable<never> =>
      pledges.size === 0
        ? EMPTY
        : reached(data).pipe(
            concatMap((shown) =>
              from([...pledges]).pipe(
                concatMap((pledge) => keep(pledge, shown).pipe(tap({ complete: () => pledges.delete(pledge) }))),
              ),
            ),
            ignoreElements(),
          );
    const done$ = defer(() => {
      const data = answer.whole(new Date(clock()).toISOString(), Math.round(now() - begin));
      return concat(kept(data), of<StreamEvent<AnalysisResponse>>({ event: "done", data }));
    });
    return concat(merge(ledger.events$, sections$), done$).pipe(finalize(() => giveUp(pledges)));
  });
}

/** Goes on when nobody listens any more; what cannot be given up is a claim that runs out by itself. */
function giveUp(pledges: Iterable<DeferredCommit>): void {
  for (const { giveUp$ } of pledges) giveUp$.subscribe({ error: () => undefined });
}

const sectionOf = (part: Extract<Part, { kind: "section" }> | undefined): readonly StreamEvent<AnalysisResponse>[] =>
  part ? [{ event: "section", data: { name: part.name, value: part.value } }] : [];
