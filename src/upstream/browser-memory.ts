import { readdir, readFile } from "node:fs/promises";
import { EMPTY, exhaustMap, from, map, type Observable, type SchedulerLike, timer } from "rxjs";
import { BrowserLost } from "./rendering/browser-lost.ts";

/** A page that wants to can take a gigabyte a second. */
const LOOK_MS = 200;

/** Of one page's process. */
const MAX_PAGE_BYTES = 400_000_000;

/**
 * Ends the process of a page that holds more than 400 MB (each page has its own, for its profile is fresh), and the largest
 * page's where the processes of a group together hold more than `mostBytes`; errors where they do without any page. Emits the bytes that they hold, of memory that is
 * not a file's. Only Linux tells what a process holds (proc(5)): elsewhere the stream is empty.
 */
export function withinMemory(group: number, mostBytes: number, scheduler?: SchedulerLike): Observable<number> {
  if (process.platform !== "linux") return EMPTY;
  return timer(LOOK_MS, LOOK_MS, scheduler).pipe(
    exhaustMap(() => from(heldBy(group))),
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

/** What the processes of a group hold. */
async function heldBy(group: number): Promise<readonly Held[]> {
  const processes = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(
    processes.map(async (pid): Promise<Held | undefined> => {
      if ((await groupOf(pid)) !== group) return undefined;
      const bytes = bytesIn(await read(`/proc/${pid}/status`));
      const isPage = (await read(`/proc/${pid}/cmdline`)).includes("--type=renderer");
      return { pid: Number(pid), bytes, isPage };
    }),
  );
  return all.filter((held) => held !== undefined);
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
async function groupOf(pid: string): Promise<number> {
  const stat = await read(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2]);
}

const bytesIn = (status: string): number =>
  [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)].reduce((sum, [, kB]) => sum + Number(kB) * 1024, 0);

/** A process that has ended in the meantime says nothing. */
const read = (path: string): Promise<string> => readFile(path, "utf8").catch(() => "");
