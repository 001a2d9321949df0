import { Worker } from "node:worker_threads";
import { map, Observable, type Subscriber } from "rxjs";
import { SourceError } from "../../errors.ts";
import type { PageRequest, PageSeen } from "./store.ts";

const WORKER = new URL(import.meta.url.replace(/thread\.(ts|js)$/, "worker.$1"));

/** What was seen of pages, by address and selector ("" for the whole page). The file is read and written by a thread of its own. */
export interface PageThread {
  /** Cold. Fails with `internal` where the file cannot be used. */
  recall(url: string, selector: string): Observable<PageSeen | undefined>;
  /** As `recall`; completes when it is written, which unsubscribing does not prevent. */
  keep(url: string, selector: string, seen: PageSeen): Observable<void>;
}

interface PageReply {
  readonly id: number;
  readonly seen?: PageSeen;
  readonly error?: string;
}

const threads = new Map<string, PageThread>();

/** The memory of a directory, one thread per process; without a directory it lives as long as the process. */
export function pageMemory(dataDir: string | undefined): PageThread {
  const key = dataDir ?? "";
  const known = threads.get(key);
  if (known) return known;
  const thread = pageThread(dataDir);
  threads.set(key, thread);
  return thread;
}

function pageThread(dataDir: string | undefined): PageThread {
  const waiting = new Map<number, Subscriber<PageSeen | undefined>>();
  let worker: Worker | undefined;
  let last = 0;

  /** Only while somebody waits for it does the thread keep the process from ending. */
  function answered(id: number): Subscriber<PageSeen | undefined> | undefined {
    const out = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) worker?.unref();
    return out;
  }

  function started(): Worker {
    const thread = new Worker(WORKER, { workerData: dataDir });
    thread.on("message", ({ id, seen, error }: PageReply) => {
      const out = answered(id);
      if (error !== undefined) out?.error(unusable(error));
      else {
        out?.next(seen);
        out?.complete();
      }
    });
    thread.on("error", (error) => {
      worker = undefined;
      for (const id of [...waiting.keys()]) answered(id)?.error(unusable(error));
    });
    return thread;
  }

  const ask = (request: Omit<PageRequest, "id">): Observable<PageSeen | undefined> =>
    new Observable((out) => {
      worker ??= started();
      last += 1;
      waiting.set(last, out);
      worker.ref();
      worker.postMessage({ ...request, id: last } satisfies PageRequest);
    });

  return {
    recall: (url, selector) => ask({ url, selector }),
    keep: (url, selector, seen) => ask({ url, selector, seen }).pipe(map(() => undefined)),
  };
}

/** The file's path and SQLite's words are for the log alone. */
const unusable = (cause: unknown): SourceError =>
  new SourceError("internal", "What was seen of pages before can be neither read nor kept; the log has the details.", {
    cause,
  });
