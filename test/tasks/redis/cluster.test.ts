import { setTimeout as after } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linkedSite } from "../../pipelines/crawl/site.ts";
import { type RedisServer, redisInstalled, redisServer } from "../../support/redis.ts";
import { loopback } from "../../upstream/loopback.ts";
import { bodyOf } from "../service.ts";
import { type Cluster, cluster, type Member } from "./cluster.ts";

const LOOK_MS = 20;
/** What a slow machine makes of the clock of a site. */
const SLACK_MS = 20;

/** A site that notes what it is asked, how many at once, and when. */
async function site(pages: number, { answerMs = 20, robots = "" } = {}) {
  const paths = linkedSite(pages, [], 1);
  const asked = new Map<string, number>();
  const times: number[] = [];
  let under = 0;
  let atOnce = 0;
  const server = await loopback((request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    asked.set(path, (asked.get(path) ?? 0) + 1);
    times.push(performance.now());
    under += 1;
    atOnce = Math.max(atOnce, under);
    response.once("close", () => {
      under -= 1;
    });
    const body = path === "/robots.txt" ? Buffer.from(robots) : paths.get(path);
    setTimeout(() => response.writeHead(body ? 200 : 404, { "content-type": "text/html" }).end(body), answerMs);
  });
  return {
    url: server.url,
    asked,
    times,
    atOnce: () => atOnce,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function ordered(api: Member, url: string, more = ""): Promise<string> {
  const answer = await fetch(`${api.url}/crawl?q=${url}&limit=1000&max_depth=50&async=true${more}`);
  expect(answer.status).toBe(202);
  return answer.headers.get("location") ?? "";
}

const task = async (api: Member, path: string) => bodyOf(await fetch(api.url + path));

async function over(api: Member, path: string) {
  for (;;) {
    const body = await task(api, path);
    if (body.state !== "queued" && body.state !== "running") return body;
    await after(LOOK_MS);
  }
}

async function resultsOf(api: Member, path: string): Promise<readonly string[]> {
  const urls: string[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const page: Awaited<ReturnType<typeof bodyOf>> = await bodyOf(
      await fetch(`${api.url}${path}/results?limit=100&offset=${offset}`),
    );
    urls.push(...page.results.map(({ url }) => url));
    offset = page.next_offset;
  }
  return urls;
}

let redis: RedisServer;
let members: Cluster;
let one: Member;
let two: Member;
let workers: readonly Member[];

describe.skipIf(!redisInstalled)(
  "several processes on one Redis (redis-server is installed)",
  { timeout: 300_000 },
  () => {
    beforeAll(async () => {
      redis = await redisServer();
      members = cluster(redis.url);
      [one, two, ...workers] = await Promise.all([members.api(), members.api(), members.worker(), members.worker()]);
    }, 300_000);
    afterAll(async () => {
      await members[Symbol.asyncDispose]();
      await redis[Symbol.asyncDispose]();
    });

    it("crawl a site together: each page once, six requests at once over all, and robots.txt once", async () => {
      await using pages = await site(150);
      const path = await ordered(one, pages.url);
      expect(await over(two, path)).toMatchObject({ state: "completed", pages: { kept: 150, under_way: 0 } });
      const urls = await resultsOf(two, path);
      expect(new Set(urls).size).toBe(150);
      expect(urls).toHaveLength(150);
      expect(pages.atOnce()).toBeLessThanOrEqual(6);
      expect(pages.asked.get("/robots.txt")).toBe(1);
      expect([...pages.asked.values()].every((times) => times === 1)).toBe(true);
    });

    it("space their requests as a site's robots.txt asks, over all of them", async () => {
      await using pages = await site(12, { robots: "User-agent: *\nCrawl-delay: 0.3" });
      const path = await ordered(one, pages.url);
      expect(await over(two, path)).toMatchObject({ state: "completed", pages: { kept: 12 } });
      // The first is that of robots.txt.
      const gaps = pages.times.slice(2).map((time, index) => time - (pages.times[index + 1] ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThan(300 - SLACK_MS);
      expect(pages.atOnce()).toBe(1);
    });

    it("leave a task within a second of its cancel, whichever process is told", async () => {
      await using pages = await site(1_000, { answerMs: 30 });
      const path = await ordered(one, pages.url);
      while ((await task(two, path)).pages.kept < 20) await after(LOOK_MS);
      expect((await fetch(one.url + path, { method: "DELETE" })).status).toBe(200);
      const cancelled = performance.now();
      await after(2_000);
      expect(Math.max(...pages.times) - cancelled).toBeLessThan(1_000);
      expect(await task(two, path)).toMatchObject({ state: "cancelled" });
    });

    it("tell a reader that comes to another process the rest of its events, none twice and none missing", async () => {
      await using pages = await site(60);
      const path = await ordered(one, pages.url);
      const begun = await readEvents(one, path, undefined, 25);
      await one.end("SIGKILL");
      const rest = await readEvents(two, path, begun.at(-1)?.id, Number.POSITIVE_INFINITY);
      const all = [...begun, ...rest];
      // Who comes is told the state again; all else is told once.
      const ids = all.filter(({ event }) => event === "page" || event === "failed").map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const urls = all.filter(({ event }) => event === "page").map(({ url }) => url);
      expect(urls).toHaveLength(60);
      expect(new Set(urls).size).toBe(60);
      expect(all.at(-1)?.event).toBe("done");
    });

    it("go on through a rolling restart, and whoever reads events comes to the new process for the rest", async () => {
      await using pages = await site(200, { answerMs: 150 });
      // New ones beside the old, then the old ones one by one.
      const [three] = await Promise.all([members.api(), members.worker()]);
      const path = await ordered(two, pages.url);
      const reading = readEvents(two, path, undefined, Number.POSITIVE_INFINITY);
      while ((await task(two, path)).pages.kept < 10) await after(LOOK_MS);
      for (const old of [two, ...workers]) await old.end("SIGTERM");
      const begun = await reading;
      expect(begun.at(-1)?.event).not.toBe("done");
      const last = begun.findLast(({ id }) => id !== undefined)?.id;
      const rest = await readEvents(three, path, last, Number.POSITIVE_INFINITY);
      const told = [...begun, ...rest].filter(({ event }) => event === "page").map(({ url }) => url);
      expect(told).toHaveLength(200);
      expect(new Set(told).size).toBe(200);
      expect(rest.at(-1)?.event).toBe("done");
      expect(await task(three, path)).toMatchObject({ state: "completed", pages: { kept: 200, failed: 0 } });
      expect(new Set(await resultsOf(three, path)).size).toBe(200);
    });
  },
);

interface Told {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly url: unknown;
}

/** Reads a task's events to the end, or so many of its pages and then hangs up. */
async function readEvents(
  api: Member,
  path: string,
  last: string | undefined,
  pages: number,
): Promise<readonly Told[]> {
  const answer = await fetch(`${api.url}${path}/events`, {
    headers: { accept: "text/event-stream", ...(last !== undefined && { "last-event-id": last }) },
  });
  expect(answer.status).toBe(200);
  const told: Told[] = [];
  let text = "";
  for await (const bytes of answer.body ?? []) {
    text += Buffer.from(bytes).toString();
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
      const data = field("data");
      if (data === undefined) continue;
      told.push({ id: field("id"), event: field("event"), url: JSON.parse(data).url });
      // Leaving the loop hangs up.
      if (told.filter(({ event }) => event === "page").length >= pages) return told;
    }
  }
  return told;
}
