import { asyncScheduler, interval, map, Observable, type SchedulerLike, share } from "rxjs";

const PERIOD_MS = 100;

/**
 * Milliseconds by which the thread was late each tenth of a second, for as long as it is subscribed.
 *
 *     due:  ----x----x----x
 *     came: ----x------x--x
 *     out:  ----0------2--0
 *
 * The subscribers of one process share one timer.
 */
export const loopLag = (scheduler: SchedulerLike = asyncScheduler, periodMs = PERIOD_MS): Observable<number> =>
  scheduler === asyncScheduler && periodMs === PERIOD_MS ? ofProcess$ : measured(scheduler, periodMs);

const measured = (scheduler: SchedulerLike, periodMs: number): Observable<number> =>
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

const ofProcess$ = measured(asyncScheduler, PERIOD_MS).pipe(share());
