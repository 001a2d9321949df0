import type { OperatorFunction } from "rxjs";
import type { ErrorKind } from "../errors.ts";
import type { SourceOutcome, StreamEvent } from "../events.ts";
import { relay } from "../relay.ts";

/** What a source's run is made of: the beginning, its items, and what it came to. */
export type SourceStep<T> =
  | (Extract<StreamEvent, { event: "source" }> & {
      /** What the source failed with, beside the outcome that tells of it. */
      readonly failure?: unknown;
    })
  | { readonly event: "item"; readonly data: T };

export interface OutcomeOptions {
  /** A failure in the service's words. */
  readonly describe: (error: unknown) => { readonly kind: ErrorKind; readonly message: string };
  /** Milliseconds from any fixed point. */
  readonly now: () => number;
  /** Asked at the end: why what came is past its time; undefined when it is not. */
  readonly stale?: () => string | undefined;
  /** Asked at the end: what the source was not asked for, and why. */
  readonly note?: () => string | undefined;
}

/**
 * Tells how a source fares: that it began, each item, and at the end what it came to. Never fails: a failure is an
 * outcome too, with the items that came before it counted.
 *
 *     source:  ---a--b--#          (s: started, o: outcome)
 *     outcome: s--a--b--(o|)
 */
export function outcome<T>(
  id: string,
  { describe, now, stale, note }: OutcomeOptions,
): OperatorFunction<T, SourceStep<T>> {
  return relay((steps) => {
    const begin = now();
    let items = 0;
    const end = (status: SourceOutcome["status"], error?: string): SourceOutcome => {
      const unread = note?.();
      return {
        id,
        status,
        items,
        time_ms: Math.round(now() - begin),
        ...(error !== undefined && { error }),
        ...(unread !== undefined && { note: unread }),
      };
    };
    const last = (step: SourceStep<T>): void => {
      steps.next(step);
      steps.complete();
    };
    steps.next({ event: "source", data: { id, status: "started" } });
    return {
      next(item) {
        items += 1;
        steps.next({ event: "item", data: item });
      },
      error(failure) {
        const { kind, message } = describe(failure);
        last({ event: "source", data: end(kind, message), failure });
      },
      complete() {
        const why = stale?.();
        const data = why === undefined ? end(items > 0 ? "ok" : "empty") : end("stale", why);
        last({ event: "source", data });
      },
    };
  });
}
