import { defer, tap } from "rxjs";
import { createDurations, type Durations } from "../upstream/durations.ts";
import type { Pool, StoredOutcome, TaskStore } from "./store.ts";

/** What a visit came to: kept as a document, failed, forbidden by robots.txt, or too late, for the claim was lost. */
type PageOutcome = "kept" | "failed" | "disallowed" | "lost_claim";

/** What became of a schedule that was due: `skipped` where the task before is under way, `failed` where it can never be ordered. */
export type RunOutcome = "ordered" | "skipped" | "refused" | "failed";

/** What the engine of this process did since its start. */
export interface TaskCounts {
  readonly pages: ReadonlyMap<PageOutcome, number>;
  readonly runs: ReadonlyMap<RunOutcome, number>;
  /** Claims of dead processes that it gave back. */
  readonly reclaimed: number;
  /** Settling a visit or a unit in the store. */
  readonly settling: Durations;
}

export interface TaskCounting extends TaskCounts {
  page(outcome: PageOutcome): void;
  run(outcome: RunOutcome): void;
  reclaim(claims: number): void;
}

export function createTaskCounts(): TaskCounting {
  const pages = new Map<PageOutcome, number>();
  const runs = new Map<RunOutcome, number>();
  let reclaimed = 0;
  return {
    pages,
    runs,
    get reclaimed() {
      return reclaimed;
    },
    settling: createDurations(),
    page: (outcome) => void pages.set(outcome, (pages.get(outcome) ?? 0) + 1),
    run: (outcome) => void runs.set(outcome, (runs.get(outcome) ?? 0) + 1),
    reclaim: (claims) => {
      reclaimed += claims;
    },
  };
}

/** A store whose settling is counted. A unit is no page: of it the time alone. */
export const countedSettling =
  (settle: TaskStore["settle"], pool: Pool, counting: TaskCounting): TaskStore["settle"] =>
  (claim, outcome, found, pace) =>
    defer(() => {
      const begin = performance.now();
      return settle(claim, outcome, found, pace).pipe(
        tap((kept) => {
          counting.settling.add((performance.now() - begin) / 1000);
          const came = kept ? outcomeOf(outcome) : "lost_claim";
          if (pool === "visit" && came) counting.page(came);
        }),
      );
    });

/** Undefined where the address only led elsewhere. */
function outcomeOf({ kind, disallowed }: StoredOutcome): PageOutcome | undefined {
  if (disallowed) return "disallowed";
  if (kind === "nothing") return undefined;
  return kind === "page" ? "kept" : "failed";
}
