import { readSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { Worker } from "node:worker_threads";
import type { Handed, Said } from "./message.ts";

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

/** The bytes of a task. They are waited for without doing anything else, for there is nothing else to do. */
function received(length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let at = 0; at < length; ) {
    const more = readSync(STANDARD_INPUT, bytes, at, length - at, null);
    if (more === 0) throw new Error("The bytes of a task ended early.");
    at += more;
  }
  return bytes;
}

async function done({ work, task, length, memoryMb }: Handed): Promise<unknown> {
  const bytes = received(length);
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
