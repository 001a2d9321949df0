import { readSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { Worker } from "node:worker_threads";
import { END_BYTES, endOfBytes, type Handed, type Said } from "./message.ts";

/* What runs in a process of the pool: it takes one task after another, and is watched by a thread of its own. */

enableCompileCache?.();

const MB = 1024 * 1024;

/** What the watching thread reads: the megabytes that the process may hold now; 0 while it has no task. */
const limit = new Int32Array(new SharedArrayBuffer(4));
new Worker(new URL(import.meta.url.replace(/worker\.(ts|js)$/, "watchdog.$1")), { workerData: limit }).unref();

const say = (said: Said): void => {
  process.send?.(said);
};

const STANDARD_INPUT = 0;

/** So many bytes of standard input. They are waited for without doing anything else, for there is nothing else to do. */
function received(length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let at = 0; at < length; ) {
    const more = readSync(STANDARD_INPUT, bytes, at, length - at, null);
    if (more === 0) throw new Error("The bytes of a task ended early.");
    at += more;
  }
  return bytes;
}

/** The bytes of a task. Where they do not come as they were announced, all that follows would be another task's: the process ends. */
function bytesOf({ length }: Handed): Buffer {
  try {
    const bytes = received(length);
    if (received(END_BYTES).equals(endOfBytes(length))) return bytes;
  } catch {
    // A task is done again by a new process, once.
  }
  process.exit(1);
}

async function done(handed: Handed): Promise<unknown> {
  const { work, task, memoryMb } = handed;
  const bytes = bytesOf(handed);
  const module: Readonly<Record<string, unknown>> = await import(work.module);
  const call = module[work.name];
  if (typeof call !== "function") throw new TypeError(`${work.module} has no function ${work.name}.`);
  Atomics.store(limit, 0, memoryMb);
  say({ kind: "begun" });
  return await call(task, bytes);
}

process.on("message", async (handed: Handed) => {
  try {
    const answer = await done(handed);
    say({ kind: "answer", answer, residentMb: process.memoryUsage.rss() / MB });
  } catch (error) {
    say({ kind: "thrown", error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  } finally {
    Atomics.store(limit, 0, 0);
  }
});
process.on("disconnect", () => process.exit());
say({ kind: "ready" });
