import { parentPort, workerData } from "node:worker_threads";
import { stateFile } from "../../aggregate/state/database.ts";
import { toSourceError } from "../../errors.ts";
import type { StoreOperations } from "../store.ts";
import { operationsOn } from "./operations.ts";
import { isFull, sqlOf } from "./sql.ts";
import { MIGRATIONS } from "./tables.ts";

/*
 * The thread that owns `tasks.sqlite`: writing and compressing never hold up the thread that serves. What came while one
 * transaction was committed is the next one.
 */

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
const port = parentPort;
if (!port) throw new Error("the store of tasks runs in a thread");

let waiting: Asked[] = [];

function commit(): void {
  const batch = waiting;
  waiting = [];
  if (batch.length === 0) return;
  const ids = batch.map(({ id }) => id);
  const changed = new Set<string>();
  file
    .write((database) => {
      const operations = operationsOn(sqlOf(database), { maxBytes, onChange: (task) => changed.add(task) });
      return batch.map(({ name, given }) => Reflect.apply(operations[name], operations, [...given]) as unknown);
    })
    .subscribe({
      next: (values) => port?.postMessage({ ids, values, changed: [...changed] } satisfies Answered),
      error: (thrown: unknown) => {
        const error = toSourceError(thrown);
        port?.postMessage({ ids, error: error.message, full: isFull(error.cause) } satisfies Answered);
      },
    });
}

port.on("message", (asked: Asked) => {
  if (waiting.push(asked) === 1) setImmediate(commit);
});
