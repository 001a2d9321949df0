import { Worker } from "node:worker_threads";
import type { Config } from "../../config.ts";

const WORKER = new URL(import.meta.url.replace(/documentation-thread\.(ts|js)$/, "documentation-worker.$1"));
/** Nobody asks any more: the thread, which holds every schema, ends. */
const IDLE_MS = 30_000;

/** What draws the documentation. */
export interface Drawing {
  /** The description of the interface, as it is sent. */
  document(): Promise<Buffer>;
  close(): Promise<void>;
}

interface Waiting {
  resolve(document: Buffer): void;
  reject(error: Error): void;
}

interface Reply {
  readonly id: number;
  readonly document?: Uint8Array;
  readonly error?: string;
}

/** Draws the documentation of the standard catalogue in a thread of its own: it takes seconds. */
export function drawnInThread(config: Config): Drawing {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;

  async function close(): Promise<void> {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
    fail(new Error("The service is being stopped."));
  }

  function fail(error: Error): void {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function started(): Worker {
    const thread = new Worker(WORKER, { workerData: { config } });
    thread.on("message", ({ id, document, error }: Reply) => {
      const asker = waiting.get(id);
      waiting.delete(id);
      if (waiting.size === 0) idle = setTimeout(() => void close(), IDLE_MS).unref();
      if (document) asker?.resolve(Buffer.from(document.buffer, document.byteOffset, document.byteLength));
      else asker?.reject(new Error(error));
    });
    thread.on("error", (error) => {
      worker = undefined;
      fail(error instanceof Error ? error : new Error(String(error)));
    });
    thread.unref();
    return thread;
  }

  return {
    document: () =>
      new Promise((resolve, reject) => {
        clearTimeout(idle);
        worker ??= started();
        last += 1;
        waiting.set(last, { resolve, reject });
        worker.postMessage({ id: last });
      }),
    close,
  };
}
