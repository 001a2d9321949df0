import { STATES } from "../order.ts";
import type { StoreStats } from "../store.ts";
import { numberIn, type Sql, textIn } from "./sql.ts";

/** Bytes of the pages in use. */
export function bytesOf(sql: Sql): number {
  const row = sql.one(
    `SELECT (p.page_count - f.freelist_count) * s.page_size AS bytes
     FROM pragma_page_count() AS p, pragma_freelist_count() AS f, pragma_page_size() AS s`,
  );
  return numberIn(row, "bytes");
}

export function statsOf(sql: Sql): StoreStats {
  const open = sql.one("SELECT sum(waiting) AS waiting, sum(claimed) AS claimed FROM task WHERE ended_at IS NULL");
  return {
    tasks: sql
      .all("SELECT kind, state, count(*) AS n FROM task GROUP BY kind, state ORDER BY kind, state")
      .flatMap((row) => {
        const state = STATES.find((one) => one === row["state"]);
        return state ? [{ kind: textIn(row, "kind"), state, count: numberIn(row, "n") }] : [];
      }),
    waiting: numberIn(open, "waiting"),
    claimed: numberIn(open, "claimed"),
    oldestQueued: sql
      .all("SELECT kind, min(created_at) AS at FROM task WHERE state = 'queued' GROUP BY kind ORDER BY kind")
      .map((row) => ({ kind: textIn(row, "kind"), at: numberIn(row, "at") })),
    bytes: bytesOf(sql),
    processes: sql.all("SELECT id, machine, pid, seen_at FROM process ORDER BY id").map((row) => ({
      id: textIn(row, "id"),
      machine: textIn(row, "machine"),
      pid: numberIn(row, "pid"),
      seenAt: numberIn(row, "seen_at"),
    })),
  };
}
