import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { defer, type Observable, of, retry, throwError, timer } from "rxjs";
import { SourceError } from "../../errors.ts";
import { isBrokenFile, isForeignFile, setAside } from "../../set-aside.ts";

/** A database of the service's own that outlives the process; several processes may use it at once. */
export interface StateFile {
  /**
   * What `work` reads; cold. Opens the database at its first use. A file that turns out to be broken, or is not the
   * service's own, is set aside as `<name>.broken`, and the memory begins anew.
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
  const open = (): DatabaseSync => {
    if (database) return database;
    if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true });
    try {
      database = opened(path, migrations);
    } catch (error) {
      if (dataDir === undefined || !isForeignFile(error)) throw error;
      setAside(path);
      database = opened(path, migrations);
    }
    return database;
  };
  const used = <T>(work: (database: DatabaseSync) => T): T => {
    try {
      return work(open());
    } catch (error) {
      if (dataDir === undefined || !isBrokenFile(error)) throw error;
      database?.close();
      database = undefined;
      setAside(path);
      return work(open());
    }
  };
  const using = <T>(work: (database: DatabaseSync) => T): Observable<T> =>
    defer(() => of(used(work))).pipe(
      retry({
        delay: (error: unknown, attempt) =>
          isBusy(error) && attempt < BUSY.attempts ? timer(BUSY.everyMs) : throwError(() => unusable(name, error)),
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
    // Of a new file only; it lets what was deleted be given back to the disk.
    if (versionOf(database) === 0) database.exec("PRAGMA auto_vacuum = INCREMENTAL");
    // The end of a process loses nothing; a power cut may lose the last moments, and never the file.
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
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

/** What the file system says names the folder: that is for the log alone. */
function unusable(name: string, cause: unknown): SourceError {
  if (cause instanceof SourceError) return cause;
  const why = cause instanceof Error && !("path" in cause) ? cause.message : "the log has the details";
  return new SourceError(
    "internal",
    `The service's own memory ${name} cannot be used: ${why}. Move it away to begin anew.`,
    { cause },
  );
}
