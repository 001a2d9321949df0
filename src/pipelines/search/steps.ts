import { defer, identity, map, type Observable } from "rxjs";
import { SourceError, toSourceError } from "../../errors.ts";
import type { SourceOutcome, StreamEvent } from "../../events.ts";
import type { Hit } from "../../operators/dedupeByUrl.ts";
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
  return defer(() => {
    let stale: string | undefined;
    const items$ = defer(() =>
      engine.run(ask, (notice) => {
        if (notice.kind === "stale") stale = notice.error.message;
      }),
    );
    const late = (ms: number) => () =>
      new SourceError("timeout", `${engine.id} had not finished after ${ms / 1000} s and was cut off.`);
    const describe = (thrown: unknown): SourceError => {
      const error = toSourceError(thrown);
      onFailure?.(engine.id, error);
      return error;
    };
    return items$.pipe(
      deadlineMs === undefined ? identity : withDeadline(deadlineMs, late(deadlineMs)),
      map((item, index): Hit => ({ engine, rank: index + 1, item })),
      outcome(engine.id, { describe, now, stale: () => stale }),
    );
  });
}

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
