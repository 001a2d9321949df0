import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { loadavg } from "node:os";

/** What a hypervisor took of the processors' time since the machine began, and all of that time, in hundredths of a second. */
export function processors(): { readonly stolen: number; readonly idle: number; readonly all: number } {
  const ticks = (/^cpu +(.*)/.exec(read("/proc/stat"))?.[1] ?? "").split(" ").slice(0, 8).map(Number);
  return { stolen: ticks[7] ?? 0, idle: ticks[3] ?? 0, all: ticks.reduce((sum, time) => sum + time, 0) };
}

/** The share of stolen and of idle time since then, and the load average, in a sentence. */
export function machineSince(before: ReturnType<typeof processors>): string {
  const { stolen, idle, all } = processors();
  const share = (now: number, then: number): string => ((100 * (now - then)) / (all - before.all)).toFixed(0);
  const [minute = 0] = loadavg();
  return `machine: ${share(stolen, before.stolen)} % stolen, ${share(idle, before.idle)} % idle, load ${minute.toFixed(1)}`;
}

const TICK_MS = 10;

/** Milliseconds of processor that a process has had, with its children that ended. */
export function workedMs(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15);
  return TICK_MS * fields.reduce((sum, ticks) => sum + Number(ticks), 0);
}

const MB = 1024;

/** Megabytes resident of a process alone. */
export const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / MB;

/** A process and all that it started. */
export function treeOf(pid: number): readonly number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(" ").filter(Boolean).map(Number);
  return [pid, ...children.flatMap(treeOf)];
}

/** Megabytes resident of a process and all that it started. */
export const treeMb = (pid: number): number => treeOf(pid).reduce((sum, one) => sum + residentMb(one), 0);

/** Descriptors that a process has open. */
export const descriptors = (pid: number): number => numbersOpen(pid).length;

/** What those descriptors are of, the most first; of sockets their states. */
export function kindsOpen(pid: number): string {
  const states = new Map<string, string>();
  for (const line of ["tcp", "tcp6"].flatMap((table) => read(`/proc/${pid}/net/${table}`).split("\n").slice(1))) {
    const fields = line.trim().split(/\s+/);
    states.set(`socket:[${fields[9]}]`, `tcp ${fields[3]}`);
  }
  const kinds = openOf(pid).map((to) => states.get(to) ?? to.replace(/\d+/g, ""));
  const counts = [...Map.groupBy(kinds, (kind) => kind)].map(([kind, { length }]) => ({ kind, length }));
  return counts
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 6)
    .map(({ kind, length }) => `${length} × ${kind}`)
    .join(", ");
}

/** The numbers of what a process has open; none where it has ended. */
function numbersOpen(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`);
  } catch {
    return [];
  }
}

function openOf(pid: number): readonly string[] {
  return numbersOpen(pid).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
    } catch {
      // Closed meanwhile.
      return [];
    }
  });
}

/** A file of /proc; empty where the process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
