import { defer, EMPTY, type MonoTypeOperatorFunction, takeWhile } from "rxjs";

/**
 * Completes, and unsubscribes what is above, with the value that brings the number of distinct keys to `count`.
 * Values without a key pass uncounted; values of a known key pass too.
 *
 *     source:         --a--b--a--c--d--|
 *     untilEnough(3): --a--b--a--(c|)
 */
export function untilEnough<T>(count: number, keyOf: (value: T) => string | undefined): MonoTypeOperatorFunction<T> {
  return (source$) =>
    defer(() => {
      if (count <= 0) return EMPTY;
      const seen = new Set<string>();
      return source$.pipe(
        takeWhile((value) => {
          const key = keyOf(value);
          if (key !== undefined) seen.add(key);
          return seen.size < count;
        }, true),
      );
    });
}
