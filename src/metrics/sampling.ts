import {
  asyncScheduler,
  catchError,
  defer,
  exhaustMap,
  ignoreElements,
  interval,
  map,
  merge,
  type Observable,
  of,
  pairwise,
  type SchedulerLike,
  startWith,
  tap,
  timer,
} from "rxjs";
import { type Figures, SAMPLE_MS } from "./rings.ts";

/** What only grows while the process lives. */
interface Totals {
  readonly requests: number;
  readonly errors: number;
  readonly hits: number;
  readonly misses: number;
}

/** What is looked at for each sample. */
export interface Looks {
  totals(): Totals;
  memory(): { readonly rss: number; readonly heapUsed: number };
  sockets(): number;
  /** Jobs under way; undefined where there never were any. May fail, and may take long: it is asked seldom. */
  readonly jobs$: Observable<number | undefined>;
  /** Milliseconds by which the thread was late, each tenth of a second. */
  readonly lag$: Observable<number>;
}

export interface Sample {
  readonly at: number;
  readonly figures: Figures;
}

/** Milliseconds between two looks at the jobs. */
const JOBS_MS = 4 * SAMPLE_MS;

/**
 * A sample of the service each five seconds, for as long as it is subscribed: what grew since the last one as a rate, and the
 * longest delay of the event loop since. Jobs that cannot be counted are absent until they can.
 *
 *     due:   ----x----x----x
 *     out:   ----a----b----c
 */
export const sampling = (looks: Looks, scheduler: SchedulerLike = asyncScheduler): Observable<Sample> =>
  defer(() => {
    let jobs: number | undefined;
    let lag = 0;
    const watched$ = merge(
      looks.lag$.pipe(
        tap((late) => {
          lag = Math.max(lag, late);
        }),
      ),
      timer(0, JOBS_MS, scheduler).pipe(
        exhaustMap(() => looks.jobs$.pipe(catchError(() => of(undefined)))),
        tap((seen) => {
          jobs = seen;
        }),
      ),
    ).pipe(ignoreElements());
    const look = (): Taken => {
      const { rss, heapUsed } = looks.memory();
      const taken = { at: scheduler.now(), totals: looks.totals(), rss, heapUsed, lag, jobs, sockets: looks.sockets() };
      lag = 0;
      return taken;
    };
    const samples$ = interval(SAMPLE_MS, scheduler).pipe(
      map(look),
      startWith(look()),
      pairwise(),
      map(([before, taken]) => sampleOf(before, taken)),
    );
    return merge(watched$, samples$);
  });

interface Taken {
  readonly at: number;
  readonly totals: Totals;
  readonly rss: number;
  readonly heapUsed: number;
  readonly lag: number;
  readonly jobs: number | undefined;
  readonly sockets: number;
}

function sampleOf(before: Taken, taken: Taken): Sample {
  const seconds = Math.max(0.001, (taken.at - before.at) / 1000);
  const rate = (name: keyof Totals): number =>
    Math.round(((taken.totals[name] - before.totals[name]) / seconds) * 1000) / 1000;
  return {
    at: taken.at,
    figures: {
      requests_per_s: rate("requests"),
      errors_per_s: rate("errors"),
      cache_hits_per_s: rate("hits"),
      cache_misses_per_s: rate("misses"),
      memory_bytes: taken.rss,
      heap_bytes: taken.heapUsed,
      event_loop_delay_ms: taken.lag,
      sockets: taken.sockets,
      jobs: taken.jobs,
    },
  };
}
