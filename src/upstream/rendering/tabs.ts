import { asyncScheduler, Observable, type SchedulerLike, Subscription } from "rxjs";
import { ANYBODY, type Client } from "../../admission/client.ts";
import { type QueueState, queueStateOf } from "../../admission/queue-state.ts";
import { SourceError } from "../../errors.ts";
import { Turns } from "./turns.ts";

/** A tab that does not say that it is closed keeps its place for so long. */
const CLOSING_MS = 5_000;
const BUSY_MS = 5_000;

/** Whom a page is opened for, and where it is. */
export interface Order {
  readonly client?: Client | undefined;
  readonly host: string;
}

/** To be told of what is still being closed when a work has ended. */
export type Leaves = (closing: Promise<unknown>) => void;

/** Lets works run in a browser's places. */
export interface Tabs {
  <T>(work: (leaves: Leaves) => Observable<T>, order: Order): Observable<T>;
  stats(): QueueState;
}

export interface TabsOptions {
  /** How many at once. */
  readonly count: number;
  /** How many may wait, and for how long. */
  readonly mostWaiting: number;
  readonly waitMs: number;
  readonly scheduler?: SchedulerLike;
}

interface Waiter {
  readonly client: Client;
  readonly host: string;
  readonly since: number;
  readonly begin: () => void;
  readonly refuse: () => void;
}

/**
 * Lets `count` works run at once; others wait, fairly by client and by host, and leave the queue when unsubscribed. While others
 * wait, no client has all places. A place is free again once what its work left is closed. Errors: `busy` where too many wait,
 * or one has waited for too long; of a full queue the client with most in it loses its last.
 *
 *     work a (count 1): --a|
 *     work b:             --b|
 *     a and b at once:  --a-b
 */
export function tabs({ count, mostWaiting, waitMs, scheduler = asyncScheduler }: TabsOptions): Tabs {
  let free = count;
  const waiting = new Turns<Waiter>();
  const running = new Map<string, number>();
  const counted = (id: string, by: number): void => {
    const now = (running.get(id) ?? 0) + by;
    if (now > 0) running.set(id, now);
    else running.delete(id);
  };
  const hasRoom = (id: string): boolean => (running.get(id) ?? 0) < count - 1;
  const next = (): void => {
    if (free > 0) waiting.take(hasRoom)?.begin();
  };

  const tab = <T>(work: (leaves: Leaves) => Observable<T>, { client = ANYBODY, host }: Order): Observable<T> =>
    new Observable((subscriber) => {
      const working = new Subscription();
      const closing: Promise<unknown>[] = [];
      let begun = false;
      const begin = (): void => {
        free -= 1;
        counted(client.id, 1);
        begun = true;
        late.unsubscribe();
        working.add(
          work((promise) => closing.push(promise)).subscribe({
            next: (value) => subscriber.next(value),
            error: (error) => subscriber.error(error),
            complete: () => subscriber.complete(),
          }),
        );
      };
      const released = (): void => {
        free += 1;
        counted(client.id, -1);
        next();
      };
      const refuse = (): void =>
        subscriber.error(new SourceError("busy", "The browser has no room at the moment.", { retryAfterMs: BUSY_MS }));
      const late = new Subscription();
      const waiter: Waiter = { client, host, since: scheduler.now(), begin, refuse };
      subscriber.add(() => {
        late.unsubscribe();
        waiting.delete(waiter);
        working.unsubscribe();
        if (!begun) return;
        if (closing.length === 0) released();
        else void closed(closing).then(released);
      });
      if (free > 0) return begin();
      if (waiting.size >= mostWaiting) {
        const dropped = waiting.dropLongest(client);
        if (!dropped) return refuse();
        dropped.refuse();
      }
      waiting.push(waiter);
      late.add(scheduler.schedule(refuse, waitMs));
    });

  return Object.assign(tab, {
    stats: () => queueStateOf(count - free, waiting, scheduler.now()),
  });
}

const closed = (closing: readonly Promise<unknown>[]): Promise<unknown> => {
  const patience = new Promise((resolve) => setTimeout(resolve, CLOSING_MS).unref());
  return Promise.race([Promise.allSettled(closing), patience]);
};
