import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { firstValueFrom } from "rxjs";
import { placed } from "../../../src/pipelines/crawl/discovery.ts";
import { placeOf } from "../../../src/tasks/frontier.ts";
import { ORDER_VERSION } from "../../../src/tasks/order.ts";
import { redisStore } from "../../../src/tasks/redis/store.ts";
import type { NewTask, TaskStore } from "../../../src/tasks/store.ts";
import { madePage } from "../../../test/pipelines/crawl/site.ts";
import { redisServer } from "../../../test/support/redis.ts";
import { cluster } from "../../../test/tasks/redis/cluster.ts";
import { loopback, nameServer } from "../../../test/upstream/loopback.ts";
import { figure, median } from "../figure.ts";

/** What is run and what is simulated. `d`: seconds that a host rests; `connections`: visits of a worker under way at once. */
const SETTINGS = { workers: 3, connections: 12, hosts: 2_000, pages: 10_000, d: 1, seconds: 60 };
/** A host's answers: seconds, log-normal between hosts and within one. */
const ANSWERS = { median: 0.4, hostSigma: 0.8, pageSigma: 0.5 };
const WARMING = 40;
const LOOK_MS = 50;
const SAMPLE_MS = 500;
const GOAL = 0.8;
const SIMULATION = join(import.meta.dirname, "../../../../shared/scale/simulate.mjs");

/** Numbers of 0 to 1 that are the same each time. */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const normal = (draw: () => number): number => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());

/** Pages of each host: the n-th has an n-th of the first's. */
function sizes(): readonly number[] {
  const shares = Array.from({ length: SETTINGS.hosts }, (_, n) => 1 / (n + 1));
  const sum = shares.reduce((a, b) => a + b, 0);
  return shares.map((share) => Math.max(1, Math.round((SETTINGS.pages * share) / sum)));
}

/** All hosts, behind one gateway; notes how many requests of one are under way at once. */
async function hosts() {
  const draw = drawing(7);
  const meanOf = new Map<string, number>();
  const under = new Map<string, number>();
  let most = 0;
  let asked = 0;
  const server = await loopback((request, response) => {
    const { host, pathname } = new URL(String(request.headers["x-upstream-url"]));
    const mean = meanOf.get(host) ?? ANSWERS.median * Math.exp(ANSWERS.hostSigma * normal(draw));
    meanOf.set(host, mean);
    asked += 1;
    const now = (under.get(host) ?? 0) + 1;
    under.set(host, now);
    most = Math.max(most, now);
    response.once("close", () => under.set(host, (under.get(host) ?? 0) - 1));
    const isRobots = pathname === "/robots.txt";
    const seconds = isRobots ? mean : mean * Math.exp(ANSWERS.pageSigma * normal(draw));
    const body = isRobots ? "" : madePage(asked);
    setTimeout(
      () => response.writeHead(isRobots ? 404 : 200, { "content-type": "text/html" }).end(body),
      seconds * 1_000,
    );
  });
  return {
    url: server.url,
    most: () => most,
    asked: () => asked,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const taskOf = (urls: readonly string[]): NewTask => ({
  id: randomUUID(),
  owner: "benchmark",
  order: {
    v: ORDER_VERSION,
    kind: "crawl",
    url: urls[0] ?? "",
    options: { limit: String(urls.length), max_depth: "0", spacing_ms: String(SETTINGS.d * 1_000), timeout: "3600" },
  },
  deadlineAt: Date.now() + 3_600_000,
  limit: urls.length,
  maxBreadth: null,
  pool: "visit",
  seeds: urls.map((url) => placeOf(placed(new URL(url), 0))),
  maxOpen: 10,
});

async function ordered(store: TaskStore, urls: readonly string[]): Promise<string> {
  const task = taskOf(urls);
  const taken = await firstValueFrom(store.order(task));
  if ("refused" in taken) throw new Error(`refused: ${taken.refused}`);
  return task.id;
}

async function rowOf(store: TaskStore, id: string) {
  const row = await firstValueFrom(store.byId(id));
  if (!row) throw new Error("the task is gone");
  return row;
}

/** Pages a second that the simulation says for these settings; undefined where it is not there. */
function simulated(): number | undefined {
  if (!existsSync(SIMULATION)) return undefined;
  // Without its last line, which prints tables.
  const text = readFileSync(SIMULATION, "utf8").replace(/\nprocess\.argv\[2\][^\n]*\s*$/, "");
  const input = `${text}\nconsole.log(simulate(${JSON.stringify(SETTINGS)}).perHour / 3600);`;
  const run = spawnSync(process.execPath, ["--input-type=module"], { input, encoding: "utf8" });
  if (run.status !== 0) throw new Error(run.stderr);
  return Number(run.stdout);
}

/**
 * Three workers on one Redis over 2,000 hosts of Zipf sizes, in the first minute: pages a second beside what a simulation says, or
 * `given` where that is named; no host may be asked twice at once.
 */
export async function zipf(given?: number): Promise<void> {
  await using site = await hosts();
  await using redis = await redisServer("--appendfsync", "everysec");
  let names = { endpoint: "" };
  const naming = await new Promise<{ unsubscribe(): void }>((resolve) => {
    const subscription = nameServer(() => undefined).subscribe((server) => {
      names = server;
      queueMicrotask(() => resolve(subscription));
    });
  });
  await using workers = cluster(redis.url, {
    UPSTREAM_GATEWAY: site.url,
    // Nobody here knows the names: the gateway decides.
    DNS_SERVER: names.endpoint,
    TASKS_VISITS: String(SETTINGS.connections),
  });
  const store = redisStore(redis.url);
  try {
    await Promise.all(Array.from({ length: SETTINGS.workers }, () => workers.worker()));
    const warming = await ordered(
      store,
      Array.from({ length: WARMING }, (_, n) => `http://warm${n}.example/`),
    );
    while ((await rowOf(store, warming)).ended_at === null) await after(LOOK_MS);
    const urls = sizes().flatMap((size, host) =>
      Array.from({ length: size }, (_, n) => `http://h${host}.example/${n}`),
    );
    const id = await ordered(store, urls);
    const begin = performance.now();
    const underWay: number[] = [];
    while (performance.now() - begin < SETTINGS.seconds * 1_000) {
      await after(SAMPLE_MS);
      underWay.push((await rowOf(store, id)).claimed);
    }
    const { docs, failed, state } = await rowOf(store, id);
    const rate = (docs * 1_000) / (performance.now() - begin);
    await firstValueFrom(store.end(id, "cancelled", null), { defaultValue: undefined });
    if (state !== "running" || failed > 0) throw new Error(`${state}, ${failed} pages failed`);
    const says = given ?? simulated();
    const visits = `${median(underWay)} of ${SETTINGS.workers * SETTINGS.connections} visits under way`;
    const what = `${SETTINGS.workers} workers, ${SETTINGS.hosts} hosts of Zipf sizes`;
    const of =
      says === undefined ? "" : `, ${(rate / says).toFixed(2)} of the ${says.toFixed(1)} that a simulation says`;
    const goal = says === undefined ? "none without a simulation" : `${GOAL} of it`;
    figure(what, `${rate.toFixed(1)} pages/s${of}; ${visits}`, goal, says === undefined || rate >= GOAL * says);
    figure("requests to one host at once", `${site.most()} (of ${site.asked()} requests)`, "1", site.most() === 1);
  } finally {
    store.close();
    naming.unsubscribe();
  }
}
