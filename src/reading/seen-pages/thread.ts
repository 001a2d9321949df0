import type { Observable } from "rxjs";
import { SourceError } from "../../errors.ts";
import { threadClient } from "../../thread-client.ts";
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
  const { ask } = threadClient<PageRequest, PageReply>({
    file: WORKER,
    workerData: dataDir,
    outcomesOf: ({ id, seen, error }) => [
      { id, value: seen, error: error === undefined ? undefined : unusable(error) },
    ],
    failure: unusable,
  });
  return {
    recall: (url, selector) => ask({ url, selector }),
    keep: (url, selector, seen) => ask({ url, selector, seen }),
  };
}

/** The file's path and SQLite's words are for the log alone. */
const unusable = (cause: unknown): SourceError =>
  new SourceError("internal", "What was seen of pages before can be neither read nor kept; the log has the details.", {
    cause,
  });
