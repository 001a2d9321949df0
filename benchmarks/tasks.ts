/**
 * What durability costs and whether it holds. `npm run bench -- tasks`, or parts of it: `npm run bench -- tasks:fair,kills`.
 *
 * - durability: a crawl on loopback, in memory and as a task on SQLite, in alternating rounds: pages a second; of real pages
 *   where those are there, and of made ones of a few hundred words, which cost the service the least and so show the most.
 * - fair: 1,000 tasks of 10 pages at once: the slowest against the median.
 * - large: a service over a task of 100,000 pages: its memory, and the time of a hundred results, wherever in the list.
 * - status: response time of a job's status beside a running crawl.
 * - watchers: what 60 clients that watch a crawl cost it.
 * - start: what 1,000 finished and 5 open tasks cost the start of a service.
 * - kills: 50 times kill -9 at random moments of a 300-page crawl, by real processes.
 */
import { lastValueFrom, toArray } from "rxjs";
import { crawl } from "../src/pipelines/crawl/crawl.ts";
import { crawlOptions } from "../src/pipelines/crawl/options.ts";
import type { Upstream } from "../src/upstream/types.ts";
import { hasRealPages, linkedSite, madePage } from "../test/pipelines/crawl/site.ts";
import { ended, served } from "../test/tasks/service.ts";
import { surviving } from "../test/tasks/surviving.ts";
import { loopback } from "../test/upstream/loopback.ts";
import { alternating, figure, median, runParts } from "./beside/figure.ts";
import { crawled, inFolder, withTasks, withUpstream } from "./beside/tasks/engine.ts";
import { filled } from "./beside/tasks/filled.ts";
import { start } from "./beside/tasks/start.ts";
import { status, watchers } from "./beside/tasks/status.ts";

const PAGES = 1_000;
const REAL_PAGES = 400;
const ROUNDS = 4;
const TASKS = 1_000;
const MANY = 100_000;
const AT_ONCE = 100;
const KILLS = 50;
const KILLED_PAGES = 300;

async function durability(): Promise<void> {
  if (hasRealPages) await costOf("real", REAL_PAGES, REAL_PAGES);
  await costOf("made", PAGES, 1);
}

async function costOf(kind: string, pages: number, real: number): Promise<void> {
  const site = linkedSite(pages, [], real);
  await using server = await loopback((request, response) => {
    const body = site.get((request.url ?? "/").split("?")[0] ?? "/");
    response.writeHead(body ? 200 : 404, { "content-type": "text/html" }).end(body);
  });
  const limit = pages * 2;
  const inMemory = async (upstream: Upstream): Promise<number> => {
    const begin = performance.now();
    const request = { url: server.url, ...crawlOptions.parse({ limit, max_depth: 100, timeout: 3_600 }) };
    const events = await lastValueFrom(crawl(request, { upstream }).pipe(toArray()));
    return rateOf(events.filter(({ event }) => event === "page").length, pages, begin);
  };
  await withUpstream((upstream) =>
    withTasks(upstream, async (tasks) => {
      const asTask = async (): Promise<number> => {
        const begin = performance.now();
        const { docs, notes } = await crawled(tasks, server.url, limit);
        return rateOf(docs + notes, pages, begin);
      };
      // What is loaded and compiled at first use, and the start of the store's thread, are no cost of a page.
      await inMemory(upstream);
      await asTask();
      const [memory, task] = await alternating(ROUNDS, () => inMemory(upstream), asTask);
      const cost = 100 * (1 - task / memory);
      const each = `${memory.toFixed(0)} pages/s in memory, ${task.toFixed(0)} as a task, ${ROUNDS} alternating rounds`;
      figure(`durability, ${kind} pages`, `${cost.toFixed(1)} % less (${each})`, "at most 10 %", cost <= 10);
    }),
  );
}

const rateOf = (pages: number, wanted: number, begin: number): number => {
  if (pages !== wanted) throw new Error(`${pages} pages were read of ${wanted}`);
  return pages / ((performance.now() - begin) / 1000);
};

/** A page of its own words; the first of a task leads to the nine others. */
function smallPage(path: string): string {
  const [, task = "0", page = "0"] = path.split("/");
  const links = page === "0" ? Array.from({ length: 9 }, (_, n) => `<a href="/${task}/${n + 1}">n</a>`) : [];
  return madePage(Number(task) * 10 + Number(page)).replace("</body>", `${links.join("")}</body>`);
}

async function fair(): Promise<void> {
  await using server = await loopback((request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const found = path !== "/robots.txt";
    response.writeHead(found ? 200 : 404, { "content-type": "text/html" }).end(found ? smallPage(path) : "");
  });
  await withUpstream((upstream) =>
    withTasks(upstream, async (tasks) => {
      const begin = performance.now();
      const ends = await Promise.all(
        Array.from({ length: TASKS }, async (_, n) => {
          const { docs } = await crawled(tasks, `${server.url}/${n}/0`, 10);
          if (docs !== 10) throw new Error(`task ${n} kept ${docs} pages`);
          return (performance.now() - begin) / 1000;
        }),
      );
      const [middle, slowest] = [median(ends), Math.max(...ends)];
      figure(
        `${TASKS} tasks of 10 pages at once`,
        `the slowest ends at ${(slowest / middle).toFixed(2)} times the median (${middle.toFixed(1)} and ${slowest.toFixed(1)} s)`,
        "at most 2 times",
        slowest <= 2 * middle,
      );
    }),
  );
}

async function large(): Promise<void> {
  await inFolder(async (dataDir) => {
    const id = await filled(dataDir, MANY);
    const service = await served(dataDir);
    try {
      const took: number[] = [];
      let [most, seen] = [0, 0];
      for (let offset = 0; offset < MANY; offset += AT_ONCE) {
        const begin = performance.now();
        const answer = await fetch(`${service.url}/tasks/${id}/results?offset=${offset}&limit=${AT_ONCE}`);
        const body: unknown = await answer.json();
        took.push(performance.now() - begin);
        seen += resultsIn(body);
        if (offset % (AT_ONCE * 50) === 0) most = Math.max(most, await residentMb(service.url));
      }
      most = Math.max(most, await residentMb(service.url));
      if (seen !== MANY) throw new Error(`${seen} pages were given of ${MANY}`);
      figure(`a service that gives ${MANY} pages`, `${most.toFixed(0)} MB resident at most`, "300 MB", most <= 300);
      const slow = took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0;
      const each = `${median(took).toFixed(1)} ms (99 of 100: ${slow.toFixed(1)}, the last: ${took.at(-1)?.toFixed(1)})`;
      figure(`${AT_ONCE} results of 11,000 characters`, each, "at most 50 ms", median(took) <= 50);
    } finally {
      await ended(service.child, "SIGTERM");
    }
  });
}

const resultsIn = (body: unknown): number =>
  typeof body === "object" && body !== null && "results" in body && Array.isArray(body.results)
    ? body.results.length
    : 0;

async function residentMb(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1024 / 1024;
}

async function kills(): Promise<void> {
  const signals = Array.from({ length: KILLS }, () => "SIGKILL" as const);
  const { last, urls, counts, asked } = await surviving({ pages: KILLED_PAGES, answerMs: 200, signals });
  const again = [...asked.values()].reduce((sum, n) => sum + n - 1, 0);
  const distinct = new Set(urls).size;
  figure(
    `${counts.filter((docs) => docs < KILLED_PAGES).length} times kill -9 in a crawl of ${KILLED_PAGES} pages`,
    `${last.state}, ${distinct} pages, ${urls.length - distinct} of them twice, ${again} requests made again`,
    `completed, ${KILLED_PAGES}, none twice`,
    last.state === "completed" && distinct === KILLED_PAGES && urls.length === KILLED_PAGES,
  );
}

await runParts({ durability, fair, large, status, watchers, start, kills }, process.argv.slice(2));
