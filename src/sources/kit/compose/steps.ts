import {
  catchError,
  concatMap,
  defer,
  dematerialize,
  materialize,
  mergeMap,
  type Observable,
  of,
  tap,
  throwError,
} from "rxjs";
import { type ErrorKind, SourceError, toSourceError } from "../../../errors.ts";
import type { ReadContext, Reader } from "../../source.ts";

/**
 * Two steps: what `first` finds is what `second` is asked with, one after another.
 *
 *     first:  --a-----b--|
 *     second:   (a1 a2)  (b1)|
 */
export function steps<Input, Middle, Out>(
  first: Reader<Input, Middle>,
  second: Reader<Middle, Out>,
): Reader<Input, Out> {
  return (input, context) =>
    first(input, { ...context, pages: 1 }).pipe(concatMap((middle) => second(middle, context)));
}

/** Like `steps`, with up to `concurrency` second steps under way at once; items come as they arrive. */
export function concurrentSteps<Input, Middle, Out>(
  concurrency: number,
  first: Reader<Input, Middle>,
  second: Reader<Middle, Out>,
): Reader<Input, Out> {
  return (input, context) => first(input, context).pipe(mergeMap((middle) => second(middle, context), concurrency));
}

/**
 * Asks the second reader when the first one failed in such a way before its first item. When both fail, the first
 * failure is the outcome, with the second one's in its sentence.
 */
export function fallback<Input, Out, Other>(
  first: Reader<Input, Out>,
  second: Reader<Input, Other>,
  on: readonly ErrorKind[] = ["blocked", "changed", "unreachable", "timeout", "rate-limited"],
): Reader<Input, Out | Other> {
  return (input, context) =>
    defer(() => {
      let begun = false;
      return first(input, context).pipe(
        tap(() => {
          begun = true;
        }),
        catchError((error): Observable<Out | Other> => {
          const failure = toSourceError(error);
          if (begun || !on.includes(failure.kind)) return throwError(() => error);
          return second(input, secondWay(context)).pipe(
            catchError((again) => {
              const both = `${failure.message} The second way failed too: ${toSourceError(again).message}`;
              return throwError(() => new SourceError(failure.kind, both, failure));
            }),
          );
        }),
      );
    });
}

/** The first way's refusal must not keep the second one from asking; another source rests under its own name anyway. */
const secondWay = (context: ReadContext): ReadContext => ({
  ...context,
  cached: (name, value$, holding) => {
    if (holding?.source) return context.cached(name, value$, holding);
    return context.cached(name, value$, {
      ...holding,
      way: holding?.way ? `${holding.way}, second way` : "second way",
    });
  },
});

/** Reads what another source reads (`id`, or `category/id` where it may be of another category): its answers are held, and its refusals rest, under that one's name. */
export function readingOf<Input, Out>(source: string, reader: Reader<Input, Out>): Reader<Input, Out> {
  return (input, context) =>
    reader(input, {
      ...context,
      source: source.slice(source.indexOf("/") + 1),
      cached: (name, value$, holding) => context.cached(name, value$, { ...holding, source }),
    });
}

/** The official API where the key is set, the other reader where it is not. */
export function whenKey<Input, Out, Other = Out>(
  env: string,
  keyed: Reader<Input, Out>,
  open: Reader<Input, Other>,
): Reader<Input, Out | Other> {
  return (input, context): Observable<Out | Other> => (context.keys[env] ? keyed : open)(input, context);
}

/** One of two readers, by what was asked. */
export function branch<Input, Out, Other = Out>(
  test: (input: Input) => boolean,
  yes: Reader<Input, Out>,
  no: Reader<Input, Other>,
): Reader<Input, Out | Other> {
  return (input, context): Observable<Out | Other> => (test(input) ? yes : no)(input, context);
}

/** Asks the second reader when the first one found nothing. */
export function onEmpty<Input, Out>(first: Reader<Input, Out>, second: Reader<Input, Out>): Reader<Input, Out> {
  return (input, context) =>
    first(input, context).pipe(
      materialize(),
      concatMap((part, index) =>
        part.kind === "C" && index === 0 ? second(input, context).pipe(materialize()) : of(part),
      ),
      dematerialize(),
    );
}
