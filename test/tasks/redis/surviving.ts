import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as after } from "node:timers/promises";
import { firstValueFrom } from "rxjs";
import type { TaskRow } from "../../../src/tasks/order.ts";
import { redisStore } from "../../../src/tasks/redis/store.ts";
import { linkedSite } from "../../pipelines/crawl/site.ts";
import { redisServer } from "../../support/redis.ts";
import { loopback } from "../../upstream/loopback.ts";

export interface Survived {
  readonly last: TaskRow;
  /** The addresses of the documents, in their order. */
  readonly urls: readonly string[];
  /** Pages kept when each end was over. */
  readonly counts: readonly number[];
  /** Requests for each page, by its path. */
  readonly asked: ReadonlyMap<string, number>;
}

interface Surviving {
  readonly pages: number;
  /** Milliseconds of one answer. */
  readonly answerMs: number;
  /** What ends each time: a worker, killed, or one that is asked to stop; or Redis, killed. */
  readonly ends: readonly ("SIGKILL" | "SIGTERM" | "redis")[];
}

const LOOK_MS = 10;
const RANDOM_MS = 150;

/** Crawls a site by two workers on one Redis, one of the three being ended again and again at a random moment. */
export async function survivingTogether({ pages, answerMs, ends }: Surviving): Promise<Survived> {
  const site = linkedSite(pages, [], 1);
  const asked = new Map<string, number>();
  await using server = await loopback((request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const body = site.get(path);
    if (body !== undefined) asked.set(path, (asked.get(path) ?? 0) + 1);
    setTimeout(() => response.writeHead(body ? 200 : 404, { "content-type": "text/html" }).end(body), answerMs);
  });
  await using redis = await redisServer();
  const store = redisStore(redis.url);
  const workers: ChildProcess[] = [];
  const begun = async (...order: readonly string[]): Promise<string> => {
    const child = fork(new URL("../engine-child.ts", import.meta.url), [redis.url, ...order], { execArgv: [] });
    workers.push(child);
    const [said] = await once(child, "message");
    return typeof said === "object" && said !== null && "id" in said ? String(said.id) : "";
  };
  const id = await begun(server.url);
  await begun();
  const row = async (): Promise<TaskRow> => {
    const found = await firstValueFrom(store.byId(id));
    if (!found) throw new Error("the task is gone");
    return found;
  };
  try {
    const counts: number[] = [];
    for (const end of ends) {
      const before = counts.at(-1) ?? 0;
      while ((await row()).docs <= before && before < pages) await after(LOOK_MS);
      await after(Math.random() * RANDOM_MS);
      if (end === "redis") {
        await redis.kill();
        await redis.start();
      } else {
        await ended(workers.shift(), end);
        await begun();
      }
      counts.push((await row()).docs);
    }
    while ((await row()).ended_at === null) await after(LOOK_MS);
    const last = await row();
    const urls: string[] = [];
    while (urls.length < last.docs) {
      const texts = await firstValueFrom(store.documents(id, urls.length, 100));
      if (texts.length === 0) throw new Error("a number is missing");
      urls.push(...texts.map((text): string => JSON.parse(text).url));
    }
    return { last, urls, counts, asked };
  } finally {
    await Promise.all(workers.map((child) => ended(child, "SIGKILL")));
    store.close();
  }
}

async function ended(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill(signal);
  await gone;
}
