import type { Observable } from "rxjs";
import type { Bound } from "../pipelines/crawl/port.ts";
import type { Order, State, TaskRow } from "./order.ts";

/** What an order is stored with. */
interface NewTask {
  readonly id: string;
  /** Whose it is: nobody else sees it. */
  readonly owner: string;
  readonly order: Order;
  /** Milliseconds since 1970 after which the task ends with what it has. */
  readonly deadlineAt: number;
  /** Pages at most, failures beyond as many (20 at least) among them. */
  readonly limit: number;
  readonly maxBreadth: number | null;
  readonly seed: StoredPlace;
  /** Open tasks of the owner at most. */
  readonly maxOpen: number;
}

/** An address as it is stored; `key` as a signed integer of 64 bits. */
export interface StoredPlace {
  readonly key: bigint;
  readonly host: string;
  readonly url: string;
  readonly depth: number;
  readonly bounds: readonly Bound[];
}

/** A claim, with what its visit needs to know of the task. */
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
  /** JSON; absent where there is nothing to keep. */
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

/** The operations of the store; each is one transaction. */
export interface StoreOperations {
  /** False: the owner has as many open tasks as allowed. */
  order(task: NewTask): boolean;
  find(owner: string, id: string): TaskRow | undefined;
  byId(id: string): TaskRow | undefined;
  /** Newest first, those ordered before `before` (milliseconds since 1970). */
  list(owner: string, state: State | null, before: number, most: number): readonly TaskRow[];
  /** Ends a task where it is open. */
  end(id: string, state: State, error: string | null): void;
  forget(id: string): void;
  /** JSON texts from a number on. */
  documents(id: string, from: number, most: number): readonly string[];
  notes(id: string, from: number, most: number): readonly string[];
  take(
    process: string,
    most: number,
    perHost: number,
  ): { readonly claims: readonly StoredClaim[]; readonly nextAt: number | null };
  /** False: the claim was lost, nothing was kept. */
  settle(claim: StoredClaim, outcome: StoredOutcome, found: readonly StoredPlace[], pace: StoredPace): boolean;
  admit(task: string, key: bigint): boolean;
  release(claim: StoredClaim): void;
  /** Says that a process lives; the ids of tasks that it holds claims of and that are over. */
  beat(process: Process): readonly string[];
  /** Gives back claims of dead processes, at most so many; how many there were. */
  reclaim(self: Process, isAlive: readonly number[], most: number): number;
  /** Gives back all claims of a process that stops. */
  leave(process: string): void;
  /** Ends tasks past their deadline, deletes what ended before `endedBefore`. */
  sweep(endedBefore: number): void;
  /** Process numbers of this machine that the store knows. */
  pids(machine: string): readonly number[];
}

/** The store as it is asked: each answer is cold and emits once. */
export type TaskStore = {
  readonly [Name in keyof StoreOperations]: (
    ...given: Parameters<StoreOperations[Name]>
  ) => Observable<ReturnType<StoreOperations[Name]>>;
} & { close(): void };
