import { map, type Observable } from "rxjs";
import type { Entry } from "../pipelines/crawl/discovery.ts";
import type { Claim, Found, Frontier, Pace, Settled } from "../pipelines/crawl/port.ts";
import type { Pool, StoredClaim, StoredOutcome, StoredPlace, TaskStore } from "./store.ts";

/** An entry of a task. */
export interface TaskEntry extends Entry {
  readonly task: string;
}

export interface FrontierOptions {
  readonly process: string;
  readonly pool: Pool;
  /** Visits of one task at one host under way at once. */
  readonly perHost: number;
  readonly wake$: Observable<void>;
  /** Told of what was found once the store has it. */
  readonly onKept: (task: string, found: readonly Found<TaskEntry>[]) => void;
}

/** All open tasks of a store as one frontier: a process works on whatever the store gives it, fair among tasks. */
export function storeFrontier(
  store: Pick<TaskStore, "take" | "settle" | "release">,
  { process, pool, perHost, wake$, onKept }: FrontierOptions,
): Frontier<TaskEntry, StoredOutcome> {
  const claims = new WeakMap<Claim<TaskEntry>, StoredClaim>();
  const storedOf = (claim: Claim<TaskEntry>): StoredClaim => {
    const stored = claims.get(claim);
    if (!stored) throw new Error("a claim of another frontier");
    return stored;
  };
  return {
    wake$,
    knows: () => false,
    take: (most) =>
      store.take(process, most, perHost, pool).pipe(
        map(({ claims: taken, nextAt }) => ({
          claims: taken.map((stored) => {
            const { task, url, depth, host, token } = stored;
            const claim: Claim<TaskEntry> = { entry: { task, url, depth }, host, shard: 0, token };
            claims.set(claim, stored);
            return claim;
          }),
          ...(nextAt !== null && { nextAt }),
        })),
      ),
    settle: (claim, outcome = nothing(claim.entry), found, pace) =>
      store.settle(storedOf(claim), outcome, found.map(placeOf), fullPace(pace)).pipe(
        map((kept): Settled<StoredOutcome> => {
          if (kept) onKept(claim.entry.task, found);
          return kept && { outcome };
        }),
      ),
    admit: () => {
      throw new Error("a redirect is admitted by its task");
    },
    release: (claim, notBefore) => store.release(storedOf(claim), notBefore ?? 0),
    add: () => {
      throw new Error("what a visit finds is added when it is settled");
    },
  };
}

/** A key as SQLite keeps integers. */
export const signedKey = (key: bigint): bigint => BigInt.asIntN(64, key);

export const placeOf = ({ key, host, url, depth, bounds = [] }: Found<Entry>): StoredPlace => ({
  key: signedKey(key),
  host,
  url,
  depth,
  bounds,
});

const nothing = ({ url, depth }: TaskEntry): StoredOutcome => ({
  kind: "nothing",
  url,
  depth,
  disallowed: false,
  sites: [],
});

const fullPace = ({ answeredMs, spacingMs = 0, retryAfterMs = 0 }: Pace) => ({ answeredMs, spacingMs, retryAfterMs });
