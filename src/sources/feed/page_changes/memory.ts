import { existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";

/** A page as it was when it was last looked at. */
const PageSeen = z.object({
  title: z.string().nullable(),
  /** Its visible text, one line a block. */
  text: z.string(),
  /** ISO 8601. */
  seenAt: z.string(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
});

export type PageSeen = z.output<typeof PageSeen>;

/** The last sight of pages, by address and selector ("" for the whole page). */
export interface PageMemory {
  recall(url: string, selector: string): PageSeen | undefined;
  keep(url: string, selector: string, seen: PageSeen): void;
  close(): void;
}

/** Pages remembered at most; the ones longest not looked at are forgotten first. */
const MAX_PAGES = 10_000;

const open = new Map<string, PageMemory>();

/** The memory kept in a directory, opened once per process; without a directory it lives as long as the process. */
export function pageMemory(dataDir: string | undefined): PageMemory {
  const key = dataDir ?? "";
  const known = open.get(key);
  if (known) return known;
  const memory = openPageMemory(dataDir);
  open.set(key, memory);
  return memory;
}

/**
 * A memory of its own over `<dataDir>/pages.sqlite`, or in memory alone. A file that turns out to be broken is set aside as
 * `pages.sqlite.broken`, and the memory begins anew.
 */
export function openPageMemory(dataDir: string | undefined): PageMemory {
  if (dataDir === undefined) return opened(":memory:");
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, "pages.sqlite");
  let memory: PageMemory | undefined;
  const using = <T>(use: (memory: PageMemory) => T): T => {
    try {
      memory ??= opened(path);
      return use(memory);
    } catch (error) {
      if (!isBroken(error)) throw error;
      memory?.close();
      setAside(path);
      memory = opened(path);
      return use(memory);
    }
  };
  return {
    recall: (url, selector) => using(({ recall }) => recall(url, selector)),
    keep: (url, selector, seen) => using(({ keep }) => keep(url, selector, seen)),
    close: () => memory?.close(),
  };
}

/** SQLite's codes for a malformed file, a file that is no database, and SQL that does not fit its tables. */
const BROKEN = new Set([11, 26, 1]);

const isBroken = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number" && BROKEN.has(error.errcode & 0xff);

function setAside(path: string): void {
  for (const part of ["", "-wal", "-shm"])
    if (existsSync(path + part)) renameSync(path + part, `${path}.broken${part}`);
}

function opened(path: string): PageMemory {
  const database = new DatabaseSync(path);
  try {
    return over(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

function over(database: DatabaseSync): PageMemory {
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA busy_timeout = 2000;
    CREATE TABLE IF NOT EXISTS page_seen (
      url TEXT NOT NULL,
      selector TEXT NOT NULL,
      title TEXT,
      text TEXT NOT NULL,
      seen_at TEXT NOT NULL,
      etag TEXT,
      last_modified TEXT,
      PRIMARY KEY (url, selector)
    );
    CREATE INDEX IF NOT EXISTS page_seen_at ON page_seen (seen_at);
  `);
  const recall = database.prepare(
    "SELECT title, text, seen_at AS seenAt, etag, last_modified AS lastModified FROM page_seen WHERE url = ? AND selector = ?",
  );
  const keep = database.prepare(
    "INSERT OR REPLACE INTO page_seen (url, selector, title, text, seen_at, etag, last_modified) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  const forget = database.prepare(
    "DELETE FROM page_seen WHERE rowid IN (SELECT rowid FROM page_seen ORDER BY seen_at DESC LIMIT -1 OFFSET ?)",
  );
  return {
    recall: (url, selector) => {
      const row = recall.get(url, selector);
      return PageSeen.safeParse(row).data;
    },
    keep: (url, selector, { title, text, seenAt, etag, lastModified }) => {
      keep.run(url, selector, title, text, seenAt, etag, lastModified);
      forget.run(MAX_PAGES);
    },
    close: () => database.close(),
  };
}
