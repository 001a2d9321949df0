import { asyncScheduler, defer, type Observable, of, Subject } from "rxjs";
import type { Claim, Found, Frontier, Pace, Settled, Taken } from "./port.ts";
import { SeenKeys } from "./seen.ts";
import { Tallies } from "./traps.ts";

export interface FrontierLimits<Outcome> {
  /** Visits at most, of those that count. */
  readonly limit: number;
  /** Entries kept waiting at most; what is found beyond that is left. */
  readonly maxWaiting: number;
  /** Of one visit's new entries so many are taken; default: all. */
  readonly maxBreadth?: number | undefined;
  /** Visits of one host under way at once; default: no limit. */
  readonly perHost?: number;
  /** The same before its first visit has ended, when nobody knows yet how often it may be asked; default: `perHost`. */
  readonly perNewHost?: number;
  /** Whether a visit counts that ended with this outcome. Default: each does. */
  readonly counts?: (outcome: Outcome | undefined) => boolean;
  /** Told after each visit how many entries wait. */
  readonly onQueue?: (waiting: number) => void;
  /** Told at the end how many entries were never visited. */
  readonly onLeft?: (entries: number) => void;
}

/** A `Retry-After` holds a host back no longer than this. */
const MAX_REST_MS = 60_000;

interface Host<Entry> {
  readonly name: string;
  readonly waiting: Queue<Found<Entry>>;
  underWay: number;
  most: number;
  /** Milliseconds since 1970. */
  nextAt: number;
}

/**
 * A frontier that lives as long as its exploration: a queue for each host, first in, first out, and hosts in turn. All its
 * Observables emit at once. For one subscriber.
 */
export function memoryFrontier<Entry extends object, Outcome>(
  seeds: readonly Found<Entry>[],
  limits: FrontierLimits<Outcome>,
): Frontier<Entry, Outcome> {
  return new MemoryFrontier(seeds, limits);
}

class MemoryFrontier<Entry extends object, Outcome> implements Frontier<Entry, Outcome> {
  readonly #limits: FrontierLimits<Outcome>;
  readonly #hosts = new Map<string, Host<Entry>>();
  /** The hosts with something to take, that served longest ago first. */
  readonly #ready = new Set<Host<Entry>>();
  /** The hosts that rest, by when they may be asked. */
  readonly #resting: Host<Entry>[] = [];
  readonly #claims = new Map<Claim<Entry>, Found<Entry>>();
  readonly #seen = new SeenKeys();
  readonly #tallies = new Tallies();
  readonly #wake$ = new Subject<void>();
  #waiting = 0;
  #counted = 0;

  constructor(seeds: readonly Found<Entry>[], limits: FrontierLimits<Outcome>) {
    this.#limits = limits;
    this.#add(seeds, Number.POSITIVE_INFINITY);
  }

  readonly wake$ = defer((): Observable<void> => {
    if (this.#isOver()) this.#end();
    return this.#wake$;
  });

  take(most: number): Observable<Taken<Entry>> {
    return defer(() => of(this.#take(most)));
  }

  settle(
    claim: Claim<Entry>,
    outcome: Outcome | undefined,
    found: readonly Found<Entry>[],
    pace: Pace,
  ): Observable<Settled<Outcome>> {
    return defer(() => of<Settled<Outcome>>(this.#settle(claim, outcome, found, pace)));
  }

  admit(key: bigint): Observable<boolean> {
    return defer(() => of(this.#seen.add(key)));
  }

  knows(key: bigint): boolean {
    return this.#seen.has(key);
  }

  release(claim: Claim<Entry>, notBefore = 0): Observable<void> {
    return defer(() => {
      const found = this.#claims.get(claim);
      const host = found && this.#left(claim);
      if (found && host) {
        this.#counted -= 1;
        host.waiting.unshift(found);
        this.#waiting += 1;
        host.nextAt = Math.max(host.nextAt, notBefore);
        this.#place(host);
        this.#wake$.next();
      }
      return of(undefined);
    });
  }

  add(found: readonly Found<Entry>[]): Observable<void> {
    return defer(() => {
      this.#add(found, Number.POSITIVE_INFINITY);
      return of(undefined);
    });
  }

  #take(most: number): Taken<Entry> {
    this.#wakeRested();
    const claims: Claim<Entry>[] = [];
    const room = Math.min(most, this.#limits.limit - this.#counted);
    for (const host of this.#ready) {
      if (claims.length >= room) break;
      const found = host.waiting.shift();
      if (found === undefined) continue;
      host.underWay += 1;
      this.#waiting -= 1;
      this.#counted += 1;
      const claim: Claim<Entry> = { entry: found, host: host.name, shard: 0, token: "" };
      this.#claims.set(claim, found);
      claims.push(claim);
      // Last in turn, where it has more: a set is gone through in the order of its additions.
      this.#ready.delete(host);
      this.#place(host);
    }
    const [next] = this.#resting;
    return { claims, ...(next && { nextAt: next.nextAt }) };
  }

  #settle(
    claim: Claim<Entry>,
    outcome: Outcome | undefined,
    found: readonly Found<Entry>[],
    { answeredMs, spacingMs = 0, retryAfterMs = 0 }: Pace,
  ): Settled<Outcome> {
    const host = this.#left(claim);
    if (!host) return false;
    const { counts = () => true, perHost = Number.POSITIVE_INFINITY, maxBreadth, onQueue } = this.#limits;
    if (!counts(outcome)) this.#counted -= 1;
    host.most = spacingMs > 0 ? 1 : perHost;
    const rest = Math.max(spacingMs - answeredMs, Math.min(retryAfterMs, MAX_REST_MS));
    if (rest > 0) host.nextAt = Math.max(host.nextAt, asyncScheduler.now() + rest);
    this.#add(found, maxBreadth ?? Number.POSITIVE_INFINITY);
    this.#place(host);
    onQueue?.(this.#waiting);
    if (this.#isOver()) this.#end();
    return { outcome };
  }

  /** Ends a claim; undefined where it was ended before. */
  #left(claim: Claim<Entry>): Host<Entry> | undefined {
    const host = this.#hosts.get(claim.host);
    if (!host || !this.#claims.delete(claim)) return undefined;
    host.underWay -= 1;
    return host;
  }

  #add(found: readonly Found<Entry>[], most: number): void {
    let added = 0;
    for (const one of found) {
      if (added >= most || this.#waiting >= this.#limits.maxWaiting) break;
      if (!this.#seen.add(one.key) || this.#tallies.exceed(one.bounds)) continue;
      const host = this.#host(one.host);
      host.waiting.push(one);
      this.#waiting += 1;
      added += 1;
      this.#place(host);
    }
  }

  #host(name: string): Host<Entry> {
    const known = this.#hosts.get(name);
    if (known) return known;
    const { perHost = Number.POSITIVE_INFINITY, perNewHost = perHost } = this.#limits;
    const host: Host<Entry> = { name, waiting: new Queue(), underWay: 0, most: perNewHost, nextAt: 0 };
    this.#hosts.set(name, host);
    return host;
  }

  /** Puts a host among those that are ready, or that rest, or neither. */
  #place(host: Host<Entry>): void {
    if (host.waiting.size === 0 || host.underWay >= host.most) this.#ready.delete(host);
    else if (host.nextAt <= asyncScheduler.now()) this.#ready.add(host);
    else {
      this.#ready.delete(host);
      const before = this.#resting.indexOf(host);
      if (before >= 0) this.#resting.splice(before, 1);
      const after = this.#resting.findIndex(({ nextAt }) => nextAt > host.nextAt);
      this.#resting.splice(after < 0 ? this.#resting.length : after, 0, host);
    }
  }

  #wakeRested(): void {
    const now = asyncScheduler.now();
    while (this.#resting[0] && this.#resting[0].nextAt <= now) {
      const host = this.#resting.shift();
      if (host) this.#place(host);
    }
  }

  #isOver(): boolean {
    return this.#claims.size === 0 && (this.#waiting === 0 || this.#counted >= this.#limits.limit);
  }

  #end(): void {
    this.#limits.onLeft?.(this.#waiting);
    this.#wake$.complete();
  }
}

/** First in, first out, each item being moved once: those that came are turned round when all before them have gone. */
class Queue<T extends object> {
  #came: T[] = [];
  /** The next one last. */
  #going: T[] = [];

  get size(): number {
    return this.#came.length + this.#going.length;
  }

  push(item: T): void {
    this.#came.push(item);
  }

  /** The next one from now on. */
  unshift(item: T): void {
    this.#going.push(item);
  }

  shift(): T | undefined {
    if (this.#going.length === 0) {
      this.#going = this.#came.reverse();
      this.#came = [];
    }
    return this.#going.pop();
  }
}
