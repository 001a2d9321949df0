import { asyncScheduler, Observable, type SchedulerLike } from "rxjs";
import { ANYBODY, type Client } from "../admission/client.ts";
import { FairQueue } from "../admission/fair-queue.ts";
import { type QueueState, queueStateOf } from "../admission/queue-state.ts";

interface Waiter {
  readonly begin: () => void;
  /** When it came. */
  readonly since: number;
}

/** A counting semaphore for Observables. */
export interface Semaphore {
  <T>(work: Observable<T>, client?: Client): Observable<T>;
  stats(): QueueState;
}

/**
 * Returns a semaphore of `count` permits: so many Observables are subscribed at once. The others wait in a queue that is fair
 * by client, and leave it when they are unsubscribed.
 *
 *     work a (count 1): --a|
 *     work b:             --b|
 *     a and b at once:  --a-b
 */
export function semaphore(count: number, scheduler: SchedulerLike = asyncScheduler): Semaphore {
  let free = count;
  const waiting = new FairQueue<Waiter>();
  const place = <T>(work: Observable<T>, client: Client = ANYBODY): Observable<T> =>
    new Observable((subscriber) => {
      let begun = false;
      const begin = (): void => {
        free -= 1;
        begun = true;
        subscriber.add(work.subscribe(subscriber));
      };
      const waiter: Waiter = { begin, since: scheduler.now() };
      subscriber.add(() => {
        waiting.delete(client, waiter);
        if (!begun) return;
        free += 1;
        waiting.take()?.begin();
      });
      if (free > 0) begin();
      else waiting.push(client, waiter);
    });
  return Object.assign(place, {
    stats: () => queueStateOf(count - free, waiting, scheduler.now()),
  });
}
