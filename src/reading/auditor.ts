import { createRequire } from "node:module";
import { catchError, defer, type Observable, throwError } from "rxjs";
import { SourceError } from "../errors.ts";
import { ProcessFailure } from "../processes/failure.ts";
import { createProcessPool, type ProcessPool } from "../processes/pool.ts";
import type { AuditTask } from "./page-audit.ts";
import { readingIn } from "./reader.ts";

const AUDIT = readingIn<AuditTask, unknown>(import.meta.url, "./page-audit", "auditPage");

const AUDIT_MS = 60_000;
/** A trace of a busy page is some hundred megabytes of objects. */
const MEMORY_MB = 1_024;
const HEAP_MB = 1_024;

/** The package that measures; not everybody wants it. */
const PACKAGE = "lighthouse";

let pool: ProcessPool | undefined;

/** Fails where Lighthouse is not installed: `unreachable`, with what to install. */
export function lighthouseWanted(resolve: (name: string) => string = createRequire(import.meta.url).resolve): void {
  try {
    resolve(PACKAGE);
  } catch (cause) {
    throw new SourceError("unreachable", "Lighthouse is not installed: npm install lighthouse@13.", { cause });
  }
}

/**
 * What Lighthouse finds of a page, measured in a process of its own. Cold; answers once; unsubscribing ends the process.
 * Errors: `timeout` after a minute, `too-large` for a page that takes more memory to measure than it may, `unreachable`
 * where the page or the browser cannot be worked with.
 */
export const audited = (task: AuditTask): Observable<unknown> =>
  defer(() => {
    // None of them is slow: all take their minute, and one is measured at a time.
    pool ??= createProcessPool({ size: 2, heapMb: HEAP_MB, slowMs: AUDIT_MS });
    return pool.run(AUDIT, task, { timeMs: AUDIT_MS, memoryMb: MEMORY_MB });
  }).pipe(catchError((error: unknown) => throwError(() => failure(task.url, error))));

function failure(url: string, cause: unknown): SourceError {
  const why = cause instanceof ProcessFailure ? cause.why : undefined;
  if (why === "time")
    return new SourceError("timeout", `${url} could not be measured within ${AUDIT_MS / 1000} seconds.`, { cause });
  if (why === "memory") return new SourceError("too-large", `${url} takes too much memory to be measured.`, { cause });
  const said = cause instanceof Error ? (cause.message.split("\n", 1)[0] ?? "") : "";
  return new SourceError("unreachable", `Lighthouse could not measure ${url}: ${said.slice(0, 200)}`, { cause });
}
