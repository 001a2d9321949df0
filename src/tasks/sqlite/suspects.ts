import { UNIT_DEATHS, UNIT_GIVEN_UP, UNSURE_DEATHS, VISIT_DEATHS, VISIT_GIVEN_UP } from "../deaths.ts";
import { ORDER_VERSION } from "../order.ts";
import { numberIn, type Row, type Sql, textIn } from "./sql.ts";

/** Suspects looked at for one that may be visited now. */
const MAX_LOOKED_AT = 64;

/** Where an entry stands. */
export const WAITING = 0;
export const CLAIMED = 1;
export const DONE = 2;
/** Waiting as a suspect: its host does not count it among those that wait. */
export const SUSPECT = 3;

/** Whether an address that so many dead processes held is a suspect. */
export const isSuspect = (tries: number): boolean => tries >= UNSURE_DEATHS;

/** What is said of an entry that is given up after so many deaths; undefined where it may be tried again. */
export function givenUp(tries: number, isVisit: boolean): string | undefined {
  if (tries < (isVisit ? VISIT_DEATHS : UNIT_DEATHS)) return undefined;
  return isVisit ? VISIT_GIVEN_UP : UNIT_GIVEN_UP;
}

/**
 * What suspects mean for a process that asks for something to visit: a suspect to visit alone, or nothing for the time being,
 * since it visits one, or has to end what it visits before. Undefined: there is nothing in the way of other entries.
 */
export function suspectFor(
  sql: Sql,
  process: string,
  { perHost, isUnit, now }: { readonly perHost: number; readonly isUnit: boolean; readonly now: number },
): Row | "nothing" | undefined {
  const suspects = sql.all(
    `SELECT entry.seq AS seq, task, host, url, depth, entry.state AS state, entry.process AS process,
      v <= ${ORDER_VERSION} AND counted < task.most AND task.claimed < coalesce(visits, task.claimed + 1) AND next_at <= ?1 AND host.claimed < min(host.most, ?2) AS free
     FROM entry JOIN task ON task.id = entry.task JOIN host USING (task)
     WHERE tries >= ${UNSURE_DEATHS} AND entry.state <> ${DONE} AND entry.state <> ${WAITING}
      AND host.name = entry.host AND pool = 'visit' AND ended_at IS NULL
      AND (task.state <> 'paused' OR entry.state = ${CLAIMED})
     ORDER BY tries, entry.seq LIMIT ${MAX_LOOKED_AT}`,
    now,
    perHost,
  );
  if (suspects.length === 0) return undefined;
  if (suspects.some((one) => textIn(one, "process") === process)) return "nothing";
  // One process at once is kept from all else by them.
  if (isUnit || suspects.some((one) => numberIn(one, "state") === CLAIMED)) return undefined;
  const next = suspects.find((one) => numberIn(one, "free") === 1);
  if (!next) return undefined;
  const visits = sql.one(
    `SELECT 1 FROM entry JOIN task ON task.id = entry.task
     WHERE process = ? AND entry.state = ${CLAIMED} AND pool = 'visit' LIMIT 1`,
    process,
  );
  return visits ? "nothing" : next;
}
