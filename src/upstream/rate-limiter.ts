import { asyncScheduler, Observable, type SchedulerLike, type Subscriber, Subscription } from "rxjs";
import { ANYBODY, type Client } from "../admission/client.ts";
import { FairQueue } from "../admission/fair-queue.ts";
import type { QueueState } from "../admission/queue-state.ts";
import { SourceError } from "../errors.ts";
import type { Pace } from "./types.ts";

/** Requests to one host at once, where a source says nothing else. */
const DEFAULT_CONCURRENCY = 6;

/** `Retry-After` holds a queue back no longer than this. */
const MAX_HOLD_MS = 60_000;

/** What one who found a queue too long is told to wait at least. */
const LEAST_RETRY_MS = 1_000;

/** Queues kept before idle ones are swept out. */
const SWEEP_AT = 1_000;

/** The pace of a host: one queue per host, with what its source declares. */
export function rateLimitOf(
  host: string,
  polite: { readonly concurrency?: number; readonly minIntervalMs?: number } = {},
): Pace {
  return {
    key: host.toLowerCase(),
    concurrency: polite.concurrency ?? DEFAULT_CONCURRENCY,
    minIntervalMs: polite.minIntervalMs ?? 0,
  };
}

/** The part of `RateLimiter` that requests go through. */
export type RequestLimiter = Pick<RateLimiter, "paced" | "hold">;

/** How long one may wait for its turn, and behind whom. */
interface Waiting {
  /** Milliseconds for which the key may be held back. Default: any. */
  readonly patienceMs?: number;
  /** Milliseconds until its turn at most. Default: any. */
  readonly maxQueueWaitMs?: number | undefined;
  /** Waits behind its own, and by turns with others'. Default: all such are one client. */
  readonly client?: Client | undefined;
}

/** What a request's time weighs in the mean. */
const SMOOTHING = 0.2;

interface Waiter {
  readonly pace: Pace;
  readonly client: Client;
  start(): void;
  refuse(error: SourceError): void;
  readonly patienceMs: number;
  /** When it came, on the scheduler's clock. */
  readonly since: number;
}

interface Queue {
  running: number;
  /** Fair by client. */
  readonly waiters: FairQueue<Waiter>;
  /** Milliseconds that a request takes, about; 0 while none has ended. */
  tookMs: number;
  lastStart: number;
  heldUntil: number;
  wake: Subscription | undefined;
}

/**
 * Rate limiter: a queue per key, fair by client; at most `concurrency` requests run, and `minIntervalMs` passes between two starts.
 *
 *     subscriptions (concurrency 1): a-b-c|
 *     a:                             ----|
 *     b:                                 ----|
 *     c unsubscribed:                  ----!      (leaves the queue at once)
 */
export class RateLimiter {
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
   * `rate-limited` where the key is held back for longer than `patienceMs`, with `busy` where its turn has not come after
   * `maxQueueWaitMs`: at once where spacing, or the mean time of those before it, says so.
   */
  paced<T>(pace: Pace, work$: Observable<T>, waiting: Waiting = {}): Observable<T> {
    return new Observable<T>((subscriber) => this.#enqueue(pace, work$, waiting, subscriber));
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
      for (const { since } of queue.waiters) oldestMs = Math.max(oldestMs, now - since);
    }
    return { running, waiting, oldestMs };
  }

  #enqueue<T>(
    pace: Pace,
    work$: Observable<T>,
    { patienceMs = Number.POSITIVE_INFINITY, maxQueueWaitMs = Number.POSITIVE_INFINITY, client = ANYBODY }: Waiting,
    subscriber: Subscriber<T>,
  ): () => void {
    const queue = this.#queue(pace.key);
    const work = new Subscription();
    let started: number | undefined;
    const waiter: Waiter = {
      pace,
      client,
      patienceMs,
      since: this.#scheduler.now(),
      refuse: (error) => subscriber.error(error),
      start: () => {
        started = this.#scheduler.now();
        queue.running += 1;
        queue.lastStart = started;
        work.add(work$.subscribe(subscriber));
      },
    };
    if (this.#isFree(queue, pace)) waiter.start();
    else if (this.#turnOf(queue, waiter) > maxQueueWaitMs)
      waiter.refuse(queueTooLong(pace.key, maxQueueWaitMs, this.#turnOf(queue, waiter)));
    else {
      queue.waiters.push(client, waiter);
      if (Number.isFinite(maxQueueWaitMs)) {
        const late = this.#scheduler.schedule(() => {
          if (!queue.waiters.delete(client, waiter)) return;
          waiter.refuse(queueTooLong(pace.key, maxQueueWaitMs, this.#turnOf(queue, waiter)));
        }, maxQueueWaitMs);
        work.add(late);
      }
      this.#advance(queue);
    }
    return () => {
      work.unsubscribe();
      queue.waiters.delete(client, waiter);
      if (started !== undefined) {
        queue.running -= 1;
        const took = this.#scheduler.now() - started;
        queue.tookMs = queue.tookMs === 0 ? took : queue.tookMs + (took - queue.tookMs) * SMOOTHING;
      }
      this.#advance(queue);
    };
  }

  /** Whether one that comes now need not wait. */
  #isFree(queue: Queue, pace: Pace): boolean {
    return queue.waiters.size === 0 && queue.running < pace.concurrency && this.#waitOf(queue, pace) <= 0;
  }

  /** Milliseconds until the turn of one that comes now, as far as spacing and those before it delay it. */
  #turnOf(queue: Queue, { pace, client }: Waiter): number {
    const ahead = queue.waiters.ahead(client);
    const each = Math.max(this.#unspaced ? 0 : pace.minIntervalMs, queue.tookMs / pace.concurrency);
    return Math.max(0, this.#waitOf(queue, pace)) + ahead * each;
  }

  #advance(queue: Queue): void {
    queue.wake?.unsubscribe();
    this.#refuseImpatient(queue);
    for (let waiter = queue.waiters.peek(); waiter; waiter = queue.waiters.peek()) {
      if (queue.running >= waiter.pace.concurrency) return;
      const wait = this.#waitOf(queue, waiter.pace);
      if (wait > 0) {
        this.#wakeIn(queue, wait);
        return;
      }
      queue.waiters.take()?.start();
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
      queue.waiters.delete(waiter.client, waiter);
      waiter.refuse(pausedByUpstream(waiter.pace.key, held));
    }
  }

  #waitOf(queue: Queue, pace: Pace): number {
    if (this.#unspaced) return 0;
    const now = this.#scheduler.now();
    // Where the clock was set back, what it said before lies ahead: nobody waits for it to come again.
    if (queue.lastStart > now) queue.lastStart = now;
    if (queue.heldUntil > now + MAX_HOLD_MS) queue.heldUntil = now;
    return Math.max(queue.heldUntil, queue.lastStart + pace.minIntervalMs) - now;
  }

  #queue(key: string): Queue {
    const known = this.#queues.get(key);
    if (known) return known;
    if (this.#queues.size >= SWEEP_AT) this.#sweep();
    const queue: Queue = {
      running: 0,
      waiters: new FairQueue(),
      tookMs: 0,
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

export const pausedByUpstream = (key: string, ms: number): SourceError =>
  new SourceError("rate-limited", `${key} asked us to wait another ${Math.ceil(ms / 1_000)} seconds.`, {
    retryAfterMs: ms,
  });

/** It says nothing of the upstream, which was not asked: no breaker opens for it. */
export const queueTooLong = (key: string, ms: number, retryAfterMs = LEAST_RETRY_MS): SourceError =>
  new SourceError("busy", `${key} was not asked: its turn in our queue does not come within ${ms / 1000} s.`, {
    rests: false,
    unqueued: true,
    retryAfterMs: Math.max(LEAST_RETRY_MS, retryAfterMs),
  });
