import { availableParallelism } from "node:os";
import { Piscina } from "piscina";
import { defer, Observable } from "rxjs";
import { SourceError } from "../../errors.ts";
import { withDeadline } from "../../operators/withDeadline.ts";
import type { Reading, ReadingTask } from "./reading.ts";

/** Reads bodies somewhere else than on the thread that serves. */
export interface PageReader {
  /** Cold; unsubscribing stops the reading, even in the middle of it. */
  read(task: ReadingTask): Observable<Reading>;
  close(): Promise<void>;
}

const MAX_THREADS = 3;
const IDLE_MS = 30_000;
/** No page takes this long; one that does is left, and its thread ended. */
const READING_MS = 60_000;
const MAX_HEAP_MB = 512;
/** Room for new objects: a page's tree dies young, and with much room a thread grows to hundreds of megabytes before it looks. */
const YOUNG_MB = 32;

/**
 * Reads pages in worker threads, as many as there are cores (three at most: each takes some 150 MB), started when there is something to read and
 * ended when there has been nothing for half a minute. A reading that is left ends its thread. Errors: `timeout` after a
 * minute, `too-large` where a page needs more than 512 MB to be read, `internal`.
 */
export function createPageReader(
  threads = Math.min(availableParallelism(), MAX_THREADS),
  filename = new URL(import.meta.url.replace(/page-reader\.(ts|js)$/, "read-page.$1")).href,
): PageReader {
  let pool: Piscina<ReadingTask, Reading> | undefined;
  const opened = (): Piscina<ReadingTask, Reading> => {
    if (pool) return pool;
    const made = new Piscina<ReadingTask, Reading>({
      filename,
      name: "readPage",
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      recordTiming: false,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    });
    // A thread that cannot even begin (its module does not load) would leave its tasks waiting for ever.
    made.on("error", () => {
      if (pool === made) pool = undefined;
      void made.destroy();
    });
    pool = made;
    return made;
  };
  return {
    read: (task) =>
      defer(() => running(opened(), task)).pipe(
        withDeadline(
          READING_MS,
          () => new SourceError("timeout", `${task.url} could not be read within ${READING_MS / 1000} seconds.`),
        ),
      ),
    async close() {
      await pool?.destroy();
      pool = undefined;
    },
  };
}

function running(pool: Piscina<ReadingTask, Reading>, task: ReadingTask): Observable<Reading> {
  return new Observable((readings) => {
    const leaving = new AbortController();
    pool.run(task, { signal: leaving.signal, transferList: [task.bytes.buffer] }).then(
      (reading) => {
        readings.next(reading);
        readings.complete();
      },
      (error: unknown) => readings.error(threadFailure(task.url, error)),
    );
    return () => leaving.abort();
  });
}

function threadFailure(url: string, error: unknown): SourceError {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ERR_WORKER_OUT_OF_MEMORY"
    ? new SourceError("too-large", `${url} takes too much memory to be read.`, { cause: error })
    : new SourceError("internal", `${url} could not be read; the log has the details.`, { cause: error });
}

let shared: PageReader | undefined;

/** The process's own reader: crawls share its threads. */
export function sharedPageReader(): PageReader {
  shared ??= createPageReader();
  return shared;
}
