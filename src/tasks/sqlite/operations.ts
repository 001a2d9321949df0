import { zstdDecompressSync } from "node:zlib";
import { STATES, type TaskRow } from "../order.ts";
import type { StoreOperations } from "../store.ts";
import { add, admit, endIfOver, giveBack, settle, take } from "./frontier.ts";
import { numberIn, type Row, type Sql, textIn } from "./sql.ts";

/** A process that has said nothing for so long is dead. */
const DEAD_AFTER_MS = 10_000;
/** Rows deleted in one step. */
const SLICE = 1_000;
/** Every table with rows of a task. */
const PARTS = ["entry", "host", "document", "note", "tally", "content"] as const;

const COLUMNS = `id, kind, state, body, created_at, started_at, ended_at, deadline_at, error, stopped, sites, docs, notes,
  failed, disallowed, waiting, claimed`;

/** The store's operations on a database. What each does is one part of the transaction that its caller began. */
export function operationsOn(sql: Sql): StoreOperations {
  const rowOf = (row: Row | undefined): TaskRow | undefined => row && taskOf(row);

  function remove(id: string): boolean {
    for (const part of PARTS) {
      const key = part === "entry" || part === "content" ? "rowid" : undefined;
      const text = key
        ? `DELETE FROM ${part} WHERE rowid IN (SELECT rowid FROM ${part} WHERE task = ? LIMIT ${SLICE})`
        : `DELETE FROM ${part} WHERE task = ?`;
      if (sql.run(text, id) >= SLICE && key) return false;
    }
    return sql.run("DELETE FROM task WHERE id = ?", id) > 0;
  }

  return {
    order({ id, owner, order, deadlineAt, limit, maxBreadth, seed, maxOpen }) {
      const open = sql.one("SELECT count(*) AS n FROM task WHERE owner = ? AND ended_at IS NULL", owner);
      if (numberIn(open, "n") >= maxOpen) return false;
      sql.run(
        `INSERT INTO task(id, owner, kind, v, body, state, created_at, deadline_at, most, breadth)
         VALUES (?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?)`,
        id,
        owner,
        order.kind,
        order.v,
        JSON.stringify(order),
        Date.now(),
        deadlineAt,
        limit,
        maxBreadth,
      );
      add(sql, id, [seed], 1);
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
    end: (id, state, error) =>
      void sql.run(
        "UPDATE task SET state = ?, error = ?, ended_at = ? WHERE id = ? AND ended_at IS NULL",
        state,
        error,
        Date.now(),
        id,
      ),
    // What is left of a large task goes with those that expire.
    forget: (id) => void (remove(id) || sql.run("UPDATE task SET owner = 'forgotten', ended_at = 0 WHERE id = ?", id)),
    documents: (id, from, most) =>
      sql
        .all("SELECT body FROM document WHERE task = ? AND n >= ? ORDER BY n LIMIT ?", id, from, most)
        .flatMap(({ body }) => (body instanceof Uint8Array ? zstdDecompressSync(body).toString() : [])),
    notes: (id, from, most) =>
      sql
        .all("SELECT body FROM note WHERE task = ? AND n >= ? ORDER BY n LIMIT ?", id, from, most)
        .map((row) => textIn(row, "body")),
    take: (process, most, perHost) => take(sql, process, most, perHost),
    settle: (claim, outcome, found, pace) => settle(sql, claim, outcome, found, pace),
    admit: (task, key) => admit(sql, task, key),
    release: ({ seq, token }) => {
      if (sql.one("SELECT 1 FROM entry WHERE seq = ? AND token = ?", seq, token)) giveBack(sql, seq, false);
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
        for (const claim of claims) giveBack(sql, numberIn(claim, "seq"), true);
        given += claims.length;
        if (given >= most) return given;
        sql.run("DELETE FROM process WHERE id = ?", id);
      }
      return given;
    },
    leave(process) {
      for (const claim of sql.all("SELECT seq FROM entry WHERE process = ? AND state = 1", process))
        giveBack(sql, numberIn(claim, "seq"), false);
      sql.run("DELETE FROM process WHERE id = ?", process);
    },
    sweep(endedBefore) {
      const now = Date.now();
      sql.run(
        "UPDATE task SET state = 'completed', stopped = 'timeout', ended_at = ? WHERE ended_at IS NULL AND deadline_at < ?",
        now,
        now,
      );
      const expired = sql.one("SELECT id FROM task WHERE ended_at < ? LIMIT 1", endedBefore);
      if (expired) remove(textIn(expired, "id"));
      for (const row of sql.all("SELECT id FROM task WHERE ended_at IS NULL AND waiting = 0 AND claimed = 0"))
        endIfOver(sql, textIn(row, "id"));
    },
    pids: (machine) => sql.all("SELECT pid FROM process WHERE machine = ?", machine).map((row) => numberIn(row, "pid")),
  };
}

/** A row as a task; what a changed file says instead of a state is `failed`. */
function taskOf(row: Row): TaskRow {
  const time = (name: string): number | null => (row[name] == null ? null : numberIn(row, name));
  const text = (name: string): string | null => (row[name] == null ? null : textIn(row, name));
  return {
    id: textIn(row, "id"),
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
  };
}
