import { numberIn, type Sql, textIn } from "./sql.ts";
import { CLAIMED, DONE, givenUp, isSuspect, SUSPECT, WAITING } from "./suspects.ts";

/** Numbers a note of a task and keeps it. */
export function note(sql: Sql, task: string, body: string, failed = 1): void {
  const kept = sql.one(
    "UPDATE task SET notes = notes + 1, failed = failed + ? WHERE id = ? RETURNING notes - 1 AS n",
    failed,
    task,
  );
  sql.run("INSERT INTO note(task, n, body, at) VALUES (?, ?, ?, ?)", task, numberIn(kept, "n"), body, Date.now());
  // A unit's failure is its task's.
  if (failed > 0)
    sql.run("UPDATE task SET error = json_extract(?, '$.error') WHERE id = ? AND pool = 'unit'", body, task);
}

/** How a claim came back: its process gave it back, or died while it held it, among others or alone. */
export type Returned = "released" | "died" | "died-alone";

/** Gives a claim back: its number puts it in front of its queue again. A death counts as a try; a suspect's, where it was alone. */
export function giveBack(sql: Sql, seq: number, how: Returned): void {
  const entry = sql.one(
    `SELECT task, host, url, tries, pool FROM entry JOIN task ON task.id = entry.task
     WHERE entry.seq = ? AND entry.state = ${CLAIMED}`,
    seq,
  );
  if (!entry) return;
  const [task, host, before] = [textIn(entry, "task"), textIn(entry, "host"), numberIn(entry, "tries")];
  const isVisit = entry["pool"] === "visit";
  const counts = how === "died-alone" || (how === "died" && !(isVisit && isSuspect(before)));
  const tries = before + (counts ? 1 : 0);
  const error = givenUp(tries, isVisit);
  const apart = isVisit && isSuspect(tries);
  sql.run(
    "UPDATE entry SET state = ?, process = NULL, token = NULL, tries = ? WHERE seq = ?",
    error ? DONE : apart ? SUSPECT : WAITING,
    tries,
    seq,
  );
  sql.run(
    "UPDATE host SET claimed = claimed - 1, waiting = waiting + ? WHERE task = ? AND name = ?",
    error || apart ? 0 : 1,
    task,
    host,
  );
  sql.run(
    "UPDATE task SET claimed = claimed - 1, counted = counted - 1, waiting = waiting + ? WHERE id = ?",
    error ? 0 : 1,
    task,
  );
  if (!error) return;
  note(sql, task, JSON.stringify({ url: textIn(entry, "url"), error, code: "internal" }));
  endIfOver(sql, task);
}

/** A task is over when nothing is under way and nothing may be begun. */
export function endIfOver(sql: Sql, task: string): void {
  sql.run(
    `UPDATE task SET state = iif(pool = 'unit' AND docs = 0, 'failed', 'completed'), ended_at = ?, stopped = iif(waiting > 0, 'limit', NULL)
     WHERE id = ? AND ended_at IS NULL AND claimed = 0 AND (waiting = 0 OR counted >= most)`,
    Date.now(),
    task,
  );
}
