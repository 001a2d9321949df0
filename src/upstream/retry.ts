import {
  catchError,
  defer,
  type MonoTypeOperatorFunction,
  type Observable,
  type SchedulerLike,
  switchMap,
  tap,
  throwError,
  timer,
} from "rxjs";
import { isTransient } from "./failures.ts";

/** Tries after the first one. */
const RETRIES = 2;
/** The first retry comes after 0 to this many milliseconds, the next after 0 to twice as many. */
const BASE_MS = 250;

export interface RetryPolicy<T> {
  /** Milliseconds left for everything; a retry that would come later is not made. */
  readonly remainingMs: () => number;
  /** Milliseconds to wait at least before the answer is asked for once more; undefined where it is good as it is. */
  readonly again: (value: T) => number | undefined;
  /** 0 to 1. */
  readonly random: () => number;
  readonly scheduler: SchedulerLike;
}

/**
 * Subscribes again, twice at most, where the connection failed before anything was emitted or the answer is a passing
 * failure; waits exponentially longer with full jitter (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 * What still fails, and what there is no time left to repeat, passes as it is.
 *
 *     source: --#     --#        --a|
 *     out:    --------------------a|
 */
export function retryPassing<T>(policy: RetryPolicy<T>): MonoTypeOperatorFunction<T> {
  return (source$) => {
    const attempt = (tries: number): Observable<T> =>
      defer(() => {
        let emitted = false;
        const delayOf = (floorMs: number): number | undefined => {
          if (tries >= RETRIES) return undefined;
          const delay = Math.max(floorMs, policy.random() * BASE_MS * 2 ** tries);
          return delay < policy.remainingMs() ? delay : undefined;
        };
        return source$.pipe(
          tap((value) => {
            const floor = policy.again(value);
            const delay = floor === undefined ? undefined : delayOf(floor);
            if (delay !== undefined) throw new Again(delay);
            emitted = true;
          }),
          catchError((error) => {
            const delay =
              error instanceof Again ? error.delayMs : !emitted && isTransient(error) ? delayOf(0) : undefined;
            if (delay === undefined) return throwError(() => error);
            return timer(delay, policy.scheduler).pipe(switchMap(() => attempt(tries + 1)));
          }),
        );
      });
    return attempt(0);
  };
}

/** Unsubscribes the try whose answer is not taken. */
class Again {
  readonly delayMs: number;
  constructor(delayMs: number) {
    this.delayMs = delayMs;
  }
}
