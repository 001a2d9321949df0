import { asyncScheduler, type MonoTypeOperatorFunction, Observable, type SchedulerLike } from "rxjs";

/**
 * Fails with `error()` when the stream has not completed `ms` milliseconds after its subscription; what came before
 * stays with the subscriber. The source is unsubscribed, and no timer outlives the stream.
 *
 *     source:          --a----b-------c--|
 *     withDeadline(9): --a----b-#
 */
export function withDeadline<T>(
  ms: number,
  error: () => Error,
  scheduler: SchedulerLike = asyncScheduler,
): MonoTypeOperatorFunction<T> {
  return (source$) =>
    new Observable((passed) => {
      passed.add(scheduler.schedule(() => passed.error(error()), ms));
      passed.add(source$.subscribe(passed));
    });
}
