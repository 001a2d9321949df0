import { parentPort, workerData } from "node:worker_threads";
import { stateFile } from "../../aggregate/state/database.ts";
import { toSourceError } from "../../errors.ts";
import type { StoreOperations } from "../store.ts";
import { operationsOn } from "./operations.ts";
import { sqlOf } from "./sql.ts";
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
  | { readonly values: readonly unknown[] }
  | { readonly error: string }
);

const { dataDir } = workerData as { readonly dataDir: string | undefined };
const file = stateFile(dataDir, "tasks.sqlite", MIGRATIONS);
const port = parentPort;
if (!port) throw new Error("the store of tasks runs in a thread");

let waiting: Asked[] = [];

function commit(): void {
  const batch = waiting;
  waiting = [];
  if (batch.length === 0) return;
  const ids = batch.map(({ id }) => id);
  file
    .write((database) => {
      const operations = operationsOn(sqlOf(database));
      return batch.map(({ name, given }) => Reflect.apply(operations[name], operations, [...given]) as unknown);
    })
    .subscribe({
      next: (values) => port?.postMessage({ ids, values } satisfies Answered),
      error: (error: unknown) => port?.postMessage({ ids, error: toSourceError(error).message } satisfies Answered),
    });
}

port.on("message", (asked: Asked) => {
  if (waiting.push(asked) === 1) setImmediate(commit);
});
