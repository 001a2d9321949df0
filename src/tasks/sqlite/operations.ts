import { zstdDecompressSync } from "node:zlib";
import { STATES, type TaskRow } from "../order.ts";
import { STORE_FULL, type StoreOperations } from "../store.ts";
import { add, admit, settle, take } from "./frontier.ts";
import { itemsOn } from "./items.ts";
import { endIfOver, giveBack } from "./returning.ts";
import { numberIn, type Row, type Sql, textIn } from "./sql.ts";
import { bytesOf, statsOf } from "./stats.ts";

/** A process that has said nothing for so long is dead. */
const DEAD_AFTER_MS = 10_000;
/** Pages given back to the disk in one step: those of rows that were deleted. */
const FREED_PAGES = 1_000;
/** Rows deleted in one step. */
const SLICE = 1_000;
/** Every table with rows of a task, and the column that tells its rows of one task apart. */
const PARTS = {
  entry: "rowid",
  host: "name",
  document: "n",
  note: "n",
  tally: "key",
  content: "rowid",
} as const;
/** An idempotency key is held for a day. */
const IDEMPOTENCY_MS = 86_400_000;

const COLUMNS = `id, owner, kind, state, body, created_at, started_at, ended_at, deadline_at, error, stopped, sites, docs, notes,
  failed, disallowed, waiting, claimed, keep_ms`;

/** The store's operations on a database. What each does is one part of the transaction that its caller began. */
export function operationsOn(
  sql: Sql,
  { maxBytes, onChange }: { readonly maxBytes: number; readonly onChange: (task: string) => void },
): StoreOperations {
  let bytes: number | undefined;
  /** As it was when the transaction began: SQLite itself refuses what goes far beyond. */
  const isFull = (): boolean => {
    bytes ??= bytesOf(sql);
    return bytes >= maxBytes;
  };
  const rowOf = (row: Row | undefined): TaskRow | undefined => row && taskOf(row);

  /** False: there is more to delete. */
  function remove(id: string): boolean {
    for (const [part, key] of Object.entries(PARTS)) {
      const text = `DELETE FROM ${part} WHERE task = ?1 AND ${key} IN (SELECT ${key} FROM ${part} WHERE task = ?1 LIMIT ${SLICE})`;
      if (sql.run(text, id) >= SLICE) return false;
    }
    sql.run("DELETE FROM item WHERE queue = 'webhook' AND id = ?", id);
    sql.run("DELETE FROM idempotency WHERE task = ?", id);
    sql.run("DELETE FROM task WHERE id = ?", id);
    return true;
  }

  function end(id: string, state: string, error: string | null): void {
    const ended = sql.run(
      "UPDATE task SET state = ?, error = ?, ended_at = ? WHERE id = ? AND ended_at IS NULL",
      state,
      error,
      Date.now(),
      id,
    );
    if (ended > 0) onChange(id);
  }

  function changedTo(id: string, state: string): boolean {
    const open = sql.run(`UPDATE task SET state = ${state} WHERE id = ? AND ended_at IS NULL`, id) > 0;
    if (open) onChange(id);
    return open;
  }

  return {
    ...itemsOn(sql),
    order({
      id,
      owner,
      order,
      deadlineAt,
      limit,
      maxBreadth,
      visits,
      keepMs,
      pool,
      seeds,
      webhook,
      maxOpen,
      idempotency,
    }) {
      if (idempotency) {
        const before = sql.one(
          "SELECT hash, task FROM idempotency WHERE owner = ? AND key = ? AND at > ?",
          owner,
          idempotency.key,
          Date.now() - IDEMPOTENCY_MS,
        );
        if (before)
          return before["hash"] === idempotency.hash
            ? { id: textIn(before, "task"), again: true }
            : { refused: "other-request" };
      }
      const open = sql.one("SELECT count(*) AS n FROM task WHERE owner = ? AND ended_at IS NULL", owner);
      if (numberIn(open, "n") >= maxOpen) return { refused: "too-many" };
      if (isFull()) return { refused: "full" };
      sql.run(
        `INSERT INTO task(id, owner, kind, v, body, state, created_at, deadline_at, most, breadth, pool, visits, keep_ms)
         VALUES (?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?, ?, ?)`,
        id,
        owner,
        order.kind,
        order.v,
        JSON.stringify(order),
        Date.now(),
        deadlineAt,
        limit,
        maxBreadth,
        pool,
        visits ?? null,
        keepMs ?? null,
      );
      if (idempotency)
        sql.run(
          "INSERT OR REPLACE INTO idempotency(owner, key, hash, task, at) VALUES (?, ?, ?, ?, ?)",
          owner,
          idempotency.key,
          idempotency.hash,
          id,
          Date.now(),
        );
      if (webhook !== undefined)
        sql.run(
          "INSERT INTO item(queue, id, owner, body, due_at) VALUES ('webhook', ?, ?, ?, ?)",
          id,
          owner,
          webhook,
          Date.now(),
        );
      add(sql, id, seeds, Number.POSITIVE_INFINITY);
      onChange(id);
      return { id, again: false };
    },
    append(id, seeds, more) {
      const opened = sql.run(
        `UPDATE task SET state = iif(state = 'completed', 'running', state), ended_at = NULL, stopped = NULL, most = most + ?
         WHERE id = ? AND state NOT IN ('failed', 'cancelled')`,
        more,
        id,
      );
      if (opened === 0) return false;
      add(sql, id, seeds, Number.POSITIVE_INFINITY);
      endIfOver(sql, id);
      onChange(id);
      return true;
    },
    find: (owner, id) => rowOf(sql.one(`SELECT ${COLUMNS} FROM task WHERE id = ? AND owner = ?`, id, owner)),
    byId: (id) => rowOf(sql.one(`SELECT ${COLUMNS} FROM task WHERE id = ?`, id)),
    list: (owner, state, before, most) =>
      sql
        .all(
          `SELECT ${COLUMNS} FROM task WHERE owner = ?1 AND created_at < ?3 AND (?2 IS NULL OR state = ?2)
           ORDER BY created_at DESC, seq DESC LIMIT ?4`,
          owner,
          state,
          before,
          most,
        )
        .map(taskOf),
    pause: (id) => changedTo(id, "'paused'"),
    resume: (id) => changedTo(id, "iif(state <> 'paused', state, iif(started_at IS NULL, 'queued', 'running'))"),
    end,
    // What is left of a large task goes with those that expire.
    forget: (id) => void (remove(id) || sql.run("UPDATE task SET owner = 'forgotten', ended_at = 0 WHERE id = ?", id)),
    documents: (id, from, most) =>
      sql
        .all("SELECT body FROM document WHERE task = ? AND n >= ? ORDER BY n LIMIT ?", id, from, most)
        .flatMap(({ body }) => (body instanceof Uint8Array ? zstdDecompressSync(body).toString() : [])),
    notes: (id, from, most) =>
      sql
        .all("SELECT body, at FROM note WHERE task = ? AND n >= ? ORDER BY n LIMIT ?", id, from, most)
        .map((row) => ({ body: textIn(row, "body"), at: numberIn(row, "at") })),
    take: (process, most, perHost, pool) => take(sql, process, most, perHost, pool),
    settle(claim, outcome, found, pace) {
      if (outcome.body !== undefined && isFull()) {
        end(claim.task, "failed", STORE_FULL);
        return false;
      }
      const kept = settle(sql, claim, outcome, found, pace);
      if (kept) onChange(claim.task);
      return kept;
    },
    admit: (task, key, by) => admit(sql, task, key, by),
    release({ task, host, seq, token }, notBefore) {
      if (!sql.one("SELECT 1 FROM entry WHERE seq = ? AND token = ?", seq, token)) return;
      giveBack(sql, seq, "released");
      sql.run("UPDATE host SET next_at = max(next_at, ?) WHERE task = ? AND name = ?", notBefore, task, host);
    },
    beat({ id, machine, pid }) {
      sql.run(
        `INSERT INTO process(id, machine, pid, seen_at) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET seen_at = excluded.seen_at`,
        id,
        machine,
        pid,
        Date.now(),
      );
      return sql
        .all(
          `SELECT DISTINCT task FROM entry JOIN task ON task.id = entry.task
           WHERE process = ? AND entry.state = 1 AND ended_at IS NOT NULL`,
          id,
        )
        .map((row) => textIn(row, "task"));
    },
    reclaim(self, alive, most) {
      const dead = sql.all(
        `SELECT id FROM process WHERE id <> ?1 AND (seen_at < ?2
         OR (machine = ?3 AND (pid = ?4 OR pid NOT IN (SELECT value FROM json_each(?5)))))`,
        self.id,
        Date.now() - DEAD_AFTER_MS,
        self.machine,
        self.pid,
        JSON.stringify(alive),
      );
      let given = 0;
      for (const row of dead) {
        const id = textIn(row, "id");
        const claims = sql.all("SELECT seq FROM entry WHERE process = ? AND state = 1 LIMIT ?", id, most - given);
        // Of several no suspect is: one is held alone, or beside units that were under way before.
        const how = claims.length === 1 ? "died-alone" : "died";
        for (const claim of claims) giveBack(sql, numberIn(claim, "seq"), how);
        given += claims.length;
        if (given >= most) return given;
        sql.run("UPDATE item SET process = NULL, token = NULL WHERE process = ?", id);
        sql.run("DELETE FROM process WHERE id = ?", id);
      }
      return given;
    },
    leave(process) {
      for (const claim of sql.all("SELECT seq FROM entry WHERE process = ? AND state = 1", process))
        giveBack(sql, numberIn(claim, "seq"), "released");
      sql.run("UPDATE item SET process = NULL, token = NULL WHERE process = ?", process);
      sql.run("DELETE FROM process WHERE id = ?", process);
    },
    sweep(endedBefore) {
      const now = Date.now();
      // A unit that is cut off has nothing to show.
      const late = sql.all(
        `UPDATE task SET state = iif(pool = 'unit', 'failed', 'completed'), stopped = 'timeout', ended_at = ?1,
         error = iif(pool = 'unit', 'It was not complete at its deadline and was cut off.', NULL)
         WHERE ended_at IS NULL AND deadline_at < ?1 RETURNING id`,
        now,
      );
      for (const row of late) onChange(textIn(row, "id"));
      sql.run("DELETE FROM idempotency WHERE at < ?", now - IDEMPOTENCY_MS);
      const expired =
        sql.one("SELECT id FROM task WHERE ended_at < ? LIMIT 1", endedBefore) ??
        sql.one("SELECT id FROM task WHERE keep_ms IS NOT NULL AND ended_at < ? - keep_ms LIMIT 1", now);
      if (expired) remove(textIn(expired, "id"));
      if (expired) sql.all(`PRAGMA incremental_vacuum(${FREED_PAGES})`);
      for (const row of sql.all("SELECT id FROM task WHERE ended_at IS NULL AND waiting = 0 AND claimed = 0"))
        endIfOver(sql, textIn(row, "id"));
    },
    stats: () => statsOf(sql),
    pids: (machine) => sql.all("SELECT pid FROM process WHERE machine = ?", machine).map((row) => numberIn(row, "pid")),
  };
}

/** A row as a task; what a changed file says instead of a state is `failed`. */
function taskOf(row: Row): TaskRow {
  const time = (name: string): number | null => (row[name] == null ? null : numberIn(row, name));
  const text = (name: string): string | null => (row[name] == null ? null : textIn(row, name));
  return {
    id: textIn(row, "id"),
    owner: textIn(row, "owner"),
    kind: textIn(row, "kind"),
    state: STATES.find((state) => state === row["state"]) ?? "failed",
    body: textIn(row, "body"),
    created_at: numberIn(row, "created_at"),
    started_at: time("started_at"),
    ended_at: time("ended_at"),
    deadline_at: numberIn(row, "deadline_at"),
    error: text("error"),
    stopped: text("stopped"),
    sites: textIn(row, "sites"),
    docs: numberIn(row, "docs"),
    notes: numberIn(row, "notes"),
    failed: numberIn(row, "failed"),
    disallowed: numberIn(row, "disallowed"),
    waiting: numberIn(row, "waiting"),
    claimed: numberIn(row, "claimed"),
    keep_ms: time("keep_ms"),
  };
}
