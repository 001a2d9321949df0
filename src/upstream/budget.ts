import { performance } from "node:perf_hooks";
import { Observable, type SchedulerLike, type Subscription } from "rxjs";
import { SourceError } from "../errors.ts";

/** This thread had no time for an answer where it idled less than a twentieth of the time that the answer had. */
const SATURATED = 0.95;
/** In less time than this the event loop's utilization says nothing. */
const LEAST_MEASURED_MS = 1_000;

/** The time one request may take, from when its first try leaves the queue. */
export interface Budget {
  /** Starts the clock; further calls change nothing. */
  begin(): void;
  remainingMs(): number;
  /** What is being waited for, as the end of "<host> …" in the time-out's message. */
  waitingFor(host: string, what: string): void;
}

/**
 * Runs `work` and errors with `timeout` when its budget is spent. Where this thread was busy all that time, the answer may
 * have come and waited for us: that says nothing of the upstream, and opens no circuit breaker.
 *
 *     work:          --begin-------------
 *     out (4 frames): ------------#(timeout)
 */
export function withinBudget<T>(
  totalMs: number,
  scheduler: SchedulerLike,
  work: (budget: Budget) => Observable<T>,
  saturation: (totalMs: number) => () => boolean = saturatedFor,
): Observable<T> {
  return new Observable((out) => {
    let timer: Subscription | undefined;
    let startedAt: number | undefined;
    let sentence = "The upstream did not answer";
    const budget: Budget = {
      begin() {
        if (startedAt !== undefined) return;
        startedAt = scheduler.now();
        const isSaturated = saturation(totalMs);
        timer = scheduler.schedule(() => out.error(timedOut(`${sentence} within ${totalMs}`, isSaturated())), totalMs);
        out.add(timer);
      },
      remainingMs: () => (startedAt === undefined ? totalMs : startedAt + totalMs - scheduler.now()),
      waitingFor(host, what) {
        sentence = `${host} ${what}`;
      },
    };
    out.add(work(budget).subscribe(out));
  });
}

const timedOut = (sentence: string, wasSaturated: boolean): SourceError =>
  wasSaturated
    ? new SourceError("timeout", `${sentence} milliseconds, in which this service had more to do than it can.`, {
        rests: false,
      })
    : new SourceError("timeout", `${sentence} milliseconds.`, { unanswered: true });

/** Begins to measure; whether the event loop hardly idled in so many milliseconds from now on. */
function saturatedFor(totalMs: number): () => boolean {
  const begin = performance.eventLoopUtilization();
  return () => totalMs >= LEAST_MEASURED_MS && performance.eventLoopUtilization(begin).active > SATURATED * totalMs;
}
