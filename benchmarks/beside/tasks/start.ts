import { cpSync } from "node:fs";
import { firstValueFrom } from "rxjs";
import { placed } from "../../../src/pipelines/crawl/discovery.ts";
import { placeOf } from "../../../src/tasks/frontier.ts";
import { ORDER_VERSION } from "../../../src/tasks/order.ts";
import { sqliteStore } from "../../../src/tasks/sqlite/client.ts";
import type { NewTask } from "../../../src/tasks/store.ts";
import { ended, served } from "../../../test/tasks/service.ts";
import { loopback } from "../../../test/upstream/loopback.ts";
import { alternating, figure } from "../figure.ts";
import { inFolder } from "./engine.ts";

const FINISHED = 1_000;
const OPEN = 5;
/** Addresses of an open task. */
const WAITING = 50;
const ROUNDS = 5;
const DAY_MS = 86_400_000;

const taskOf = (id: string, urls: readonly string[]): NewTask => ({
  id,
  owner: "",
  order: { v: ORDER_VERSION, kind: "crawl", url: urls[0] ?? "", options: { limit: String(WAITING) } },
  deadlineAt: Date.now() + DAY_MS,
  limit: WAITING,
  maxBreadth: null,
  pool: "visit",
  seeds: urls.map((url) => placeOf(placed(new URL(url), 0))),
  maxOpen: FINISHED + OPEN,
});

/** Fills a store with tasks that are over and with tasks of a site that does not answer. */
async function withJobs(dataDir: string, site: string): Promise<void> {
  const store = sqliteStore(dataDir);
  for (let n = 0; n < FINISHED; n += 1) {
    await firstValueFrom(store.order(taskOf(`finished-${n}`, [`https://h${n}.example/`])));
    const { claims } = await firstValueFrom(store.take("filling", 1, 1, "visit"));
    for (const claim of claims) {
      const { url, depth } = claim;
      const body = JSON.stringify({ url, title: `Page ${n}`, raw_content: `The text of page ${n}.`, depth });
      const outcome = { kind: "page", body, url, depth, disallowed: false, sites: [] } as const;
      await firstValueFrom(store.settle(claim, outcome, [], { answeredMs: 0, spacingMs: 0, retryAfterMs: 0 }));
    }
  }
  for (let n = 0; n < OPEN; n += 1) {
    const urls = Array.from({ length: WAITING }, (_, page) => `${site}/${n}/${page}`);
    await firstValueFrom(store.order(taskOf(`open-${n}`, urls)));
  }
  const { tasks } = await firstValueFrom(store.stats());
  const counted = (state: string): number => tasks.find((one) => one.state === state)?.count ?? 0;
  if (counted("completed") !== FINISHED || counted("queued") !== OPEN) throw new Error(JSON.stringify(tasks));
  await firstValueFrom(store.leave("filling"));
  store.close();
}

/** Milliseconds from the spawn of a service until it listens. */
const startedIn = (from: string | undefined): Promise<number> =>
  inFolder(async (dataDir) => {
    if (from !== undefined) cpSync(from, dataDir, { recursive: true });
    const begin = performance.now();
    const { child } = await served(dataDir);
    const took = performance.now() - begin;
    await ended(child, "SIGKILL");
    return took;
  });

/** What the tasks that a store holds cost a start. */
export const start = (): Promise<void> =>
  inFolder(async (jobs) => {
    await using site = await loopback(() => undefined);
    await withJobs(jobs, site.url);
    // What is compiled at the first start is no cost of the others.
    for (const from of [undefined, jobs]) await startedIn(from);
    const [alone, beside] = await alternating(
      ROUNDS,
      () => startedIn(undefined),
      () => startedIn(jobs),
    );
    const each = `${alone.toFixed(0)} and ${beside.toFixed(0)} ms, ${ROUNDS} alternating starts`;
    figure(
      `listening with ${FINISHED} finished and ${OPEN} open tasks`,
      `${(beside - alone).toFixed(0)} ms later than without (${each})`,
      "at most 100 ms",
      beside - alone <= 100,
    );
  });
