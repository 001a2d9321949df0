import { workerData } from "node:worker_threads";

/*
 * Ends its process (by SIGUSR2, which tells it from a kill from outside) when that holds more than it may (V8's own limit does not count buffers), and when the process that
 * started it is gone: the thread beside this one may never look up from its task.
 */

const MB = 1024 * 1024;
const LOOK_MS = 25;

const limit: unknown = workerData;
const parent = process.ppid;

setInterval(() => {
  const mb = limit instanceof Int32Array ? Atomics.load(limit, 0) : 0;
  const over = mb > 0 && process.memoryUsage.rss() > mb * MB;
  if (over || process.ppid !== parent) process.kill(process.pid, "SIGUSR2");
}, LOOK_MS);
