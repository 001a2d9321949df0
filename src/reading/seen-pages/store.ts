import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { isForeignFile, setAside } from "../../set-aside.ts";

/** A page as it was when it was last looked at. */
const PageSeen = z.object({
  title: z.string().nullable(),
  /** Its visible text, one line a block; the first `MAX_TEXT_BYTES` of it. */
  text: z.string(),
  /** SHA-256 of the whole text; null in rows of older versions. */
  hash: z.string().nullable(),
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

/** What is asked of the thread that has the memory: to recall a page, or to keep what was seen of it. */
export interface PageRequest {
  readonly id: number;
  readonly url: string;
  readonly selector: string;
  readonly seen?: PageSeen;
}

/** Bytes of a page's text that are kept. */
export const MAX_TEXT_BYTES = 200 * 1024;

/** What is remembered at most; the pages longest not looked at are forgotten first. */
interface Limits {
  readonly pages: number;
  /** Of all texts together. */
  readonly bytes: number;
}
const LIMITS: Limits = { pages: 10_000, bytes: 128 * 1024 * 1024 };

/**
 * A memory of its own over `<dataDir>/pages.sqlite`, or in memory alone. A file that turns out to be broken is set aside as
 * `pages.sqlite.broken`, and the memory begins anew.
 */
export function openPageMemory(dataDir: string | undefined, limits = LIMITS): PageMemory {
  if (dataDir === undefined) return opened(":memory:", limits);
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, "pages.sqlite");
  let memory: PageMemory | undefined;
  const using = <T>(use: (memory: PageMemory) => T): T => {
    try {
      memory ??= opened(path, limits);
      return use(memory);
    } catch (error) {
      if (!isForeignFile(error)) throw error;
      memory?.close();
      setAside(path);
      memory = opened(path, limits);
      return use(memory);
    }
  };
  return {
    recall: (url, selector) => using(({ recall }) => recall(url, selector)),
    keep: (url, selector, seen) => using(({ keep }) => keep(url, selector, seen)),
    close: () => memory?.close(),
  };
}

function opened(path: string, limits: Limits): PageMemory {
  const database = new DatabaseSync(path);
  try {
    return over(database, limits);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The columns that came after the first version, with how rows of before get them. */
const ADDED = [
  ["hash", "ALTER TABLE page_seen ADD COLUMN hash TEXT"],
  [
    "bytes",
    `ALTER TABLE page_seen ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
     UPDATE page_seen SET bytes = length(CAST(text AS BLOB))`,
  ],
] as const;

function over(database: DatabaseSync, limits: Limits): PageMemory {
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
  const columns = new Set(
    database
      .prepare("PRAGMA table_info(page_seen)")
      .all()
      .map(({ name }) => name),
  );
  for (const [name, change] of ADDED) if (!columns.has(name)) database.exec(change);
  const recall = database.prepare(
    "SELECT title, text, hash, seen_at AS seenAt, etag, last_modified AS lastModified FROM page_seen WHERE url = ? AND selector = ?",
  );
  const keep = database.prepare(
    "INSERT OR REPLACE INTO page_seen (url, selector, title, text, hash, bytes, seen_at, etag, last_modified) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const forget = database.prepare(
    `DELETE FROM page_seen WHERE rowid IN (
       SELECT rowid FROM (
         SELECT rowid, row_number() OVER newest AS nth, sum(bytes) OVER newest AS total FROM page_seen
         WINDOW newest AS (ORDER BY seen_at DESC, rowid DESC ROWS UNBOUNDED PRECEDING)
       ) WHERE nth > ? OR total > ?
     )`,
  );
  return {
    recall: (url, selector) => {
      const row = recall.get(url, selector);
      return PageSeen.safeParse(row).data;
    },
    keep: (url, selector, { title, text, hash, seenAt, etag, lastModified }) => {
      keep.run(url, selector, title, text, hash, Buffer.byteLength(text), seenAt, etag, lastModified);
      forget.run(limits.pages, limits.bytes);
    },
    close: () => database.close(),
  };
}
