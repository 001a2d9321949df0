import { readdir, readFile } from "node:fs/promises";
import { EMPTY, exhaustMap, filter, from, map, type Observable, type SchedulerLike, tap, timer } from "rxjs";
import { SourceError } from "../errors.ts";

/** A page that wants to can take a gigabyte a second. */
const LOOK_MS = 200;

/** Of one page's process. */
const MAX_RENDERER_BYTES = 400_000_000;

/**
 * Ends the process of a page that holds more than 400 MB (each page has its own, for its profile is fresh), and errors with `too-large` once the processes of a group hold more than `mostBytes` of memory that is not a file's; emits
 * nothing. Only Linux tells what a process holds (proc(5)): elsewhere the stream is empty.
 */
export function withinMemory(group: number, mostBytes: number, scheduler?: SchedulerLike): Observable<never> {
  if (process.platform !== "linux") return EMPTY;
  return timer(LOOK_MS, LOOK_MS, scheduler).pipe(
    exhaustMap(() => from(heldBy(group))),
    tap((processes) => {
      for (const { pid, bytes, isPage } of processes) if (isPage && bytes > MAX_RENDERER_BYTES) ended(pid);
    }),
    map((processes) => processes.reduce((sum, { bytes }) => sum + bytes, 0)),
    filter((bytes) => bytes > mostBytes),
    map((bytes) => {
      const [held, most] = [bytes, mostBytes].map((size) => `${Math.round(size / 1_000_000)} MB`);
      throw new SourceError(
        "too-large",
        `The browser's pages took ${held} of memory, more than ${most}: it was ended.`,
      );
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
      // Whose command is asked only of the large.
      const isPage = bytes > MAX_RENDERER_BYTES && (await read(`/proc/${pid}/cmdline`)).includes("--type=renderer");
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
