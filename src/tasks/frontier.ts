import { map, type Observable } from "rxjs";
import type { Entry } from "../pipelines/crawl/discovery.ts";
import type { Claim, Found, Frontier, Pace, Settled } from "../pipelines/crawl/port.ts";
import type { Visit } from "../pipelines/crawl/visitor.ts";
import type { StoredClaim, StoredOutcome, StoredPlace, TaskStore } from "./store.ts";

/** An entry of a task. */
export interface TaskEntry extends Entry {
  readonly task: string;
}

/** What a visit came to, with the hosts that the task's crawl counts as its own. */
export interface TaskVisit extends Visit {
  readonly entry: TaskEntry;
  readonly sites: readonly string[];
}

export interface FrontierOptions {
  readonly process: string;
  /** Visits of one task at one host under way at once. */
  readonly perHost: number;
  readonly wake$: Observable<void>;
  /** Told of what was found once the store has it. */
  readonly onKept: (task: string, found: readonly Found<TaskEntry>[]) => void;
}

/** All open tasks of a store as one frontier: a process works on whatever the store gives it, fair among tasks. */
export function storeFrontier(
  store: TaskStore,
  { process, perHost, wake$, onKept }: FrontierOptions,
): Frontier<TaskEntry, TaskVisit> {
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
      store.take(process, most, perHost).pipe(
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
    settle: (claim, outcome, found, pace) =>
      store.settle(storedOf(claim), outcomeOf(claim, outcome), found.map(placeOf), fullPace(pace)).pipe(
        map((kept): Settled<TaskVisit> => {
          if (kept) onKept(claim.entry.task, found);
          return kept && { outcome };
        }),
      ),
    admit: () => {
      throw new Error("a redirect is admitted by its task");
    },
    release: (claim) => store.release(storedOf(claim)),
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

function outcomeOf({ entry: { depth } }: Claim<TaskEntry>, visit: TaskVisit | undefined): StoredOutcome {
  const { page, content, disallowed = false, sites = [] } = visit ?? {};
  if (!page) return { kind: "nothing", depth, disallowed, sites };
  const body = JSON.stringify(page);
  if ("error" in page) return { kind: "failed", body, depth, disallowed, sites };
  const { url, title } = page;
  const { textKey, simHash } = content ?? {};
  return {
    kind: "page",
    body,
    url,
    ...(title !== undefined && { title }),
    depth,
    disallowed,
    sites,
    ...(textKey !== undefined && { textKey }),
    ...(simHash !== undefined && { simHash }),
  };
}

const fullPace = ({ answeredMs, spacingMs = 0, retryAfterMs = 0 }: Pace) => ({ answeredMs, spacingMs, retryAfterMs });
