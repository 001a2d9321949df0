import { randomUUID } from "node:crypto";
import { zstdCompressSync } from "node:zlib";
import { ORDER_VERSION } from "../order.ts";
import type { Pool, StoredClaim, StoredOutcome, StoredPace, StoredPlace } from "../store.ts";
import { originalOf } from "./contents.ts";
import { endIfOver, note } from "./returning.ts";
import { numberIn, type Row, type Sql, textIn } from "./sql.ts";
import { CLAIMED, SUSPECT, suspectFor, WAITING } from "./suspects.ts";

/** A `Retry-After` holds a host back no longer than this. */
const MAX_REST_MS = 60_000;
/** A task may fail at so many pages, or at as many as its limit, before failures count as pages do. */
const FAILURES = 20;
/** Tasks looked at for something to take. */
const MAX_LOOKED_AT = 64;

/** Entries that may be visited now: each of the task with the fewest visits under way, then of that served longest ago. */
export function take(sql: Sql, process: string, most: number, perHost: number, pool: Pool) {
  const now = Date.now();
  const suspect = suspectFor(sql, process, { perHost, isUnit: pool === "unit", now });
  if (suspect === "nothing") return { claims: [], nextAt: null };
  if (suspect) return { claims: [claimed(sql, suspect, process, now)], nextAt: null };
  const claims: StoredClaim[] = [];
  let open = sql
    .all(
      `SELECT id, claimed, min(most - counted, coalesce(visits - claimed, most)) AS room FROM task
       WHERE ended_at IS NULL AND state <> 'paused' AND pool = ?1 AND v <= ?2 AND waiting > 0 AND room > 0 AND EXISTS
        (SELECT 1 FROM host WHERE task = task.id AND waiting > 0 AND next_at <= ?3 AND host.claimed < min(host.most, ?4))
       ORDER BY claimed, served_at LIMIT ${MAX_LOOKED_AT}`,
      pool,
      ORDER_VERSION,
      now,
      perHost,
    )
    .map((row) => ({ id: textIn(row, "id"), claimed: numberIn(row, "claimed"), room: numberIn(row, "room") }));
  while (claims.length < most) {
    const task = open.reduce<(typeof open)[number] | undefined>(
      (fewest, one) => (fewest && fewest.claimed <= one.claimed ? fewest : one),
      undefined,
    );
    if (!task) break;
    const host =
      task.room > 0 &&
      sql.one(
        `SELECT name FROM host WHERE task = ? AND waiting > 0 AND next_at <= ? AND claimed < min(most, ?)
         ORDER BY claimed LIMIT 1`,
        task.id,
        now,
        perHost,
      );
    if (!host) {
      open = open.filter((one) => one !== task);
      continue;
    }
    claims.push(...nextOf(sql, task.id, textIn(host, "name"), process, now));
    task.claimed += 1;
    task.room -= 1;
  }
  return { claims, nextAt: claims.length < most ? nextAtOf(sql, pool, now) : null };
}

/** When the next host may be asked that rests now. */
function nextAtOf(sql: Sql, pool: Pool, now: number): number | null {
  const row = sql.one(
    `SELECT min((SELECT min(next_at) FROM host WHERE task = task.id AND waiting > 0 AND next_at > ?)) AS at
     FROM task WHERE ended_at IS NULL AND state <> 'paused' AND pool = ? AND waiting > 0`,
    now,
    pool,
  );
  return row?.["at"] == null ? null : numberIn(row, "at");
}

function nextOf(sql: Sql, task: string, host: string, process: string, now: number): readonly StoredClaim[] {
  const entry = sql.one(
    `SELECT seq, task, host, url, depth, state FROM entry WHERE task = ? AND host = ? AND state = ${WAITING}
     ORDER BY seq LIMIT 1`,
    task,
    host,
  );
  if (entry) return [claimed(sql, entry, process, now)];
  sql.run("UPDATE host SET waiting = 0 WHERE task = ? AND name = ?", task, host);
  return [];
}

function claimed(sql: Sql, entry: Row, process: string, now: number): StoredClaim {
  const [task, host] = [textIn(entry, "task"), textIn(entry, "host")];
  const token = randomUUID();
  const seq = numberIn(entry, "seq");
  sql.run(`UPDATE entry SET state = ${CLAIMED}, process = ?, token = ? WHERE seq = ?`, process, token, seq);
  sql.run(
    "UPDATE host SET waiting = waiting - ?, claimed = claimed + 1 WHERE task = ? AND name = ?",
    numberIn(entry, "state") === SUSPECT ? 0 : 1,
    task,
    host,
  );
  sql.run(
    `UPDATE task SET waiting = waiting - 1, claimed = claimed + 1, counted = counted + 1, served_at = ?,
     state = 'running', started_at = coalesce(started_at, ?) WHERE id = ?`,
    now,
    now,
    task,
  );
  return { task, seq, token, host, url: textIn(entry, "url"), depth: numberIn(entry, "depth") };
}

/** Ends a visit; see `StoreOperations`. */
export function settle(
  sql: Sql,
  { task, seq, token, host }: StoredClaim,
  outcome: StoredOutcome,
  found: readonly StoredPlace[],
  { answeredMs, spacingMs, retryAfterMs }: StoredPace,
): boolean {
  const row = sql.one("SELECT ended_at, most, failed, breadth FROM task WHERE id = ?", task);
  if (!row || row["ended_at"] !== null) return false;
  if (sql.run("UPDATE entry SET state = 2, token = NULL WHERE seq = ? AND state = 1 AND token = ?", seq, token) === 0)
    return false;
  const rest = Math.max(spacingMs - answeredMs, Math.min(retryAfterMs, MAX_REST_MS));
  sql.run(
    "UPDATE host SET claimed = claimed - 1, most = ?, next_at = max(next_at, ?) WHERE task = ? AND name = ?",
    spacingMs > 0 ? 1 : 1_000,
    rest > 0 ? Math.round(Date.now() + rest) : 0,
    task,
    host,
  );
  keep(sql, task, row, outcome);
  add(sql, task, found, row["breadth"] === null ? Number.POSITIVE_INFINITY : numberIn(row, "breadth"));
  endIfOver(sql, task);
  return true;
}

function keep(sql: Sql, task: string, row: Row, outcome: StoredOutcome): void {
  const failures = numberIn(row, "failed") + 1;
  const counts =
    outcome.kind === "page" || (outcome.kind === "failed" && failures > Math.max(numberIn(row, "most"), FAILURES));
  sql.run(
    "UPDATE task SET claimed = claimed - 1, counted = counted - ?, disallowed = disallowed + ? WHERE id = ?",
    counts ? 0 : 1,
    outcome.disallowed ? 1 : 0,
    task,
  );
  if (outcome.sites.length > 1) sql.run("UPDATE task SET sites = ? WHERE id = ?", JSON.stringify(outcome.sites), task);
  if (outcome.disallowed && outcome.body === undefined)
    note(sql, task, JSON.stringify({ url: outcome.url, disallowed: true }), 0);
  if (outcome.body === undefined) return;
  if (outcome.kind === "failed") {
    note(sql, task, outcome.body);
    return;
  }
  const original = originalOf(sql, task, outcome);
  if (original !== undefined) {
    note(sql, task, JSON.stringify({ url: outcome.url, duplicate_of: original, depth: outcome.depth }), 0);
    return;
  }
  const kept = sql.one("UPDATE task SET docs = docs + 1 WHERE id = ? RETURNING docs - 1 AS n", task);
  sql.run(
    "INSERT INTO document(task, n, body) VALUES (?, ?, ?)",
    task,
    numberIn(kept, "n"),
    zstdCompressSync(outcome.body),
  );
}

/** Adds what is new and within its bounds, so many at most. */
export function add(sql: Sql, task: string, found: readonly StoredPlace[], most: number): void {
  const added = new Map<string, number>();
  let total = 0;
  for (const { key, host, url, depth, bounds } of found) {
    if (total >= most) break;
    if (!known(sql, task, key, host, url, depth)) continue;
    if (exceed(sql, task, bounds)) {
      sql.run("UPDATE entry SET state = 2 WHERE task = ? AND key = ?", task, key);
      continue;
    }
    total += 1;
    added.set(host, (added.get(host) ?? 0) + 1);
  }
  for (const [host, waiting] of added)
    sql.run(
      `INSERT INTO host(task, name, waiting, claimed, most, next_at) VALUES (?, ?, ?, 0, 1, 0)
       ON CONFLICT DO UPDATE SET waiting = waiting + excluded.waiting`,
      task,
      host,
      waiting,
    );
  if (total > 0) sql.run("UPDATE task SET waiting = waiting + ? WHERE id = ?", total, task);
}

const known = (sql: Sql, task: string, key: bigint, host: string, url: string, depth: number): boolean =>
  sql.run(
    "INSERT INTO entry(task, key, host, url, depth, state) VALUES (?, ?, ?, ?, ?, 0) ON CONFLICT DO NOTHING",
    task,
    key,
    host,
    url,
    depth,
  ) > 0;

const exceed = (sql: Sql, task: string, bounds: StoredPlace["bounds"]): boolean =>
  bounds.some(({ key, max }) => {
    const row = sql.one(
      "INSERT INTO tally(task, key, n) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET n = n + 1 RETURNING n",
      task,
      key,
    );
    return numberIn(row, "n") > max;
  });

/**
 * Whether a redirect's target is new; it is known from now on, and is not visited by itself. Its row names by which address it
 * was found: a visit of that which begins anew finds it once more.
 */
export const admit = (sql: Sql, task: string, key: bigint, by: bigint): boolean =>
  sql.run(
    `INSERT INTO entry(task, key, host, url, depth, state) VALUES (?, ?, '', ?, 0, 2)
     ON CONFLICT DO UPDATE SET host = '' WHERE host = '' AND url = excluded.url`,
    task,
    key,
    String(by),
  ) > 0;
