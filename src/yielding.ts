import { setPriority } from "node:os";

/** What niceness processes have that yield: beside a busy thread that serves, each has a third of its time. */
const NICENESS = 5;

let serves = false;

/** Has the processes that are started from now on yield the processor to this one: its work is a matter of milliseconds, theirs of seconds. */
export function serveFirst(): void {
  serves = true;
}

/** A process that was started yields to this one, where this one serves. */
export function yieldProcessor(pid: number | undefined): void {
  if (!serves || pid === undefined) return;
  try {
    setPriority(pid, NICENESS);
  } catch {
    // It has ended already, or this system does not let us: it works all the same.
  }
}
