/**
 * Tasks past one machine. `npm run bench -- cluster`, or parts of it: `npm run bench -- cluster:kills`.
 *
 * - workers: pages a second of one worker and of two on one Redis, in alternating rounds, over a site of many hosts that
 *   answers after a while, so that neither the site nor one processor is the limit.
 * - kills: 50 ends of a worker at random moments of a crawl by two.
 * - redis: three times kill -9 of Redis in one crawl.
 * - zipf: pages a second of three workers over 2,000 hosts of very different sizes, beside what a simulation says; where that is not
 *   there, beside `--simulated=<pages a second>`.
 */
import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as after } from "node:timers/promises";
import { firstValueFrom } from "rxjs";
import { placed } from "../src/pipelines/crawl/discovery.ts";
import { placeOf } from "../src/tasks/frontier.ts";
import { ORDER_VERSION } from "../src/tasks/order.ts";
import { redisStore } from "../src/tasks/redis/store.ts";
import type { NewTask } from "../src/tasks/store.ts";
import { linkedSite } from "../test/pipelines/crawl/site.ts";
import { redisInstalled, redisServer } from "../test/support/redis.ts";
import { survivingTogether } from "../test/tasks/redis/surviving.ts";
import { loopback } from "../test/upstream/loopback.ts";
import { figure, median, runParts } from "./beside/figure.ts";
import { zipf } from "./beside/tasks/zipf.ts";

const HOSTS = 10;
const PAGES = 50;
const ROUNDS = 3;
/** Twenty-four visits of one worker are then the limit: ten hosts allow sixty at once. */
const ANSWER_MS = 1_000;
const ENDS = 50;
const KILLED_PAGES = 300;
/** So slow that the crawl outlasts the ends, of which each leaves the other worker at work. */
const SLOW_MS = 1_500;

if (!redisInstalled) {
  console.log("redis-server is not installed: nothing is measured");
  process.exit(0);
}

async function pagesASecond(workers: number): Promise<number> {
  const site = linkedSite(PAGES, [], 1);
  await using hosts = new AsyncDisposableStack();
  const urls: string[] = [];
  for (let host = 0; host < HOSTS; host += 1) {
    const server = hosts.use(
      await loopback((request, response) => {
        const path = (request.url ?? "/").split("?")[0] ?? "/";
        const body = site.get(path);
        const answer = () => response.writeHead(body ? 200 : 404, { "content-type": "text/html" }).end(body);
        setTimeout(answer, body ? ANSWER_MS : 0);
      }),
    );
    urls.push(server.url);
  }
  await using redis = await redisServer("--appendfsync", "everysec");
  const store = redisStore(redis.url);
  const children: ChildProcess[] = [];
  try {
    for (let worker = 0; worker < workers; worker += 1) {
      const child = fork(new URL("../test/tasks/engine-child.ts", import.meta.url), [redis.url], { execArgv: [] });
      children.push(child);
      await once(child, "message");
    }
    const begun = performance.now();
    const ids = urls.map(() => randomUUID());
    for (const [index, url] of urls.entries()) await firstValueFrom(store.order(taskOf(ids[index] ?? "", url)));
    for (const id of ids) while (((await firstValueFrom(store.byId(id)))?.ended_at ?? null) === null) await after(20);
    const took = performance.now() - begun;
    const rows = await Promise.all(ids.map((id) => firstValueFrom(store.byId(id))));
    const kept = rows.reduce((sum, row) => sum + (row?.docs ?? 0), 0);
    if (kept !== HOSTS * PAGES) throw new Error(`${kept} pages were kept of ${HOSTS * PAGES}`);
    return (kept * 1_000) / took;
  } finally {
    for (const child of children) child.kill("SIGKILL");
    store.close();
  }
}

const taskOf = (id: string, url: string): NewTask => ({
  id,
  owner: "benchmark",
  order: { v: ORDER_VERSION, kind: "crawl", url, options: { limit: String(PAGES * 2), max_depth: "100" } },
  deadlineAt: Date.now() + 3_600_000,
  limit: PAGES * 2,
  maxBreadth: null,
  pool: "visit",
  seeds: [placeOf(placed(new URL(url), 0))],
  maxOpen: HOSTS,
});

async function workers(): Promise<void> {
  const rates: Record<"one" | "two", number[]> = { one: [], two: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.one.push(await pagesASecond(1));
    rates.two.push(await pagesASecond(2));
  }
  const [one, two] = [median(rates.one), median(rates.two)];
  const each = `${one.toFixed(1)} and ${two.toFixed(1)} pages/s, ${ROUNDS} alternating rounds`;
  figure("two workers beside one", `${(two / one).toFixed(2)} times (${each})`, "1.6 times", two / one >= 1.6);
}

async function endings(what: (ends: number) => string, answerMs: number, ends: Ends): Promise<void> {
  const { last, urls, counts, asked } = await survivingTogether({ pages: KILLED_PAGES, answerMs, ends });
  const again = [...asked.values()].reduce((sum, times) => sum + times - 1, 0);
  const distinct = new Set(urls).size;
  figure(
    `${what(counts.filter((docs) => docs < KILLED_PAGES).length)} in a crawl of ${KILLED_PAGES} pages by two workers`,
    `${last.state}, ${distinct} pages, ${urls.length - distinct} of them twice, ${again} requests made again`,
    `completed, ${KILLED_PAGES}, none twice`,
    last.state === "completed" && distinct === KILLED_PAGES && urls.length === KILLED_PAGES,
  );
}
type Ends = Parameters<typeof survivingTogether>[0]["ends"];

const kills = (): Promise<void> =>
  endings(
    (ends) => `${ends} ends of a worker, one in five by SIGTERM,`,
    SLOW_MS,
    Array.from({ length: ENDS }, (_, index) => (index % 5 === 4 ? "SIGTERM" : "SIGKILL")),
  );

const redis = (): Promise<void> => endings((ends) => `${ends} times kill -9 of Redis`, 60, ["redis", "redis", "redis"]);

const SIMULATED = "--simulated=";
const words = process.argv.slice(2);
const simulated = words.find((word) => word.startsWith(SIMULATED))?.slice(SIMULATED.length);

await runParts(
  { workers, kills, redis, zipf: () => zipf(simulated === undefined ? undefined : Number(simulated)) },
  words.filter((word) => !word.startsWith(SIMULATED)),
);
