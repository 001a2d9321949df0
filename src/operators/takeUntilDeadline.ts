import { concat, defer, EMPTY, type MonoTypeOperatorFunction, takeUntil, takeWhile, tap, timer } from "rxjs";
import { fork } from "./fork.ts";

/**
 * Completes, and unsubscribes what is above, after `ms` milliseconds; where nothing that counts came by then, with the first
 * value that does, and after `mostMs` at the latest.
 *
 *     source:                 -a-----b--c--|      -x------b--c--|      -x----------b--|
 *     untilDue(5, 10, /abc/): -a---|              -x------(b|)         -x--------|
 */
export function takeUntilDeadline<T>(
  ms: number,
  mostMs: number,
  counts: (value: T) => boolean,
): MonoTypeOperatorFunction<T> {
  return (source$) =>
    defer(() => {
      let counted = false;
      return source$.pipe(
        fork((values$) =>
          concat(
            values$.pipe(
              tap((value) => {
                counted ||= counts(value);
              }),
              takeUntil(timer(ms)),
            ),
            defer(() =>
              counted
                ? EMPTY
                : values$.pipe(
                    takeWhile((value) => !counts(value), true),
                    takeUntil(timer(mostMs - ms)),
                  ),
            ),
          ),
        ),
      );
    });
}
