import { asyncScheduler, Observable, type SchedulerLike } from "rxjs";
import type { QueueState } from "./stats.ts";

/** Lets works run in its places. */
export interface Places {
  <T>(work: Observable<T>): Observable<T>;
  stats(): QueueState;
}

/**
 * Lets `count` of the given works run at once; others wait in order, and leave the queue when unsubscribed.
 *
 *     work a (count 1): --a|
 *     work b:             --b|
 *     a and b at once:  --a-b
 */
export function places(count: number, scheduler: SchedulerLike = asyncScheduler): Places {
  let free = count;
  /** What begins each work that waits, with when it came. */
  const waiting = new Map<() => void, number>();
  const place = <T>(work: Observable<T>): Observable<T> =>
    new Observable((subscriber) => {
      let begun = false;
      const begin = (): void => {
        waiting.delete(begin);
        free -= 1;
        begun = true;
        subscriber.add(work.subscribe(subscriber));
      };
      subscriber.add(() => {
        waiting.delete(begin);
        if (!begun) return;
        free += 1;
        const [next] = waiting.keys();
        next?.();
      });
      if (free > 0) begin();
      else waiting.set(begin, scheduler.now());
    });
  return Object.assign(place, {
    stats: () => {
      const [since] = waiting.values();
      return {
        running: count - free,
        waiting: waiting.size,
        oldestMs: since === undefined ? 0 : scheduler.now() - since,
      };
    },
  });
}
