import { parentPort, workerData } from "node:worker_threads";
import { stateFile } from "../../aggregate/state/database.ts";
import { toSourceError } from "../../errors.ts";
import { STORE_FULL, type StoreOperations } from "../store.ts";
import { operationsOn } from "./operations.ts";
import { reserveIn } from "./reserve.ts";
import { isFull, limitTo, sqlOf } from "./sql.ts";
import { MIGRATIONS } from "./tables.ts";

/*
 * The thread that owns `tasks.sqlite`: writing and compressing never hold up the thread that serves. What comes within a few
 * milliseconds after a commit is one transaction: the pages of the file that all of it changes are written once.
 */

/** Milliseconds between two commits, at least. What comes after a pause is committed at once. */
const APART_MS = 5;

export interface Asked {
  readonly id: number;
  readonly name: keyof StoreOperations;
  readonly given: readonly unknown[];
}

export type Answered = { readonly ids: readonly number[] } & (
  | { readonly values: readonly unknown[]; readonly changed: readonly string[] }
  | { readonly error: string; readonly full: boolean }
);

const { dataDir, maxBytes } = workerData as { readonly dataDir: string | undefined; readonly maxBytes: number };
const file = stateFile(dataDir, "tasks.sqlite", MIGRATIONS);
const reserve = reserveIn(dataDir);
const port = parentPort;
if (!port) throw new Error("the store of tasks runs in a thread");

const answer = (answered: Answered): void => port.postMessage(answered);

let waiting: Asked[] = [];

/** By `performance.now()`. */
let committedAt = 0;

function commit(): void {
  const batch = waiting;
  waiting = [];
  if (batch.length > 0) run(batch);
  committedAt = performance.now();
}

function run(batch: readonly Asked[]): void {
  const ids = batch.map(({ id }) => id);
  transaction((operations) => batch.map((asked) => applied(operations, asked))).subscribe({
    next: ({ value: values, changed }) => {
      answer({ ids, values, changed });
      if (batch.some(({ name }) => name === "sweep")) reserve.keep();
    },
    error: (thrown: unknown) => {
      const error = toSourceError(thrown);
      if (!isFull(error.cause)) answer({ ids, error: error.message, full: false });
      // Of several only those fail that need room.
      else if (batch.length > 1) for (const one of batch) run([one]);
      else for (const one of batch) withoutRoom(one, error.message);
    },
  });
}

/**
 * A task that has more to keep than there is room for is over: what it has stays readable. So what is taken to be visited is
 * given out of the reserve, for it is by visits that tasks end.
 */
function withoutRoom(asked: Asked, message: string): void {
  const { id, name, given } = asked;
  const refused = { ids: [id], error: message, full: true };
  if (name === "take" && reserve.use()) {
    transaction((operations) => applied(operations, asked)).subscribe({
      next: ({ value, changed }) => answer({ ids: [id], values: [value], changed }),
      error: () => answer(refused),
    });
    return;
  }
  if (name !== "settle") {
    answer(refused);
    return;
  }
  const [claim] = given as Parameters<StoreOperations["settle"]>;
  reserve.use();
  transaction((operations) => operations.end(claim.task, "failed", STORE_FULL)).subscribe({
    next: ({ changed }) => answer({ ids: [id], values: [false], changed }),
    error: () => answer(refused),
  });
}

const transaction = <T>(work: (operations: StoreOperations) => T) => {
  const changed = new Set<string>();
  return file.write((database) => {
    const sql = sqlOf(database);
    limitTo(sql, maxBytes);
    return {
      value: work(operationsOn(sql, { maxBytes, onChange: (task) => changed.add(task) })),
      changed: [...changed],
    };
  });
};

const applied = (operations: StoreOperations, { name, given }: Asked): unknown =>
  Reflect.apply(operations[name], operations, [...given]);

port.on("message", (asked: Asked) => {
  if (waiting.push(asked) > 1) return;
  const restMs = committedAt + APART_MS - performance.now();
  if (restMs < 1) setImmediate(commit);
  else setTimeout(commit, restMs);
});
