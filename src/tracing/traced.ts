import type { Context } from "@opentelemetry/api";
import { defer, type MonoTypeOperatorFunction, Observable } from "rxjs";
import { toSourceError } from "../errors.ts";
import { relay } from "../relay.ts";
import { type Span, type SpanOptions, type Tracing, tracing } from "./tracing.ts";

interface TracedOptions<T> extends SpanOptions {
  /** The attribute that says how many values came. */
  readonly counts?: string;
  /** Sees each value before it goes on. */
  readonly onValue?: (value: T, span: Span) => void;
}

/** The attribute of a span whose subscriber left before the end. */
const CANCELLED = { "tributary.outcome": "cancelled" };

/**
 * Records a span from each subscription to its end: complete, failed (`error.type` is the code of the failure), or cancelled.
 * What the source begins is the span's child; what values lead to downstream belongs where the subscriber does, whoever's
 * socket or queue they came through. Without tracing it is no operator at all. `options` is asked at the subscription.
 *
 *     source:        --a--b--|
 *     traced(name):  --a--b--|
 *     span:          [-------]
 */
export const traced =
  <T>(name: string, options?: (to: Tracing) => TracedOptions<T>): MonoTypeOperatorFunction<T> =>
  (source$) => {
    const to = tracing();
    return to ? recorded(source$, to, name, options) : source$;
  };

const recorded = <T>(
  source$: Observable<T>,
  to: Tracing,
  name: string,
  optionsOf: ((to: Tracing) => TracedOptions<T>) | undefined,
): Observable<T> =>
  new Observable((out) => {
    const outside = to.here();
    const { counts, onValue, ...options } = optionsOf?.(to) ?? {};
    const span = to.begin(name, options);
    let count = 0;
    let ended = false;
    const end = (): void => {
      ended = true;
      if (counts !== undefined) span.set({ [counts]: count });
      span.end();
    };
    const watched$ = source$.pipe(
      relay<T, T>((next) => ({
        next(value) {
          count += 1;
          onValue?.(value, span);
          to.at(outside, () => next.next(value));
        },
        error(error) {
          const { kind, message } = toSourceError(error);
          span.failed(kind, message);
          end();
          to.at(outside, () => next.error(error));
        },
        complete() {
          end();
          to.at(outside, () => next.complete());
        },
      })),
    );
    out.add(to.at(span.context, () => watched$.subscribe(out)));
    out.add(() => {
      if (ended) return;
      span.set(CANCELLED);
      end();
    });
  });

/**
 * An operator that subscribes to its source when others let it (a queue), or that emits what others asked for (a shared
 * request): the source, and what is downstream, belong all the same where the subscriber does.
 *
 *     pipe(keepingTrace(queue))
 */
export const keepingTrace =
  <T, R>(operator: (source$: Observable<T>) => Observable<R>): ((source$: Observable<T>) => Observable<R>) =>
  (source$) => {
    const to = tracing();
    if (!to) return operator(source$);
    return defer(() => {
      const here = to.here();
      return within(operator(within(source$, to, here)), to, here);
    });
  };

/** Subscribes, and emits, as belonging to `context`. */
const within = <T>(source$: Observable<T>, to: Tracing, context: Context): Observable<T> =>
  new Observable((out) => {
    const kept$ = source$.pipe(
      relay<T, T>((next) => ({
        next: (value) => to.at(context, () => next.next(value)),
        error: (error) => to.at(context, () => next.error(error)),
        complete: () => to.at(context, () => next.complete()),
      })),
    );
    out.add(to.at(context, () => kept$.subscribe(out)));
  });
