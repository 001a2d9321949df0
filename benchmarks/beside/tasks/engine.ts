import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { firstValueFrom } from "rxjs";
import { readConfig } from "../../../src/config.ts";
import { createTasks, type Tasks } from "../../../src/tasks/tasks.ts";
import type { Upstream } from "../../../src/upstream/types.ts";
import { createUpstream } from "../../../src/upstream/upstream.ts";

/** A door to loopback, closed with the work. */
export async function withUpstream<T>(work: (upstream: Upstream) => Promise<T>): Promise<T> {
  const upstream = createUpstream(readConfig({ ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8" }));
  try {
    return await work(upstream);
  } finally {
    await upstream.close();
  }
}

export async function inFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), "bench-tasks-"));
  try {
    return await work(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

/** Tasks on SQLite in a folder of their own, in this process. */
export const withTasks = <T>(upstream: Upstream, work: (tasks: Tasks) => Promise<T>): Promise<T> =>
  inFolder(async (dataDir) => {
    const tasks = createTasks({
      dataDir,
      visits: 24,
      units: 1,
      keepMs: 3_600_000,
      maxOpen: 100_000,
      maxPages: 1_000_000,
      maxBytes: Number.MAX_SAFE_INTEGER,
      upstream,
      webhooks: { retryMs: [] },
      runUnit: () => {
        throw new Error("no units here");
      },
      onBroken: (error) => console.error(error),
    });
    const done = await work(tasks);
    await firstValueFrom(tasks.close(), { defaultValue: undefined });
    return done;
  });

/** Orders a crawl and waits for its end; the task. */
export async function crawled(tasks: Tasks, url: string, limit: number) {
  const options = { limit: String(limit), max_depth: "100" };
  const placed = await firstValueFrom(tasks.order("", { order: { kind: "crawl", url, options } }));
  if (!("row" in placed)) throw new Error(placed.refused);
  return firstValueFrom(tasks.untilOver(placed.row));
}
