import { readdirSync, readFileSync } from "node:fs";
import { defer, EMPTY, map, type Observable, type SchedulerLike, timer } from "rxjs";
import { yieldProcessor } from "../yielding.ts";
import { BrowserLost } from "./rendering/browser-lost.ts";

/** A page that wants to can take a gigabyte a second. */
const LOOK_MS = 200;

/** Root's Chromium sets its threads' niceness anew as their work changes, below 0 too; without CAP_SYS_NICE it cannot. */
const RAISES_PRIORITIES = process.getuid?.() === 0;

/** Of one page's process. */
const MAX_PAGE_BYTES = 400_000_000;

/**
 * Ends the process of a page that holds more than 400 MB (each page has its own, for its profile is fresh), and the largest
 * page's where the processes of a group together hold more than `mostBytes`; errors where they do without any page. Emits the bytes that they hold, of memory that is
 * not a file's. Its processes yield to ours (nice(2)). Only Linux tells what a process holds (proc(5)): elsewhere the stream is empty.
 */
export function withinMemory(group: number, mostBytes: number, scheduler?: SchedulerLike): Observable<number> {
  if (process.platform !== "linux") return EMPTY;
  return defer(() => {
    const known = new Map<string, Known>();
    return timer(LOOK_MS, LOOK_MS, scheduler).pipe(map(() => heldBy(group, known)));
  }).pipe(
    map((processes) => {
      const total = processes.reduce((sum, { bytes }) => sum + bytes, 0);
      const pages = processes.filter(({ isPage }) => isPage).toSorted((left, right) => right.bytes - left.bytes);
      if (total > mostBytes && pages.length === 0)
        throw new BrowserLost(
          `The browser without its pages took more than ${Math.round(mostBytes / 1_000_000)} MB of memory.`,
        );
      const largest = total > mostBytes ? pages.slice(0, 1) : [];
      for (const { pid } of new Set([...largest, ...pages.filter(({ bytes }) => bytes > MAX_PAGE_BYTES)])) ended(pid);
      return total;
    }),
  );
}

interface Held {
  readonly pid: number;
  /** What two processes share counts for both. */
  readonly bytes: number;
  readonly isPage: boolean;
}

/** What does not change of a process while it lives: whether it is another's, or a page's. What else is ours may become a page's. */
type Known = "another's" | "ours" | "page";

/**
 * What the processes of a group hold. Those of others, there may be hundreds, are looked at once. A file of /proc is read at once: it is
 * in memory, and by the thread pool it would cost ten times as much.
 */
function heldBy(group: number, known: Map<string, Known>): readonly Held[] {
  const processes = new Set(readdirSync("/proc").filter((name) => /^\d+$/.test(name)));
  for (const pid of known.keys()) if (!processes.has(pid)) known.delete(pid);
  const held: Held[] = [];
  for (const pid of processes) {
    const before = known.get(pid);
    if (before === "another's") continue;
    const kind = before === "page" ? before : kindOf(pid, group, before);
    known.set(pid, kind);
    if (kind === "another's") continue;
    if (before === undefined || RAISES_PRIORITIES) yieldProcessor(Number(pid));
    held.push({ pid: Number(pid), bytes: bytesIn(read(`/proc/${pid}/status`)), isPage: kind === "page" });
  }
  return held;
}

function kindOf(pid: string, group: number, before: "ours" | undefined): Known {
  if (!before && groupOf(pid) !== group) return "another's";
  return read(`/proc/${pid}/cmdline`).includes("--type=renderer") ? "page" : "ours";
}

function ended(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // It has ended by itself.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** The fifth field of its `stat`; the second, a name in parentheses, may hold anything. */
function groupOf(pid: string): number {
  const stat = read(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2]);
}

const bytesIn = (status: string): number =>
  [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)].reduce((sum, [, kB]) => sum + Number(kB) * 1024, 0);

/** A process that has ended in the meantime says nothing. */
function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
