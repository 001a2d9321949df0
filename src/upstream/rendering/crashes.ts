import { LRUCache } from "lru-cache";
import { SourceError } from "../../errors.ts";

const HOSTS = 1_000;
/** A host whose page took the browser down twice is left alone for so long. */
const HOST_RESTS_MS = 600_000;

/** When a browser is left alone, and for how long; each further rest in a row is twice as long, up to the most. */
export interface CrashRules {
  readonly crashes: number;
  readonly withinMs: number;
  readonly openMs: number;
  readonly mostOpenMs: number;
}

/** A browser of this machine: three crashes within a minute, and none is started for half a minute. */
export const OF_OWN: CrashRules = { crashes: 3, withinMs: 60_000, openMs: 30_000, mostOpenMs: 30_000 };

/** A browser elsewhere: one that fails is left alone for half a minute, and for twice as long each further time, five minutes at most. */
export const OF_OTHERS: CrashRules = { crashes: 1, withinMs: 60_000, openMs: 30_000, mostOpenMs: 300_000 };

/** A browser that takes no more pages is asked again so much later. */
const FULL_MS = 5_000;

/** Circuit breaker of a browser. */
export class CrashBreaker {
  readonly #rules: CrashRules;
  readonly #now: () => number;
  #crashes: number[] = [];
  #rests = 0;
  #openUntil = Number.NEGATIVE_INFINITY;

  constructor(rules: CrashRules, now: () => number) {
    this.#rules = rules;
    this.#now = now;
  }

  /** Milliseconds until it may be used again; 0: it may. */
  get restsMs(): number {
    return Math.max(0, this.#openUntil - this.#now());
  }

  /** It was lost. */
  crashed(): void {
    const { crashes, withinMs, openMs, mostOpenMs } = this.#rules;
    const now = this.#now();
    this.#crashes = [...this.#crashes.filter((at) => now - at < withinMs), now];
    if (this.#crashes.length < crashes) return;
    this.#crashes = [];
    this.#openUntil = now + Math.min(mostOpenMs, openMs * 2 ** this.#rests);
    this.#rests += 1;
  }

  /** It takes no more pages at the moment. */
  full(): void {
    this.#openUntil = Math.max(this.#openUntil, this.#now() + FULL_MS);
  }

  /** It did what it should. */
  worked(): void {
    this.#rests = 0;
  }
}

/** Hosts whose pages took the browser down. */
export class CrashingHosts {
  readonly #until = new LRUCache<string, number>({ max: HOSTS });
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  blame(host: string): void {
    this.#until.set(host, this.#now() + HOST_RESTS_MS);
  }

  /** Throws `unreachable` for a host that is left alone. */
  check(host: string): void {
    if ((this.#until.get(host) ?? Number.NEGATIVE_INFINITY) > this.#now())
      throw new SourceError(
        "unreachable",
        `A page of ${host} took the browser down twice: its pages are not rendered for ten minutes.`,
      );
  }
}
