import { readdirSync } from "node:fs";
import { setPriority } from "node:os";

/** The niceness of processes that yield: one of them has a fifth of what a busy thread that serves has beside it; less would starve documents beside other programs. */
const NICENESS = 7;

let serves = false;

/** Has the processes that are started from now on yield the processor to this one: its work is a matter of milliseconds, theirs of seconds. */
export function serveFirst(): void {
  serves = true;
}

/** A process that was started yields to this one, where this one serves: each of its threads, which Linux counts apart (setpriority(2)). */
export function yieldProcessor(pid: number | undefined): void {
  if (!serves || pid === undefined) return;
  for (const thread of threadsOf(pid))
    try {
      setPriority(thread, NICENESS);
    } catch {
      // It has ended already, or this system does not let us: it works all the same.
    }
}

/** The threads of a process; where the system tells of none, the process. */
function threadsOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}
