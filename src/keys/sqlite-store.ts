import { fileThread } from "../aggregate/state/file-thread.ts";
import type { UsageStore } from "./store.ts";
import { usageFile } from "./usage-file.ts";

const WORKER = new URL(import.meta.url.replace(/sqlite-store\.(ts|js)$/, "usage-worker.$1"));

/**
 * Counts in `usage.sqlite` under a directory, which processes of one machine share: a thread of its own writes it, for every
 * request with a key does. In memory without a directory.
 */
export function sqliteUsage(dataDir: string | undefined): UsageStore {
  if (dataDir === undefined) {
    const memory = usageFile(undefined);
    return { ...memory, close: async () => memory.close() };
  }
  const client = fileThread(WORKER, dataDir);
  return {
    charge: (...given) => client.ask("usage", "charge", given),
    note: (...given) => client.ask("usage", "note", given),
    usage: (...given) => client.ask("usage", "usage", given),
    close: client.end,
  };
}
