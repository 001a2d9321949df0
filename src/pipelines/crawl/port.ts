import type { Observable } from "rxjs";

/** At most `max` addresses of this key are taken; those beyond are a trap's. */
export interface Bound {
  readonly key: string;
  readonly max: number;
}

/** What a frontier knows an address by. */
interface Place {
  /** 64 bits of the canonical address: two addresses with the same key are one. */
  readonly key: bigint;
  /** Host and port: the queue that the address waits in. */
  readonly host: string;
  /** The host's registrable domain, which decides the shard; the host where it has none. */
  readonly domain: string;
  readonly bounds?: readonly Bound[];
}

/** An entry that was found, with its place. */
export type Found<Entry> = Entry & Place;

/** The right to visit an entry. Callers read `entry` and `host`; the rest fences the claim. */
export interface Claim<Entry> {
  readonly entry: Entry;
  readonly host: string;
  readonly shard: number;
  readonly token: string;
}

export interface Taken<Entry> {
  /** Each may be visited now. */
  readonly claims: readonly Claim<Entry>[];
  /** When the next host may be asked, in milliseconds since 1970; absent where only a settled visit makes room. */
  readonly nextAt?: number;
}

/** How a host answered; by this the frontier sets when the host may be asked again. */
export interface Pace {
  readonly answeredMs: number;
  /** The host asked for this rest. */
  readonly retryAfterMs?: number;
  /** Milliseconds between two requests that its robots.txt or the order asks for; more than 0: one visit at a time. */
  readonly spacingMs?: number;
}

/** An outcome as it was kept (`undefined` where a visit came to nothing), or `false`: the claim was lost, nothing was kept. */
export type Settled<Outcome> = false | { readonly outcome: Outcome | undefined };

/** The addresses of an exploration and what came of them; in memory, or shared and lasting. All Observables are cold. */
export interface Frontier<Entry, Outcome> {
  /** Up to `most` entries that nobody else visits, of hosts that may be asked now; few or none is normal. Emits once. */
  take(most: number): Observable<Taken<Entry>>;
  /**
   * Ends a visit in one step: what it came to, and the new among what it leads to, which may be kept a little later.
   * Emits once. Asked a second time, says `false`.
   */
  settle(
    claim: Claim<Entry>,
    outcome: Outcome | undefined,
    found: readonly Found<Entry>[],
    pace: Pace,
  ): Observable<Settled<Outcome>>;
  /**
   * Emits once: whether an address is new, and is known from now on. For a redirect's target; `by` is the key of the entry that
   * leads there. Idempotent for the same `by`: a retry of a lost visit gets the same answer.
   */
  admit(key: bigint, host: string, by?: bigint): Observable<boolean>;
  /** Gives an entry back, in front of its queue, and counts no try; nobody gets it before `notBefore`. */
  release(claim: Claim<Entry>, notBefore?: number): Observable<void>;
  /** Adds what is new; idempotent. */
  add(found: readonly Found<Entry>[]): Observable<void>;
  /** Whether a key is certainly known, so that it need not be offered again; `false` says nothing. */
  knows(key: bigint): boolean;
  /** Emits when there may be something to take. Completes when all is over: nothing waits and nothing is under way anywhere. */
  readonly wake$: Observable<void>;
}
