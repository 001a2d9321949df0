import { parentPort, workerData } from "node:worker_threads";
import { openPageMemory, type PageRequest } from "./store.ts";

/* The thread that has the file of pages seen: SQLite's calls wait for the disk. */

const folder: unknown = workerData;
const memory = openPageMemory(typeof folder === "string" ? folder : undefined);

parentPort?.on("message", ({ id, url, selector, seen }: PageRequest) => {
  try {
    if (seen) memory.keep(url, selector, seen);
    parentPort?.postMessage({ id, seen: seen ? undefined : memory.recall(url, selector) });
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
