import type { DatabaseSync } from "node:sqlite";

/** Bytes that each of the files here may take, of `DATA_DIR`. */
export const STATE_BYTES = 64 * 1024 * 1024;

/** Bytes of the pages in use: what was deleted is used again, and counts for nothing. */
function bytesOf(database: DatabaseSync): number {
  const row = database
    .prepare(
      `SELECT (p.page_count - f.freelist_count) * s.page_size AS bytes
       FROM pragma_page_count() AS p, pragma_freelist_count() AS f, pragma_page_size() AS s`,
    )
    .get();
  return Number(row?.["bytes"]);
}

/** Has the oldest forgotten, a part at a time, while a database has more than `maxBytes`; `forget` says how many rows went. */
export function keepWithin(database: DatabaseSync, maxBytes: number, forget: () => number | bigint): void {
  while (bytesOf(database) > maxBytes) if (Number(forget()) === 0) return;
}

interface Marks {
  /** The feed that is checked. */
  readonly feed: number;
  readonly shownBefore: number;
  readonly maxBytes: number;
}

/**
 * Keeps the marks of feeds within their bytes: other feeds go whole, a tenth of them at a time, those first that were not checked
 * for longest; of the feed that is checked only what it showed before.
 */
export function forgetMarks(database: DatabaseSync, { feed, shownBefore, maxBytes }: Marks): void {
  const feeds = database.prepare(
    `DELETE FROM feed WHERE id IN (SELECT id FROM feed WHERE id <> ? ORDER BY coalesce(checked_at, 0)
     LIMIT max(1, (SELECT count(*) FROM feed) / 10))`,
  );
  const entries = database.prepare(
    `DELETE FROM seen WHERE feed = ?1 AND key IN
     (SELECT key FROM seen WHERE feed = ?1 AND shown_at < ?2 ORDER BY shown_at LIMIT 1000)`,
  );
  keepWithin(database, maxBytes, () => Number(feeds.run(feed).changes) || entries.run(feed, shownBefore).changes);
}
