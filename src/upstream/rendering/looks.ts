import {
  asyncScheduler,
  catchError,
  defer,
  EMPTY,
  map,
  type Observable,
  repeat,
  type SchedulerLike,
  tap,
  throwError,
  timer,
  withLatestFrom,
} from "rxjs";
import { SourceError } from "../../errors.ts";
import type { Look } from "./settled.ts";
import type { Traffic } from "./traffic.ts";

const LOOK_EVERY_MS = 80;
const PAUSE_SHARE = 2;
const MAX_PAUSE_MS = 1_000;
/** A request that is open for longer waits for news. */
const LONG_POLL_MS = 3_000;

/**
 * What a page shows, again and again; a look that fails is left out: the page is going elsewhere, or its scripts leave no time. A look
 * takes the page's own time: between two of them passes twice as long as the one before took, a second at most.
 *
 *     look$: -a|          (20 ms)
 *     looks: -a----a----a
 */
export const looks = (
  look$: Observable<unknown>,
  traffic$: Observable<Traffic>,
  scheduler: SchedulerLike = asyncScheduler,
): Observable<Look> =>
  defer(() => {
    let tookMs = 0;
    const timed$ = defer(() => {
      const begun = scheduler.now();
      return look$.pipe(
        catchError((error: unknown) =>
          isTimeout(error) || /context|navigat|closed/i.test(String(error)) ? EMPTY : throwError(() => error),
        ),
        tap({
          complete: () => {
            tookMs = scheduler.now() - begun;
          },
        }),
      );
    });
    const pause$ = defer(() => timer(Math.min(MAX_PAUSE_MS, Math.max(LOOK_EVERY_MS, PAUSE_SHARE * tookMs)), scheduler));
    return timed$.pipe(repeat({ delay: () => pause$ }));
  }).pipe(
    withLatestFrom(traffic$),
    map(([seen, { open, quietSince }]) => {
      const now = scheduler.now();
      return {
        chars: numberIn(seen, "chars"),
        parsed: isSet(seen, "parsed"),
        waiting: isSet(seen, "waiting"),
        pending: [...open.values()].filter((began) => now - began < LONG_POLL_MS).length,
        quietMs: quietSince === undefined ? undefined : now - quietSince,
      };
    }),
  );

const isTimeout = (error: unknown): boolean => error instanceof SourceError && error.kind === "timeout";

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
export const isSet = (value: unknown, name: string): boolean => fieldOf(value, name) === true;
const numberIn = (value: unknown, name: string): number => {
  const found = fieldOf(value, name);
  return typeof found === "number" ? found : 0;
};
