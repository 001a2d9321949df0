import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";

export type Row = Readonly<Record<string, SQLOutputValue>>;

/**
 * A database with its statements, each prepared once. But SQLite prepares one whose `LIMIT` is a parameter again at each use:
 * what runs for every page has its limits in its text.
 */
export interface Sql {
  run(text: string, ...given: readonly SQLInputValue[]): number;
  one(text: string, ...given: readonly SQLInputValue[]): Row | undefined;
  all(text: string, ...given: readonly SQLInputValue[]): readonly Row[];
}

/** Pages of the write-ahead log, of 4 kB, that are moved into the file together: most of them are written many times. */
const LOG_PAGES = 4_000;

const prepared = new WeakMap<DatabaseSync, Sql>();

export function sqlOf(database: DatabaseSync): Sql {
  const known = prepared.get(database);
  if (known) return known;
  database.exec(`PRAGMA wal_autocheckpoint = ${LOG_PAGES}`);
  const statements = new Map<string, StatementSync>();
  const statement = (text: string): StatementSync => {
    const before = statements.get(text);
    if (before) return before;
    const made = database.prepare(text);
    statements.set(text, made);
    return made;
  };
  const sql: Sql = {
    run: (text, ...given) => Number(statement(text).run(...given).changes),
    one: (text, ...given) => statement(text).get(...given),
    all: (text, ...given) => statement(text).all(...given),
  };
  prepared.set(database, sql);
  return sql;
}

export const numberIn = (row: Row | undefined, name: string): number => Number(row?.[name] ?? 0);

export const textIn = (row: Row | undefined, name: string): string => String(row?.[name] ?? "");

/** SQLite's code where the disk, or the file system's quota, has no room. */
const SQLITE_FULL = 13;

export const isFull = (error: unknown): boolean =>
  error instanceof Error &&
  "errcode" in error &&
  typeof error.errcode === "number" &&
  (error.errcode & 0xff) === SQLITE_FULL;

/** Bytes that a store may have beyond its budget: what is no page is not refused at once. */
const SPARE_BYTES = 16 * 1024 * 1024;

const limited = new WeakMap<Sql, number>();

/** Has SQLite itself refuse what goes far beyond the budget, as it does where the disk is full. */
export function limitTo(sql: Sql, maxBytes: number): void {
  if (limited.get(sql) === maxBytes || !Number.isFinite(maxBytes)) return;
  const pageSize = numberIn(sql.one("PRAGMA page_size"), "page_size");
  sql.all(`PRAGMA max_page_count = ${Math.ceil((maxBytes + Math.min(maxBytes, SPARE_BYTES)) / pageSize)}`);
  limited.set(sql, maxBytes);
}
