import { parentPort } from "node:worker_threads";
import type { Observable } from "rxjs";
import { type ErrorKind, toSourceError } from "../../errors.ts";

/** What is asked of a thread that has files: an operation of one of its memories, or, of none, that the files be closed. */
export interface ThreadCall {
  readonly id: number;
  readonly memory: string;
  readonly name: string;
  readonly given: readonly unknown[];
}

export type ThreadReply = { readonly id: number } & (
  | { readonly value: unknown }
  | { readonly kind: ErrorKind; readonly message: string; readonly cause: string }
);

/** Answers, in the thread, what `fileThread` requests of its memories: SQLite's calls wait for the disk. */
export function answerCalls(memories: Readonly<Record<string, { close(): void }>>): void {
  const reply = (message: ThreadReply): void => parentPort?.postMessage(message);
  parentPort?.on("message", ({ id, memory, name, given }: ThreadCall) => {
    if (memory === "") {
      for (const one of Object.values(memories)) one.close();
      return reply({ id, value: undefined });
    }
    const asked = memories[memory];
    if (!asked) throw new TypeError(`There is no memory ${memory}.`);
    // The client's types say what each operation is given.
    const answer$: Observable<unknown> = Reflect.apply(Reflect.get(asked, name), asked, [...given]);
    let value: unknown;
    answer$.subscribe({
      next: (last) => {
        value = last;
      },
      error: (thrown: unknown) => {
        const { kind, message, cause } = toSourceError(thrown);
        const told = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause ?? "");
        reply({ id, kind, message, cause: told });
      },
      complete: () => reply({ id, value }),
    });
  });
}
