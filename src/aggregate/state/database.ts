import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { defer, type Observable, of, retry, throwError, timer } from "rxjs";
import { SourceError } from "../../errors.ts";

/** A database of the service's own that outlives the process; several processes may use it at once. */
export interface StateFile {
  /**
   * What `work` reads; cold. Opens the database at its first use.
   * Fails with `internal` where the file cannot be used, and where another process keeps it locked for five seconds.
   */
  read<T>(work: (database: DatabaseSync) => T): Observable<T>;
  /** As `read`, in one transaction that no other process writes beside: all that `work` writes is kept, or none of it. */
  write<T>(work: (database: DatabaseSync) => T): Observable<T>;
  /** What comes after opens it again. */
  close(): void;
}

/** A locked database is asked again so often, and is never waited for by the thread that serves. */
const BUSY = { attempts: 200, everyMs: 25 };

/** SQLite's code where another connection holds the lock. */
const SQLITE_BUSY = 5;

/**
 * `<dataDir>/<name>`, or a database in memory where there is no folder. `migrations` bring its tables from each version
 * (`user_version`) to the next: new ones are appended, those released are never changed.
 */
export function stateFile(dataDir: string | undefined, name: string, migrations: readonly string[]): StateFile {
  const path = dataDir === undefined ? ":memory:" : join(dataDir, name);
  let database: DatabaseSync | undefined;
  const using = <T>(work: (database: DatabaseSync) => T): Observable<T> =>
    defer(() => {
      if (!database && dataDir !== undefined) mkdirSync(dataDir, { recursive: true });
      database ??= opened(path, migrations);
      return of(work(database));
    }).pipe(
      retry({
        delay: (error: unknown, attempt) =>
          isBusy(error) && attempt < BUSY.attempts ? timer(BUSY.everyMs) : throwError(() => unusable(path, error)),
      }),
    );
  return {
    read: using,
    write: (work) => using((database) => atOnce(database, work)),
    close: () => {
      database?.close();
      database = undefined;
    },
  };
}

function opened(path: string, migrations: readonly string[]): DatabaseSync {
  // Loaded by the first who keeps something: it takes memory, and most never do.
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const database = new DatabaseSync(path);
  try {
    database.exec("PRAGMA journal_mode = WAL");
    if (versionOf(database) !== migrations.length) atOnce(database, () => migrate(database, migrations));
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);

function migrate(database: DatabaseSync, migrations: readonly string[]): void {
  const version = versionOf(database);
  if (version > migrations.length) throw new Error("a newer version of the service has written it");
  for (const migration of migrations.slice(version)) database.exec(migration);
  database.exec(`PRAGMA user_version = ${migrations.length}`);
}

/** The lock is taken at once: what is read is still so when something is written. */
function atOnce<T>(database: DatabaseSync, work: (database: DatabaseSync) => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work(database);
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // A full disk ends the transaction by itself.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  "errcode" in error &&
  typeof error.errcode === "number" &&
  (error.errcode & 0xff) === SQLITE_BUSY;

function unusable(path: string, cause: unknown): SourceError {
  if (cause instanceof SourceError) return cause;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new SourceError(
    "internal",
    `The service's own memory ${path} cannot be used: ${why}. Move it away to begin anew.`,
    { cause },
  );
}
