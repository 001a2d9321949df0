import { readConfig } from "../../src/config.ts";
import { createTaskCounts } from "../../src/tasks/counts.ts";
import { createTasks } from "../../src/tasks/tasks.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";

/*
 * A process that works on the tasks of a folder, and on nothing else: `node engine-child.ts <dataDir or redis:…> [url limit]`.
 * Sent any message, it tells what the pages that it visited came to.
 */

const [dataDir = "", url, limit = "1000"] = process.argv.slice(2);
const shared = dataDir.startsWith("redis:");
const config = readConfig({
  ...(shared ? { TASKS_REDIS_URL: dataDir } : { DATA_DIR: dataDir }),
  ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8",
  UPSTREAM_TIMEOUT_MS: "60000",
});
const counting = createTaskCounts();
const tasks = createTasks({
  counting,
  ...(shared ? { dataDir: undefined, redis: { url: dataDir } } : { dataDir }),
  visits: 24,
  units: 1,
  keepMs: 3_600_000,
  maxOpen: 10_000,
  maxPages: 1_000_000,
  maxBytes: config.TASKS_MAX_BYTES,
  upstream: createUpstream(config),
  runUnit: () => {
    throw new Error("no units here");
  },
  webhooks: { retryMs: [] },
  onBroken: (error) => process.send?.({ broken: String(error) }),
});
process.on("message", () => process.send?.({ pages: Object.fromEntries(counting.pages) }));
process.on("SIGTERM", () => tasks.close().subscribe({ complete: () => process.exit(0) }));
if (url === undefined) {
  tasks.resume();
  process.send?.({ ready: true });
} else
  tasks
    .order("", { order: { kind: "crawl", url, options: { limit, max_depth: "100" } } })
    .subscribe((placed) => process.send?.("row" in placed ? { id: placed.row.id } : { broken: placed.refused }));
