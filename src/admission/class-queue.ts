import { Observable, type SchedulerLike, type Subscriber, Subscription } from "rxjs";
import type { SourceError } from "../errors.ts";
import { AdaptiveLimit } from "./adaptive-limit.ts";
import type { ClassLimits, CostClass } from "./classes.ts";
import { boundedWeight, type Client } from "./client.ts";
import { FairQueue } from "./fair-queue.ts";
import { overloaded } from "./overloaded.ts";
import { type QueueState, queueStateOf } from "./queue-state.ts";

/** What a class has under way and what waits. */
export interface ClassState extends QueueState {
  readonly limit: number;
  /** Refused since the start. */
  readonly shed: number;
}

interface Waiter {
  readonly client: Client;
  readonly since: number;
  start(): void;
  refuse(): void;
}

/** One client may have so many times as many under way as it leaves free, so that another finds room at once. */
const SHARE_OF_FREE = 4;
/** What an operation's time weighs in the mean. */
const SMOOTHING = 0.1;
/** A foreseen wait counts for more than it is: who is refused at once has lost less than who waits in vain. */
const CAUTION = 1.5;

/** The operations of one class: those under way, bounded, and those that wait, bounded in number and in time. */
export class ClassQueue {
  readonly #cost: CostClass;
  readonly #limits: ClassLimits;
  readonly #scheduler: SchedulerLike;
  readonly #lag$: Observable<number>;
  readonly #adaptive: AdaptiveLimit | undefined;
  readonly #queue = new FairQueue<Waiter>();
  /** Under way, by client. */
  readonly #running = new Map<string, number>();
  #runningAll = 0;
  #shed = 0;
  /** Milliseconds that an operation takes, about; 0 while none has ended. */
  #tookMs = 0;
  /** Milliseconds between the beginnings of two that waited, about. */
  #everyMs = 0;
  /** When the last of those that waited began, or the first of those that wait came; undefined where none waits. */
  #lastBegan: number | undefined;
  #watching: Subscription | undefined;

  constructor(cost: CostClass, limits: ClassLimits, scheduler: SchedulerLike, lag$: Observable<number>) {
    this.#cost = cost;
    this.#limits = limits;
    this.#scheduler = scheduler;
    this.#lag$ = lag$;
    const { least, most } = limits;
    this.#adaptive = least === undefined ? undefined : new AdaptiveLimit({ least, most });
  }

  admitted<T>(client: Client, source$: Observable<T>): Observable<T> {
    return new Observable<T>((out) => this.#enter(client, source$, out));
  }

  state(): ClassState {
    const queue = queueStateOf(this.#runningAll, this.#queue, this.#scheduler.now());
    return { ...queue, limit: this.#limit, shed: this.#shed };
  }

  get #limit(): number {
    return this.#adaptive?.limit ?? this.#limits.most;
  }

  /** Milliseconds between two beginnings, about, as long as each operation takes and with as many under way as may be. */
  get #paceMs(): number {
    return this.#tookMs / Math.max(1, this.#limit);
  }

  #enter<T>(client: Client, source$: Observable<T>, out: Subscriber<T>): Subscription {
    const work = new Subscription();
    let timer: Subscription | undefined;
    const waiter: Waiter = {
      client,
      since: this.#scheduler.now(),
      start: () => {
        timer?.unsubscribe();
        this.#begin(client, work);
        work.add(source$.subscribe(out));
      },
      refuse: () => out.error(this.#overloaded(client)),
    };
    work.add(() => {
      timer?.unsubscribe();
      this.#queue.delete(client, waiter);
    });
    this.#queue.push(client, waiter);
    this.#advance();
    if (!this.#queue.has(client, waiter)) return work;
    if (this.#queue.size === 1) [this.#lastBegan, this.#everyMs] = [waiter.since, 0];
    // It is among those that wait already.
    if (this.#foreseenMs(this.#queue.ahead(client)) * CAUTION > this.#limits.deadlineMs) this.#drop(waiter);
    else if (this.#queue.size > this.#limits.waiting) {
      this.#queue.delete(client, waiter);
      const longest = this.#queue.dropLongest(client);
      if (longest) this.#queue.push(client, waiter);
      this.#shed += 1;
      (longest ?? waiter).refuse();
    }
    if (this.#queue.has(client, waiter))
      timer = this.#scheduler.schedule(() => this.#drop(waiter), this.#limits.deadlineMs);
    return work;
  }

  #begin({ id }: Client, work: Subscription): void {
    const began = this.#scheduler.now();
    this.#runningAll += 1;
    this.#running.set(id, (this.#running.get(id) ?? 0) + 1);
    if (this.#adaptive) this.#watching ??= this.#lag$.subscribe((lagMs) => this.#observe(lagMs));
    work.add(() => {
      // The clock may have been set back meanwhile.
      const took = Math.max(0, this.#scheduler.now() - began);
      this.#tookMs = this.#tookMs === 0 ? took : this.#tookMs + (took - this.#tookMs) * SMOOTHING;
      this.#runningAll -= 1;
      const left = (this.#running.get(id) ?? 1) - 1;
      if (left > 0) this.#running.set(id, left);
      else this.#running.delete(id);
      if (this.#runningAll === 0) {
        this.#watching?.unsubscribe();
        this.#watching = undefined;
      }
      this.#advance();
    });
  }

  #observe(lagMs: number): void {
    if (this.#adaptive?.observe(lagMs, this.#runningAll)) this.#advance();
    this.#dropHopeless();
  }

  /** Refuses those that wait in vain as they begin now: the limit was lowered, or each takes longer than those before. */
  #dropHopeless(): void {
    const now = this.#scheduler.now();
    const every = Math.max(this.#everyMs, this.#paceMs);
    for (const [at, waiter] of this.#queue.inTurn().entries()) {
      const begins = (this.#lastBegan ?? now) + (at + 1) * every;
      if (begins > waiter.since + this.#limits.deadlineMs) this.#drop(waiter);
    }
  }

  #advance(): void {
    while (this.#queue.size > 0 && this.#runningAll < this.#limit) {
      const next = this.#queue.take(({ client }) => this.#mayBegin(client));
      if (!next) return;
      this.#noteBeginning();
      next.start();
    }
  }

  #noteBeginning(): void {
    const now = this.#scheduler.now();
    if (this.#lastBegan !== undefined)
      this.#everyMs += (Math.max(0, now - this.#lastBegan) - this.#everyMs) * SMOOTHING;
    this.#lastBegan = now;
  }

  /** The first of a client always may; a further one leaves room for others. */
  #mayBegin(client: Client): boolean {
    const running = this.#running.get(client.id) ?? 0;
    const free = this.#limit - this.#runningAll - 1;
    return running === 0 || running + 1 <= Math.max(1, free * SHARE_OF_FREE * boundedWeight(client));
  }

  /**
   * Milliseconds until the last of so many that wait begins, about: as the time of each says, or, where those that
   * wait begin less often than that (the limit is being lowered, or each takes longer than those before), as they begin.
   */
  #foreseenMs(turns: number): number {
    const sinceLast = this.#lastBegan === undefined ? 0 : this.#scheduler.now() - this.#lastBegan;
    const every = this.#lastBegan === undefined ? 0 : Math.max(this.#everyMs, sinceLast);
    return turns * Math.max(every, this.#paceMs);
  }

  #drop(waiter: Waiter): void {
    if (!this.#queue.delete(waiter.client, waiter)) return;
    this.#shed += 1;
    waiter.refuse();
  }

  #overloaded(client: Client): SourceError {
    return overloaded({
      cost: this.#cost,
      running: this.#runningAll,
      waiting: this.#queue.size,
      beginsInMs: this.#foreseenMs(this.#queue.ahead(client) + 1),
    });
  }
}
