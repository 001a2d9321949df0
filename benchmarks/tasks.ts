/**
 * What durability costs and whether it holds.
 *
 * - A crawl of made pages on loopback, in memory and as a task on SQLite, in alternating rounds: pages a second.
 * - 1,000 tasks of 10 pages at once: the slowest against the median.
 * - 100,000 documents: memory of the serving process, and the time of a page of results at the list's end.
 * - 50 times kill -9 at random moments of a 300-page crawl, by real processes.
 *
 * Run: `node benchmarks/tasks.ts [rounds] [kills]`
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { firstValueFrom, lastValueFrom, toArray } from "rxjs";
import { readConfig } from "../src/config.ts";
import { crawl } from "../src/pipelines/crawl/crawl.ts";
import { crawlOptions } from "../src/pipelines/crawl/options.ts";
import { sqliteStore } from "../src/tasks/sqlite/client.ts";
import { createTasks } from "../src/tasks/tasks.ts";
import { createUpstream } from "../src/upstream/upstream.ts";
import { linkedSite } from "../test/pipelines/crawl/site.ts";
import { surviving } from "../test/tasks/surviving.ts";
import { loopback } from "../test/upstream/loopback.ts";

const [rounds = 5, kills = 50] = process.argv.slice(2).map(Number);
const PAGES = 1_000;
const config = readConfig({ ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8" });
const upstream = createUpstream(config);
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const site = linkedSite(PAGES, [], 1);
await using server = await loopback((request, response) => {
  const path = (request.url ?? "/").split("?")[0] ?? "/";
  const body = path.startsWith("/small/") ? smallPage(path) : site.get(path);
  response.writeHead(body ? 200 : 404, { "content-type": "text/html" }).end(body);
});

function smallPage(path: string): string {
  const [, , task, page = "0"] = path.split("/");
  const links = page === "0" ? Array.from({ length: 9 }, (_, n) => `<a href="/small/${task}/${n + 1}">n</a>`) : [];
  return `<title>${path}</title><p>${`Page ${path} has some words of its own. `.repeat(5)}</p>${links.join("")}`;
}

function engine(dataDir: string) {
  return createTasks({
    dataDir,
    visits: 24,
    units: 1,
    keepMs: 3_600_000,
    maxOpen: 100_000,
    maxPages: 1_000_000,
    maxBytes: config.TASKS_MAX_BYTES,
    upstream,
    webhooks: { retryMs: [] },
    runUnit: () => {
      throw new Error("no units here");
    },
    onBroken: (error) => console.error(error),
  });
}

async function inFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), "bench-tasks-"));
  try {
    return await work(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

const inMemory = async (): Promise<number> => {
  const begin = performance.now();
  const request = { url: server.url, ...crawlOptions.parse({ limit: 20_000, max_depth: 100, timeout: 3_600 }) };
  const events = await lastValueFrom(crawl(request, { upstream }).pipe(toArray()));
  const pages = events.filter(({ event }) => event === "page").length;
  return pages / ((performance.now() - begin) / 1000);
};

const asTask = (): Promise<number> =>
  inFolder(async (dataDir) => {
    const tasks = engine(dataDir);
    const begin = performance.now();
    const options = { limit: "20000", max_depth: "100" };
    const placed = await firstValueFrom(tasks.order("", { order: { kind: "crawl", url: server.url, options } }));
    if (!("row" in placed)) throw new Error(placed.refused);
    const { docs } = await firstValueFrom(tasks.untilOver(placed.row));
    const rate = docs / ((performance.now() - begin) / 1000);
    await firstValueFrom(tasks.close(), { defaultValue: undefined });
    return rate;
  });

await inMemory();
const rates = { memory: [] as number[], task: [] as number[] };
for (let round = 0; round < rounds; round += 1) {
  rates.memory.push(await inMemory());
  rates.task.push(await asTask());
}
const [memory, task] = [median(rates.memory), median(rates.task)];
console.log(
  `${PAGES} pages, ${rounds} alternating rounds: ${memory.toFixed(0)} pages/s in memory, ${task.toFixed(0)} as a task (${(100 * (1 - task / memory)).toFixed(0)} % less; bar: 10 %)`,
);

await inFolder(async (dataDir) => {
  const tasks = engine(dataDir);
  const begin = performance.now();
  const ends = await Promise.all(
    Array.from({ length: 1_000 }, async (_, n) => {
      const order = { kind: "crawl" as const, url: `${server.url}/small/${n}/0`, options: { limit: "10" } };
      const placed = await firstValueFrom(tasks.order("", { order }));
      if (!("row" in placed)) throw new Error(placed.refused);
      await firstValueFrom(tasks.untilOver(placed.row));
      return performance.now() - begin;
    }),
  );
  const slowest = Math.max(...ends);
  console.log(
    `1,000 tasks of 10 pages: median ${(median(ends) / 1000).toFixed(1)} s, slowest ${(slowest / 1000).toFixed(1)} s, ratio ${(slowest / median(ends)).toFixed(2)} (bar: 2)`,
  );
  await firstValueFrom(tasks.close(), { defaultValue: undefined });
});

await inFolder(async (dataDir) => {
  const store = sqliteStore(dataDir);
  const text = "words of a page in a sentence of some length ".repeat(240);
  const id = "many";
  const places = (from: number) =>
    Array.from({ length: 100 }, (_, n) => ({
      key: BigInt(from + n),
      host: `h${(from + n) % 50}`,
      url: `https://h/${from + n}`,
      depth: 0,
      bounds: [],
    }));
  const order = { v: 1, kind: "crawl", url: "https://h/", options: {} } as const;
  const deadlineAt = Date.now() + 86_400_000;
  await firstValueFrom(
    store.order({
      id,
      owner: "",
      order,
      deadlineAt,
      limit: 1e6,
      maxBreadth: null,
      pool: "visit",
      seeds: places(0),
      maxOpen: 10,
    }),
  );
  let found = 100;
  for (let kept = 0; kept < 100_000; ) {
    const { claims } = await firstValueFrom(store.take("p", 50, 1, "visit"));
    await Promise.all(
      claims.map((claim, index) => {
        const body = JSON.stringify({
          url: claim.url,
          title: `Page ${kept}`,
          raw_content: `${claim.seq} ${text}`,
          depth: 0,
        });
        const more = index === 0 && found < 100_050 ? places(found) : [];
        found += more.length;
        const outcome = { kind: "page", body, url: claim.url, depth: 0, disallowed: false, sites: [] } as const;
        return firstValueFrom(store.settle(claim, outcome, more, { answeredMs: 0, spacingMs: 0, retryAfterMs: 0 }));
      }),
    );
    kept += claims.length;
    if (claims.length === 0) break;
  }
  const { docs = 0 } = (await firstValueFrom(store.byId(id))) ?? {};
  const took: number[] = [];
  for (let n = 0; n < 50; n += 1) {
    const begin = performance.now();
    await firstValueFrom(store.documents(id, Math.floor((docs - 100) * (n / 50)), 100));
    took.push(performance.now() - begin);
  }
  const rss = Math.round(process.memoryUsage.rss() / 1024 / 1024);
  const { bytes } = await firstValueFrom(store.stats());
  console.log(
    `${docs} pages of 11,000 characters: ${rss} MB resident (bar: 300), ${Math.round(bytes / 1024 / 1024)} MB on disk, 100 of them read in ${median(took).toFixed(1)} ms, at worst ${Math.max(...took).toFixed(1)} (bar: 50)`,
  );
  store.close();
});

const signals = Array.from({ length: kills }, () => "SIGKILL" as const);
const { last, urls, asked } = await surviving({ pages: 300, answerMs: 200, signals });
const requests = [...asked.values()].reduce((sum, n) => sum + n, 0);
console.log(
  `${kills} times kill -9 in a crawl of 300 pages: ${last.state}, ${urls.length} pages, ${new Set(urls).size} distinct, ${requests - 300} requests made again`,
);
await upstream.close();
