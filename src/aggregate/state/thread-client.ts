import { Worker } from "node:worker_threads";
import { firstValueFrom, Observable, type Subscriber } from "rxjs";
import { SourceError } from "../../errors.ts";
import type { ThreadCall, ThreadReply } from "./thread-calls.ts";

/** A thread that has files of its own, seen from the thread that serves. It starts with the first call. */
export interface ThreadClient {
  /** What an operation of a memory answers. Cold; what was asked is done also where nobody waits for it any more. */
  ask<T>(memory: string, name: string, given: readonly unknown[]): Observable<T>;
  start(): void;
  /** Closes the files; the next operation opens them again. */
  close(): Promise<void>;
  /** Closes the files, and ends the thread. */
  end(): Promise<void>;
}

/** A thread and those who wait for its answers. */
interface Running {
  readonly thread: Worker;
  readonly waiting: Map<number, Subscriber<unknown>>;
}

export function threadClient(module: URL, dataDir: string): ThreadClient {
  let running: Running | undefined;
  let last = 0;

  function started(): Running {
    const one: Running = { thread: new Worker(module, { workerData: dataDir }), waiting: new Map() };
    const { thread, waiting } = one;
    /** Only while somebody waits for it does the thread keep the process from ending. */
    const answered = (id: number): Subscriber<unknown> | undefined => {
      const out = waiting.get(id);
      waiting.delete(id);
      if (waiting.size === 0) thread.unref();
      return out;
    };
    const over = (cause?: unknown): void => {
      if (running === one) running = undefined;
      for (const id of [...waiting.keys()])
        answered(id)?.error(new SourceError("internal", "The service's own memory has ended.", { cause }));
    };
    thread.unref();
    thread.on("message", (reply: ThreadReply) => {
      const out = answered(reply.id);
      if ("kind" in reply) out?.error(new SourceError(reply.kind, reply.message, { cause: reply.cause }));
      else {
        out?.next(reply.value);
        out?.complete();
      }
    });
    thread.on("error", over);
    thread.on("exit", () => over());
    return one;
  }

  const current = (): Running => {
    running ??= started();
    return running;
  };

  const asked = <T>(of: () => Running, call: Omit<ThreadCall, "id">): Observable<T> =>
    new Observable((out) => {
      const { thread, waiting } = of();
      last += 1;
      // The thread runs the operation of this name, whose type the memory states.
      waiting.set(last, out as Subscriber<unknown>);
      thread.ref();
      thread.postMessage({ id: last, ...call } satisfies ThreadCall);
    });

  const closed = (of: Running): Promise<void> =>
    firstValueFrom(asked<void>(() => of, { memory: "", name: "close", given: [] }));

  return {
    ask: (memory, name, given) => asked(current, { memory, name, given }),
    start: () => void current(),
    async close() {
      if (running) await closed(running);
    },
    async end() {
      const ending = running;
      running = undefined;
      if (!ending) return;
      await closed(ending);
      await ending.thread.terminate();
    },
  };
}
