import { readdir, readFile } from "node:fs/promises";
import { EMPTY, exhaustMap, filter, from, map, type Observable, type SchedulerLike, timer } from "rxjs";
import { SourceError } from "../errors.ts";

/** A page that wants to can take a gigabyte a second. */
const LOOK_MS = 200;

/**
 * Errors with `too-large` once the processes of a group hold more than `mostBytes` of memory that is not a file's; emits
 * nothing. Only Linux tells what a process holds (proc(5)): elsewhere the stream is empty.
 */
export function withinMemory(group: number, mostBytes: number, scheduler?: SchedulerLike): Observable<never> {
  if (process.platform !== "linux") return EMPTY;
  return timer(LOOK_MS, LOOK_MS, scheduler).pipe(
    exhaustMap(() => from(heldBy(group))),
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

/** Bytes that the processes of a group hold; what two of them share counts twice. */
async function heldBy(group: number): Promise<number> {
  const processes = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const sizes = await Promise.all(
    processes.map(async (pid) => ((await groupOf(pid)) === group ? bytesIn(await read(`/proc/${pid}/status`)) : 0)),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
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
