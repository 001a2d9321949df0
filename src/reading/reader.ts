import { availableParallelism } from "node:os";
import { catchError, defer, finalize, map, type Observable, throwError } from "rxjs";
import type { Client } from "../admission/client.ts";
import { SourceError } from "../errors.ts";
import { type ByteBudget, bytesInFlight } from "../in-flight.ts";
import { ProcessFailure } from "../processes/failure.ts";
import type { Work } from "../processes/message.ts";
import { createProcessPool, type PoolStats } from "../processes/pool.ts";
import { traced } from "../tracing/traced.ts";
import { isPdf } from "./offload-policy.ts";

/**
 * A function of another module that reads: it takes a task and a document's bytes, and gives an answer. Task and answer can be
 * copied (structured clone).
 */
export interface Reading<Task, Answer> extends Work {
  /** Says what goes in and out; nobody calls it. */
  readonly signature?: (task: Task, bytes: Uint8Array) => Answer;
}

/** The reading that a module beside this one (`import.meta.url`) exports. */
export const readingIn = <Task, Answer>(here: string, file: string, name: string): Reading<Task, Answer> => ({
  module: new URL(`${file}${/\.[jt]s$/.exec(here)?.[0] ?? ".js"}`, here).href,
  name,
});

/** A document to read elsewhere: what errors call it, and its bytes in the pieces they came in, which say how much it may take. */
export interface Document {
  readonly url: string;
  readonly pieces: readonly Uint8Array[];
  /** Whom it is read for: documents wait fairly by client. Default: the service itself. */
  readonly client?: Client | undefined;
}

/**
 * Reads documents in processes of their own: what one does to its reader, the others and the service do not notice. A
 * document counts against the budget of bytes in flight until it is read.
 */
export interface Reader {
  /**
   * What a reading answers to a task. Cold; unsubscribing ends it, even in the middle. Errors: `timeout` after ten seconds,
   * `too-large` for what needs more memory than it may have, `crashed` where its process was killed twice, `internal`.
   */
  read<Task, Answer>(reading: Reading<Task, Answer>, task: Task, document: Document): Observable<Answer>;
  stats(): PoolStats;
  close(): void;
}

const READING_MS = 10_000;
const MEMORY_MB = 512;
/** Fonts and pictures make honest PDFs large. */
const PDF_MEMORY_MB = 1_024;
const HEAP_MB = 768;
/** Each takes some 120 MB while it reads. */
const MAX_READERS = 3;

export function createReader({
  size = Math.min(availableParallelism(), MAX_READERS),
  readingMs = READING_MS,
  budget = bytesInFlight,
}: {
  size?: number;
  readingMs?: number;
  budget?: ByteBudget;
} = {}): Reader {
  const pool = createProcessPool({ size, heapMb: HEAP_MB });
  return {
    read: <Task, Answer>({ module, name }: Reading<Task, Answer>, task: Task, { url, pieces, client }: Document) =>
      defer(() => {
        const letGo = budget.hold(pieces);
        const limits = { timeMs: readingMs, memoryMb: memoryFor(pieces), client };
        return pool.run({ module, name }, task, limits, pieces).pipe(finalize(letGo));
      }).pipe(
        // What comes back is what that very function gave.
        map((answer) => answer as Answer),
        catchError((error: unknown) => throwError(() => failure(url, readingMs, error))),
        traced(`read ${name}`, ({ tellsQueries }) => ({
          attributes: {
            "tributary.reading": name,
            "tributary.bytes": pieces.reduce((sum, piece) => sum + piece.byteLength, 0),
            "url.full": tellsQueries ? url : undefined,
          },
        })),
      ),
    stats: () => pool.stats(),
    close: () => pool.close(),
  };
}

const memoryFor = ([first]: readonly Uint8Array[]): number => (first && isPdf(first) ? PDF_MEMORY_MB : MEMORY_MB);

function failure(url: string, readingMs: number, cause: unknown): SourceError {
  const why = cause instanceof ProcessFailure ? cause.why : undefined;
  if (why === "time")
    return new SourceError("timeout", `${url} could not be read within ${readingMs / 1000} seconds.`, { cause });
  if (why === "memory") return new SourceError("too-large", `${url} takes too much memory to be read.`, { cause });
  if (why === "gone")
    return new SourceError("crashed", `${url} could not be read: the process that read it ended, twice.`, { cause });
  return new SourceError("internal", `${url} could not be read; the log has the details.`, { cause });
}

let shared: Reader | undefined;

/** The process's own reader: whoever reads shares its processes. */
export function sharedReader(): Reader {
  shared ??= createReader();
  return shared;
}

/** What the process's own reader does; it is not made for the asking. */
export const readingStats = (): PoolStats => shared?.stats() ?? { processes: 0, running: 0, waiting: 0, oldestMs: 0 };
