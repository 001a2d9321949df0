import { parentPort, workerData } from "node:worker_threads";
import type { Observable } from "rxjs";
import { type ErrorKind, toSourceError } from "../../errors.ts";
import { feedMarks } from "./marks.ts";
import { priceMemory } from "./prices.ts";

/* The thread that has the files of a folder: SQLite's calls wait for the disk. */

/** What is asked of the thread: an operation of one of its memories, or that the files be closed. */
export type StateRequest = { readonly id: number } & (
  | {
      readonly memory: "marks";
      readonly name: "claim" | "peek" | "confirm" | "release";
      readonly given: readonly unknown[];
    }
  | { readonly memory: "prices"; readonly name: "keep" | "days"; readonly given: readonly unknown[] }
  | { readonly memory: "all"; readonly name: "close" }
);

export type StateReply = { readonly id: number } & (
  | { readonly value: unknown }
  | { readonly kind: ErrorKind; readonly message: string; readonly cause: string }
);

const dataDir: unknown = workerData;
const folder = typeof dataDir === "string" ? dataDir : undefined;
const [marks, prices] = [feedMarks(folder), priceMemory(folder)];

const reply = (message: StateReply): void => parentPort?.postMessage(message);

parentPort?.on("message", (request: StateRequest) => {
  const { id } = request;
  if (request.memory === "all") {
    marks.close();
    prices.close();
    return reply({ id, value: undefined });
  }
  const memory = request.memory === "marks" ? marks : prices;
  // The client's types say what each operation is given.
  const answer$: Observable<unknown> = Reflect.apply(Reflect.get(memory, request.name), memory, [...request.given]);
  let value: unknown;
  answer$.subscribe({
    next: (last) => {
      value = last;
    },
    error: (thrown: unknown) => {
      const { kind, message, cause } = toSourceError(thrown);
      reply({
        id,
        kind,
        message,
        cause: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause ?? ""),
      });
    },
    complete: () => reply({ id, value }),
  });
});
