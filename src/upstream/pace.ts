import { asyncScheduler, Observable, type SchedulerLike, type Subscriber, Subscription } from "rxjs";
import { SourceError } from "../errors.ts";
import type { QueueState } from "./stats.ts";
import type { Pace } from "./types.ts";

/** Requests to one host at once, where a source says nothing else. */
const DEFAULT_CONCURRENCY = 6;

/** `Retry-After` holds a queue back no longer than this. */
const MAX_HOLD_MS = 60_000;

/** Queues kept before idle ones are swept out. */
const SWEEP_AT = 1_000;

/** The pace of a host: one queue per host, with what its source declares. */
export function politePace(
  host: string,
  polite: { readonly concurrency?: number; readonly minIntervalMs?: number } = {},
): Pace {
  return {
    key: host.toLowerCase(),
    concurrency: polite.concurrency ?? DEFAULT_CONCURRENCY,
    minIntervalMs: polite.minIntervalMs ?? 0,
  };
}

/** What paces requests; see `Pacer`. */
export type Pacing = Pick<Pacer, "paced" | "hold">;

interface Waiter {
  readonly pace: Pace;
  start(): void;
  refuse(error: SourceError): void;
  readonly patienceMs: number;
  /** When it came, on the scheduler's clock. */
  readonly since: number;
}

interface Queue {
  running: number;
  /** First come, first served. */
  readonly waiters: Set<Waiter>;
  lastStart: number;
  heldUntil: number;
  wake: Subscription | undefined;
}

/**
 * Queues by key: at most `concurrency` under way, `minIntervalMs` between two starts.
 *
 *     subscriptions (concurrency 1): a-b-c|
 *     a:                             ----|
 *     b:                                 ----|
 *     c unsubscribed:                  ----!      (leaves the queue at once)
 */
export class Pacer {
  readonly #queues = new Map<string, Queue>();
  readonly #scheduler: SchedulerLike;
  readonly #unspaced: boolean;

  /** `unspaced` skips spacing and holding back, for replayed upstreams. */
  constructor({
    scheduler = asyncScheduler,
    unspaced = false,
  }: { scheduler?: SchedulerLike; unspaced?: boolean } = {}) {
    this.#scheduler = scheduler;
    this.#unspaced = unspaced;
  }

  /**
   * Subscribes to `work$` when its turn has come; its slot is free again when it ended or was unsubscribed. Errors with
   * `rate-limited` where the key is held back for longer than `patienceMs`, with `timeout` where its turn has not come after
   * `maxQueueWaitMs`.
   */
  paced<T>(
    pace: Pace,
    work$: Observable<T>,
    patienceMs = Number.POSITIVE_INFINITY,
    maxQueueWaitMs = Number.POSITIVE_INFINITY,
  ): Observable<T> {
    return new Observable<T>((subscriber) => this.#enqueue(pace, work$, patienceMs, maxQueueWaitMs, subscriber));
  }

  /** Starts nothing more under `key` for `ms` milliseconds, at most `MAX_HOLD_MS`. */
  hold(key: string, ms: number): void {
    if (this.#unspaced || !(ms > 0)) return;
    const queue = this.#queue(key);
    queue.heldUntil = Math.max(queue.heldUntil, this.#scheduler.now() + Math.min(ms, MAX_HOLD_MS));
    this.#advance(queue);
  }

  /** All queues together. */
  stats(): QueueState {
    const now = this.#scheduler.now();
    let running = 0;
    let waiting = 0;
    let oldestMs = 0;
    for (const queue of this.#queues.values()) {
      running += queue.running;
      waiting += queue.waiters.size;
      const [first] = queue.waiters;
      if (first) oldestMs = Math.max(oldestMs, now - first.since);
    }
    return { running, waiting, oldestMs };
  }

  #enqueue<T>(
    pace: Pace,
    work$: Observable<T>,
    patienceMs: number,
    maxQueueWaitMs: number,
    subscriber: Subscriber<T>,
  ): () => void {
    const queue = this.#queue(pace.key);
    const work = new Subscription();
    let started = false;
    const waiter: Waiter = {
      pace,
      patienceMs,
      since: this.#scheduler.now(),
      refuse: (error) => subscriber.error(error),
      start: () => {
        started = true;
        queue.running += 1;
        queue.lastStart = this.#scheduler.now();
        work.add(work$.subscribe(subscriber));
      },
    };
    if (this.#isFree(queue, pace)) waiter.start();
    else if (this.#turnOf(queue, pace) > maxQueueWaitMs) waiter.refuse(tooLongAQueue(pace.key, maxQueueWaitMs));
    else {
      queue.waiters.add(waiter);
      if (Number.isFinite(maxQueueWaitMs)) {
        const late = this.#scheduler.schedule(() => {
          if (!queue.waiters.delete(waiter)) return;
          waiter.refuse(tooLongAQueue(pace.key, maxQueueWaitMs));
        }, maxQueueWaitMs);
        work.add(late);
      }
      this.#advance(queue);
    }
    return () => {
      work.unsubscribe();
      queue.waiters.delete(waiter);
      if (started) queue.running -= 1;
      this.#advance(queue);
    };
  }

  /** Whether one that comes now need not wait. */
  #isFree(queue: Queue, pace: Pace): boolean {
    return queue.waiters.size === 0 && queue.running < pace.concurrency && this.#waitOf(queue, pace) <= 0;
  }

  /** Milliseconds until the turn of one that comes now, as far as spacing alone delays it. */
  #turnOf(queue: Queue, pace: Pace): number {
    return this.#unspaced ? 0 : this.#waitOf(queue, pace) + queue.waiters.size * pace.minIntervalMs;
  }

  #advance(queue: Queue): void {
    queue.wake?.unsubscribe();
    this.#refuseImpatient(queue);
    for (const waiter of queue.waiters) {
      if (queue.running >= waiter.pace.concurrency) return;
      const wait = this.#waitOf(queue, waiter.pace);
      if (wait > 0) {
        this.#wakeIn(queue, wait);
        return;
      }
      queue.waiters.delete(waiter);
      waiter.start();
    }
  }

  #wakeIn(queue: Queue, wait: number): void {
    queue.wake?.unsubscribe();
    queue.wake = this.#scheduler.schedule(() => this.#advance(queue), wait);
  }

  #refuseImpatient(queue: Queue): void {
    const held = queue.heldUntil - this.#scheduler.now();
    if (held <= 0) return;
    for (const waiter of [...queue.waiters]) {
      if (held <= waiter.patienceMs) continue;
      queue.waiters.delete(waiter);
      waiter.refuse(askedToWait(waiter.pace.key, held));
    }
  }

  #waitOf(queue: Queue, pace: Pace): number {
    if (this.#unspaced) return 0;
    return Math.max(queue.heldUntil, queue.lastStart + pace.minIntervalMs) - this.#scheduler.now();
  }

  #queue(key: string): Queue {
    const known = this.#queues.get(key);
    if (known) return known;
    if (this.#queues.size >= SWEEP_AT) this.#sweep();
    const queue: Queue = {
      running: 0,
      waiters: new Set(),
      lastStart: Number.NEGATIVE_INFINITY,
      heldUntil: Number.NEGATIVE_INFINITY,
      wake: undefined,
    };
    this.#queues.set(key, queue);
    return queue;
  }

  #sweep(): void {
    const now = this.#scheduler.now();
    for (const [key, queue] of this.#queues) {
      const idle = queue.running === 0 && queue.waiters.size === 0;
      if (idle && queue.heldUntil <= now && queue.lastStart + MAX_HOLD_MS <= now) this.#queues.delete(key);
    }
  }
}

export const askedToWait = (key: string, ms: number): SourceError =>
  new SourceError("rate-limited", `${key} asked us to wait another ${Math.ceil(ms / 1_000)} seconds.`, {
    retryAfterMs: ms,
  });

/** It says nothing of the upstream, which was not asked: no breaker opens for it. */
export const tooLongAQueue = (key: string, ms: number): SourceError =>
  new SourceError("timeout", `${key} was not asked: its turn in our queue does not come within ${ms / 1000} s.`, {
    rests: false,
    unqueued: true,
  });
