import { defer, map, materialize, type ObservableNotification, type OperatorFunction, startWith } from "rxjs";
import type { ErrorKind } from "../errors.ts";
import type { SourceOutcome, StreamEvent } from "../events.ts";

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
}

/**
 * Tells how a source fares: that it began, each item, and at the end what it came to. Never fails: a failure is an
 * outcome too, with the items that came before it counted.
 *
 *     source:  ---a--b--#          (s: started, o: outcome)
 *     outcome: s--a--b--(o|)
 */
export function outcome<T>(id: string, { describe, now, stale }: OutcomeOptions): OperatorFunction<T, SourceStep<T>> {
  return (source$) =>
    defer(() => {
      const begin = now();
      let items = 0;
      const end = (status: SourceOutcome["status"], error?: string): SourceOutcome => ({
        id,
        status,
        items,
        time_ms: Math.round(now() - begin),
        ...(error !== undefined && { error }),
      });
      const stepOf = (news: ObservableNotification<T>): SourceStep<T> => {
        if (news.kind === "N") {
          items += 1;
          return { event: "item", data: news.value };
        }
        if (news.kind === "E") {
          const { kind, message } = describe(news.error);
          return { event: "source", data: end(kind, message), failure: news.error };
        }
        const why = stale?.();
        return { event: "source", data: why === undefined ? end(items > 0 ? "ok" : "empty") : end("stale", why) };
      };
      const started: SourceStep<T> = { event: "source", data: { id, status: "started" } };
      return source$.pipe(materialize(), map(stepOf), startWith(started));
    });
}
