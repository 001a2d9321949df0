import { defer, identity, map, merge, type Observable, switchMap } from "rxjs";
import { SourceError, toSourceError } from "../../errors.ts";
import type { SourceOutcome, StreamEvent } from "../../events.ts";
import type { Hit } from "../../operators/dedupeByUrl.ts";
import { type Leaving, leaveBehind } from "../../operators/leaveBehind.ts";
import { outcome, type SourceStep } from "../../operators/outcome.ts";
import { withDeadline } from "../../operators/withDeadline.ts";
import type { Ask } from "../../sources/run.ts";
import type { Engine } from "./engine.ts";

export interface RunOptions {
  /** Milliseconds that one engine may take; absent: as long as it takes. */
  readonly deadlineMs?: number | undefined;
  /** Milliseconds from any fixed point. */
  readonly now: () => number;
  /** Told of each engine's failure, for the log: the outcome holds the sentence only, this has the cause. */
  readonly onFailure?: ((engine: string, error: SourceError) => void) | undefined;
}

/** One engine's run: that it began, its hits as they come, and what it came to. Never fails. */
export function stepsOf(
  engine: Engine,
  ask: Ask,
  { deadlineMs, now, onFailure }: RunOptions,
): Observable<SourceStep<Hit>> {
  const late = (ms: number) => () =>
    new SourceError("timeout", `${engine.id} had not finished after ${ms / 1000} s and was cut off.`);
  return defer(() => {
    let stale: string | undefined;
    let unread: string | undefined;
    const run$ = defer(() =>
      engine.run(ask, (notice) => {
        if (notice.kind === "stale") stale = notice.error.message;
        if (notice.kind === "unread") unread = notice.text;
      }),
    ).pipe(deadlineMs === undefined ? identity : withDeadline(deadlineMs, late(deadlineMs)));
    // Loading code is our own time: the deadline begins after it.
    const loading$ = engine.loading?.();
    const items$ = loading$ ? loading$.pipe(switchMap(() => run$)) : run$;
    const describe = (thrown: unknown): SourceError => {
      const error = toSourceError(thrown);
      onFailure?.(engine.id, error);
      return error;
    };
    return items$.pipe(
      map((item, index): Hit => ({ engine, rank: index + 1, item })),
      outcome(engine.id, { describe, now, stale: () => stale, note: () => unread }),
    );
  });
}

/**
 * The runs of several engines at once, whose answers are merged: each request of theirs has the deadline of its engine's
 * history (see `Ask.mergedMaxMs`). `deadlineMs` bounds an engine's run as a whole.
 */
export const mergedSteps = (
  engines: readonly Engine[],
  ask: Ask,
  options: RunOptions,
  leaving: Omit<Leaving, "now"> = {},
): Observable<SourceStep<Hit>> => {
  const mergedMaxMs = options.deadlineMs ?? Number.POSITIVE_INFINITY;
  return merge(...engines.map((engine) => stepsOf(engine, { ...ask, mergedMaxMs }, options))).pipe(
    leaveBehind(engines, { ...leaving, now: options.now }),
  );
};

type SourceEvent = Extract<StreamEvent<never>, { event: "source" }>;

export const isHit = <T>(step: SourceStep<T>): step is Extract<SourceStep<T>, { event: "item" }> =>
  step.event === "item";

/** A step about the source itself, as it goes out. */
export const sourceEvent = ({ event, data }: SourceEvent): SourceEvent => ({ event, data });

/** What the source came to; undefined where it only began. */
export const outcomeIn = ({ data }: SourceEvent): SourceOutcome | undefined =>
  data.status === "started" ? undefined : data;

/** The language that an ask names: undefined where it names none. */
export function languageOf({ options }: Ask): string | undefined {
  const { language } = options;
  return typeof language === "string" ? language : undefined;
}
