import { Observable, type SchedulerLike, type Subscription } from "rxjs";
import { SourceError } from "../errors.ts";

/** The time one request may take, from when its first try leaves the queue. */
export interface Budget {
  /** Starts the clock; further calls change nothing. */
  begin(): void;
  remainingMs(): number;
  /** What is being waited for, as the end of "<host> …" in the time-out's message. */
  waitingFor(host: string, what: string): void;
}

/**
 * Runs `work` and errors with `timeout` when its budget is spent.
 *
 *     work:          --begin-------------
 *     out (4 frames): ------------#(timeout)
 */
export function withinBudget<T>(
  totalMs: number,
  scheduler: SchedulerLike,
  work: (budget: Budget) => Observable<T>,
): Observable<T> {
  return new Observable((out) => {
    let timer: Subscription | undefined;
    let startedAt: number | undefined;
    let sentence = "The upstream did not answer";
    const budget: Budget = {
      begin() {
        if (startedAt !== undefined) return;
        startedAt = scheduler.now();
        timer = scheduler.schedule(
          () =>
            out.error(new SourceError("timeout", `${sentence} within ${totalMs} milliseconds.`, { unanswered: true })),
          totalMs,
        );
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
