import { firstValueFrom, type Observable } from "rxjs";
import { SourceError } from "../../errors.ts";
import { threadClient } from "../../thread-client.ts";
import type { ThreadCall, ThreadReply } from "./file-thread-calls.ts";

/** A thread that has files of its own, seen from the thread that serves. It starts with the first call. */
export interface FileThread {
  /** What an operation of a memory answers. Cold; what was asked is done also where nobody waits for it any more. */
  ask<T>(memory: string, name: string, given: readonly unknown[]): Observable<T>;
  start(): void;
  /** Closes the files; the next operation opens them again. */
  close(): Promise<void>;
  /** Closes the files, and ends the thread. */
  end(): Promise<void>;
}

const ended = (cause?: unknown): SourceError =>
  new SourceError("internal", "The service's own memory has ended.", { cause });

export function fileThread(file: URL, dataDir: string): FileThread {
  const thread = threadClient<ThreadCall, ThreadReply>({
    file,
    workerData: dataDir,
    outcomesOf: (reply) => [
      "kind" in reply
        ? { id: reply.id, error: new SourceError(reply.kind, reply.message, { cause: reply.cause }) }
        : { id: reply.id, value: reply.value },
    ],
    failure: ended,
  });
  const close = async (): Promise<void> => {
    if (thread.isRunning()) await firstValueFrom(thread.ask<void>({ memory: "", name: "close", given: [] }));
  };
  return {
    ask: (memory, name, given) => thread.ask({ memory, name, given }),
    start: thread.start,
    close,
    async end() {
      await close();
      thread.terminate(ended());
    },
  };
}
