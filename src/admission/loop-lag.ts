import { asyncScheduler, interval, map, Observable, type SchedulerLike } from "rxjs";

const PERIOD_MS = 100;

/**
 * Milliseconds by which the thread was late each tenth of a second, for as long as it is subscribed.
 *
 *     due:  ----x----x----x
 *     came: ----x------x--x
 *     out:  ----0------2--0
 */
export const loopLag = (scheduler: SchedulerLike = asyncScheduler, periodMs = PERIOD_MS): Observable<number> =>
  new Observable<number>((out) => {
    let before = scheduler.now();
    return interval(periodMs, scheduler)
      .pipe(
        map(() => {
          const now = scheduler.now();
          const late = Math.max(0, now - before - periodMs);
          before = now;
          return late;
        }),
      )
      .subscribe(out);
  });
