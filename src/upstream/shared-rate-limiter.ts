import {
  asyncScheduler,
  catchError,
  defer,
  filter,
  finalize,
  merge,
  type Observable,
  of,
  type SchedulerLike,
  switchMap,
  take,
  throwError,
  timeout,
  timer,
} from "rxjs";
import { pausedByUpstream, queueTooLong, type RateLimiter, type RequestLimiter } from "./rate-limiter.ts";
import type { Pace } from "./types.ts";

/** What came of asking for a place at a host. */
export type Turn =
  | { readonly kind: "in"; readonly inMs: number }
  | { readonly kind: "full" }
  /** The host asked for so long a rest, or its queue is so long: longer than whoever asks would wait. */
  | { readonly kind: "held" | "queued"; readonly ms: number };

/** Places at hosts that several processes share. Failures mean that there is nobody to ask. */
export interface HostSemaphore {
  /** Asked again with the same token, it is the same place. Whoever asked must leave, whatever came of it. */
  enter(pace: Pace, token: string, patienceMs: number, maxQueueWaitMs: number): Observable<Turn>;
  leave(key: string, token: string): void;
  hold(key: string, ms: number): void;
  token(): string;
  /** Keys with a free place again, as hints: some may never come. */
  readonly freed$: Observable<string>;
  close(): void;
}

/** Where a place is free again, a hint that was lost costs no more. */
const LOOK_MS = 250;

/**
 * A pacer that holds over several processes: a request has its turn in this process first, and then among all. Without
 * `places` (they fail) this process alone is paced.
 *
 *     local turn:      -a
 *     places.enter:     --full    --in(2)
 *     freed$:           -----k
 *     work$:                         --x|
 */
export function sharedRateLimiter(
  local: RateLimiter,
  places: HostSemaphore,
  scheduler: SchedulerLike = asyncScheduler,
): RequestLimiter {
  function entered<T>(pace: Pace, work$: Observable<T>, patienceMs: number, maxQueueWaitMs: number): Observable<T> {
    return defer(() => {
      const token = places.token();
      const turn = (): Observable<unknown> =>
        places.enter(pace, token, patienceMs, maxQueueWaitMs).pipe(
          catchError(() => of<Turn>({ kind: "in", inMs: 0 })),
          switchMap((came) => {
            if (came.kind === "in") return came.inMs > 0 ? timer(came.inMs, scheduler) : of(0);
            if (came.kind === "held") return throwError(() => pausedByUpstream(pace.key, came.ms));
            if (came.kind === "queued") return throwError(() => queueTooLong(pace.key, maxQueueWaitMs));
            const freed$ = places.freed$.pipe(filter((key) => key === pace.key));
            return merge(freed$, timer(LOOK_MS, scheduler)).pipe(take(1), switchMap(turn));
          }),
        );
      const turn$ = Number.isFinite(maxQueueWaitMs)
        ? turn().pipe(
            timeout({
              first: maxQueueWaitMs,
              scheduler,
              with: () => throwError(() => queueTooLong(pace.key, maxQueueWaitMs)),
            }),
          )
        : turn();
      return turn$.pipe(
        take(1),
        switchMap(() => work$),
        finalize(() => places.leave(pace.key, token)),
      );
    });
  }

  return {
    paced: (
      pace,
      work$,
      { patienceMs = Number.POSITIVE_INFINITY, maxQueueWaitMs = Number.POSITIVE_INFINITY, client } = {},
    ) =>
      defer(() => {
        const since = scheduler.now();
        const left = (): number => maxQueueWaitMs - (scheduler.now() - since);
        const work = defer(() => entered(pace, work$, patienceMs, Math.max(0, left())));
        return local.paced(pace, work, { patienceMs, maxQueueWaitMs, client });
      }),
    hold(key, ms) {
      local.hold(key, ms);
      places.hold(key, ms);
    },
  };
}
