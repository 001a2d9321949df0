import type { Observable } from "rxjs";
import { SourceError } from "../errors.ts";
import type { Bound } from "../pipelines/crawl/port.ts";
import type { RobotsFiles } from "../pipelines/crawl/robots.ts";
import type { Order, State, TaskRow } from "./order.ts";

/** What an order is stored with. */
export interface NewTask {
  readonly id: string;
  /** Whose it is: nobody else sees it. */
  readonly owner: string;
  readonly order: Order;
  /** Milliseconds since 1970 after which the task ends with what it has. */
  readonly deadlineAt: number;
  /** Pages at most, failures beyond as many (20 at least) among them. */
  readonly limit: number;
  readonly maxBreadth: number | null;
  /** Milliseconds that it is kept after its end, where that is less than others are kept. */
  readonly keepMs?: number;
  /** Visits of it under way at most, in all processes; default: as many as there is room for. */
  readonly visits?: number;
  readonly pool: Pool;
  readonly seeds: readonly StoredPlace[];
  /** The body of an item of the queue `webhook`, kept with the task and due at once. */
  readonly webhook?: string;
  /** Open tasks of the owner at most. */
  readonly maxOpen: number;
  /** The same key of the same owner again gives the same task for a day; `hash` tells the same request from another. */
  readonly idempotency?: { readonly key: string; readonly hash: string };
}

/** What an entry is: a page to visit, or a whole unit of work. Each has its own places in a process. */
export type Pool = "visit" | "unit";

/**
 * What came of an order: the task it became, or that it was before (`again`). Refused: the owner has too many open tasks,
 * the store is full, or the idempotency key stands for another request.
 */
export type Ordered =
  | { readonly id: string; readonly again: boolean }
  | { readonly refused: "too-many" | "full" | "other-request" };

/** The store has no room: its byte budget is used up, or the disk is full. */
export class StoreFullError extends SourceError {
  constructor() {
    super("overloaded", STORE_FULL);
  }
}
export const STORE_FULL = "The store of tasks is full.";

/** A failure, a duplicate or an address that robots.txt forbids. */
export interface StoredNote {
  /** JSON. */
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Something to do at a time, by one process at once, that outlives every process: the webhook of a task (its id is the
 * task's, and it is deleted with the task), or a schedule.
 */
export interface Item {
  readonly queue: "webhook" | "schedule";
  readonly id: string;
  readonly owner: string;
  /** JSON. */
  readonly body: string;
  /** Milliseconds since 1970; null: not due again. */
  readonly dueAt: number | null;
}

export interface ClaimedItem extends Item {
  readonly token: string;
}

/** What a store holds. */
export interface StoreStats {
  readonly tasks: readonly { readonly kind: string; readonly state: State; readonly count: number }[];
  /** Entries of open tasks. */
  readonly waiting: number;
  readonly claimed: number;
  /** When the oldest task that waits was ordered, by kind; milliseconds since 1970. */
  readonly oldestQueued: readonly { readonly kind: string; readonly at: number }[];
  readonly bytes: number;
  readonly processes: readonly (Process & { readonly seenAt: number })[];
}

/** An address as it is stored; `key` as a signed integer of 64 bits. */
export interface StoredPlace {
  readonly key: bigint;
  readonly host: string;
  readonly url: string;
  readonly depth: number;
  readonly bounds: readonly Bound[];
}

/** A claim, with what its visit needs to know of the task. `token` is the fencing token: a later claim makes it void. */
export interface StoredClaim {
  readonly task: string;
  readonly seq: number;
  readonly token: string;
  readonly host: string;
  readonly url: string;
  readonly depth: number;
}

/** What a visit came to, as it is stored. */
export interface StoredOutcome {
  readonly kind: "page" | "failed" | "nothing";
  /** JSON, as it is kept; of a failure with `url`, `error` and `code`. Absent where there is nothing to keep. */
  readonly body?: string;
  readonly url?: string;
  readonly title?: string;
  readonly depth: number;
  readonly disallowed: boolean;
  readonly textKey?: bigint;
  readonly simHash?: bigint;
  readonly sites: readonly string[];
}

export interface StoredPace {
  readonly answeredMs: number;
  readonly spacingMs: number;
  readonly retryAfterMs: number;
}

export interface Process {
  readonly id: string;
  /** The machine's name and the process's number there: a restart knows its predecessor by them. */
  readonly machine: string;
  readonly pid: number;
}

/**
 * The operations of the store; each is one transaction.
 *
 * A task is over when nothing of it is under way and nothing may be begun. One of the pool `unit` has one entry: it ends
 * `completed` with one document, or `failed` with its failure's sentence.
 */
export interface StoreOperations {
  order(task: NewTask): Ordered;
  /**
   * Adds entries to a task that is open or completed, and so many to its limit; it is open again then. False: there is no
   * such task, or it failed or was cancelled.
   */
  append(id: string, seeds: readonly StoredPlace[], more: number): boolean;
  find(owner: string, id: string): TaskRow | undefined;
  byId(id: string): TaskRow | undefined;
  /** Newest first, those ordered before `before` (milliseconds since 1970). */
  list(owner: string, state: State | null, before: number, most: number): readonly TaskRow[];
  /**
   * Nothing of a task is taken until it is resumed; what is under way ends, and with the last of it the task. Its deadline
   * goes on. False: it is over, or there is none.
   */
  pause(id: string): boolean;
  /** Lets a paused task go on. False: it is over, or there is none. */
  resume(id: string): boolean;
  /** Ends a task where it is open. */
  end(id: string, state: State, error: string | null): void;
  forget(id: string): void;
  /** JSON texts from a number on. */
  documents(id: string, from: number, most: number): readonly string[];
  notes(id: string, from: number, most: number): readonly StoredNote[];
  take(
    process: string,
    most: number,
    perHost: number,
    pool: Pool,
  ): { readonly claims: readonly StoredClaim[]; readonly nextAt: number | null };
  /** False: the claim was lost, nothing was kept. */
  settle(claim: StoredClaim, outcome: StoredOutcome, found: readonly StoredPlace[], pace: StoredPace): boolean;
  /** Whether an address is new, or was when it was asked for by the same. */
  admit(task: string, key: bigint, by: bigint): boolean;
  /** In front of its queue, and no try is counted; its host is not asked before `notBefore` (milliseconds since 1970). */
  release(claim: StoredClaim, notBefore: number): void;
  /** Says that a process lives; the ids of tasks that it holds claims of and that are over. */
  beat(process: Process): readonly string[];
  /** Gives back claims of dead processes, at most so many, and the items they held; how many claims there were. */
  reclaim(self: Process, isAlive: readonly number[], most: number): number;
  /** Gives back all claims and items of a process that stops. */
  leave(process: string): void;
  /** Ends tasks past their deadline, deletes what ended before `endedBefore`, or was to be kept for a shorter time. */
  sweep(endedBefore: number): void;
  /** Process numbers of this machine that the store knows. */
  pids(machine: string): readonly number[];
  stats(): StoreStats;
  /** False: there is one of that id in its queue. */
  addItem(item: Item): boolean;
  /** Items of a queue that are due and nobody holds, the longest due first, at most so many. */
  takeItems(queue: Item["queue"], process: string, most: number): readonly ClaimedItem[];
  /** Keeps what became of a claimed item, and gives it back unless `hold`. False: the claim was lost, nothing was kept. */
  saveItem(item: ClaimedItem, hold: boolean): boolean;
  /** Replaces an item, whoever holds it: the holder's claim is lost. False: there is none. */
  replaceItem(item: Item): boolean;
  removeItem(queue: Item["queue"], owner: string, id: string): boolean;
  findItem(queue: Item["queue"], owner: string, id: string): Item | undefined;
  /** By id. */
  listItems(queue: Item["queue"], owner: string, most: number): readonly Item[];
}

/** The store as it is asked: each answer is cold and emits once. */
export type TaskStore = {
  readonly [Name in keyof StoreOperations]: (
    ...given: Parameters<StoreOperations[Name]>
  ) => Observable<ReturnType<StoreOperations[Name]>>;
} & {
  /** Emits the ids of tasks that have changed, as hints: some may never come. Never fails, and never completes. */
  readonly changed$: Observable<string>;
  /** Hints of other processes: there is something to take. */
  readonly wake$: Observable<void>;
  /** Hints of other processes: this task is over. */
  readonly over$: Observable<string>;
  /** robots.txt files that all processes share; absent where there is one process. */
  readonly robots?: RobotsFiles;
  close(): void;
};
