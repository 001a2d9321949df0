import { catchError, concatWith, defer, EMPTY, from, mergeMap, type Observable, tap, throwError } from "rxjs";
import { type SourceError, toSourceError } from "../../../errors.ts";
import type { ReadContext, Reader } from "../../source.ts";

/**
 * Merges readings of which some may fail, a few at once: a failure is noted, and the others go on. When every reading
 * failed, the stream fails as the first did.
 *
 *     one:   --a--|
 *     other: ---#        (noted)
 *     out:   --a--|
 */
export function tolerateFailure<T>(
  readings: readonly Observable<T>[],
  concurrency: number,
  context: Pick<ReadContext, "notice">,
): Observable<T> {
  return defer(() => {
    let whole = 0;
    let first: SourceError | undefined;
    const failed = (error: unknown): Observable<never> => {
      const failure = toSourceError(error);
      first ??= failure;
      context.notice({ kind: "note", text: failure.message });
      return EMPTY;
    };
    const done = {
      complete: () => {
        whole += 1;
      },
    };
    return from(readings).pipe(
      mergeMap((reading) => reading.pipe(tap(done), catchError(failed)), concurrency),
      concatWith(defer(() => (whole === 0 && first ? throwError(() => first) : EMPTY))),
    );
  });
}

/** Asks readers one after another; one that fails is noted, unless all do: see `tolerateFailure`. */
export function inSequence<Input, First, Other>(
  first: Reader<Input, First>,
  ...others: readonly Reader<Input, Other>[]
): Reader<Input, First | Other> {
  return (input, context) => {
    const further = others.map((reader) => reader(input, context));
    return tolerateFailure<First | Other>([first(input, context), ...further], 1, context);
  };
}
