import { fork } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { setTimeout as after } from "node:timers/promises";
import { EMPTY, firstValueFrom, type Observable, of, tap } from "rxjs";
import { describe, expect, it } from "vitest";
import { machineName } from "../../../src/tasks/machine.ts";
import { redisStore } from "../../../src/tasks/redis/store.ts";
import { type Handler, linkedSite, madePage, serving } from "../../pipelines/crawl/site.ts";
import { redisInstalled, redisServer } from "../../support/redis.ts";
import { PATIENCE_MS } from "../../support/until.ts";
import { loopback } from "../../upstream/loopback.ts";
import { crawlTask, PACE, page, place } from "./given.ts";

const PAGES = 30;
/** Besides these, pages that only a redirect leads to. */
const MOVED = Array.from({ length: 8 }, (_, n) => `/moved/${n}`);
const ALL = PAGES + MOVED.length;
const CHILD = new URL("../engine-child.ts", import.meta.url);
/** Most of it is the start of a process. */
const timeout = 2 * PATIENCE_MS;

const answer = <T>(asked: Observable<T>): Promise<T> => firstValueFrom(asked);

/**
 * Passes on to a Redis, and cuts the connection instead of each answer that is to be lost. `question` is what was sent on the
 * connection since its last answer, `nth` counts the answers of all connections.
 */
async function losing(redisUrl: string, isLost: (question: string, nth: number, lost: number) => boolean) {
  let [answers, lost] = [0, 0];
  const server = createServer((client) => {
    const redis = connect(Number(new URL(redisUrl).port), "127.0.0.1");
    let question = "";
    client.on("data", (chunk) => {
      question += chunk.toString("latin1");
      redis.write(chunk);
    });
    redis.on("data", (chunk) => {
      answers += 1;
      const asked = question;
      question = "";
      if (!isLost(asked, answers, lost)) return void client.write(chunk);
      lost += 1;
      client.destroy();
      redis.destroy();
    });
    for (const [one, other] of [
      [client, redis],
      [redis, client],
    ] as const)
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `redis://127.0.0.1:${port}`, lost: () => lost, close: () => server.close() };
}

/** Loses the first answer to what has a word in it. */
const firstTo = (word: string) => (question: string, _nth: number, lost: number) =>
  lost === 0 && question.includes(word);

describe.skipIf(!redisInstalled)("an answer of Redis that is lost on its way (redis-server is installed)", () => {
  it("is given again: no claim stays with nobody, and nothing is taken twice", async () => {
    await using server = await redisServer();
    const proxy = await losing(server.url, firstTo("taker-1"));
    const store = redisStore(proxy.url);
    try {
      // Redis knows the script from then on.
      expect((await answer(store.take("first", 10, 1, "visit"))).claims).toEqual([]);
      const { id } = crawlTask();
      await answer(store.order(crawlTask({ id, seeds: [place("a.example"), place("b.example")] })));
      const { claims } = await answer(store.take("taker-1", 10, 1, "visit"));
      expect(proxy.lost()).toBe(1);
      expect(claims.map(({ host }) => host).sort()).toEqual(["a.example", "b.example"]);
      expect(await answer(store.byId(id))).toMatchObject({ waiting: 0, claimed: 2 });
      for (const claim of claims) expect(await answer(store.settle(claim, page(claim.url), [], PACE))).toBe(true);
      expect(await answer(store.byId(id))).toMatchObject({ state: "completed", docs: 2, waiting: 0, claimed: 0 });
    } finally {
      store.close();
      proxy.close();
    }
  });

  it("leaves who may ask a host for its robots.txt as it was said: nobody waits for one who does not ask", async () => {
    await using server = await redisServer();
    const proxy = await losing(server.url, firstTo(":asking"));
    const store = redisStore(proxy.url);
    let fetches = 0;
    try {
      const file$ = of({ kind: "none" } as const).pipe(
        tap(() => {
          fetches += 1;
        }),
      );
      const begin = performance.now();
      expect(await answer(store.robots?.of("https://a.example", file$) ?? EMPTY)).toEqual({ kind: "none" });
      expect(proxy.lost()).toBe(1);
      expect(fetches).toBe(1);
      // Another may ask after fifteen seconds.
      expect(performance.now() - begin).toBeLessThan(15_000);
    } finally {
      store.close();
      proxy.close();
    }
  });

  it("admits a redirect's target all the same", async () => {
    await using server = await redisServer();
    const proxy = await losing(server.url, firstTo("7777777777"));
    const store = redisStore(proxy.url);
    try {
      const { id } = crawlTask();
      await answer(store.order(crawlTask({ id })));
      // Redis knows the script from then on.
      expect(await answer(store.admit(id, 1_111_111_111n, 5n))).toBe(true);
      expect(await answer(store.admit(id, 7_777_777_777n, 5n))).toBe(true);
      expect(proxy.lost()).toBe(1);
      expect(await answer(store.admit(id, 7_777_777_777n, 6n))).toBe(false);
    } finally {
      store.close();
      proxy.close();
    }
  });

  it("costs a crawl nothing that loses every tenth: each page once, nothing stays claimed", { timeout }, async () => {
    const asked: string[] = [];
    const moved = Object.fromEntries(
      MOVED.flatMap(
        (path, n) =>
          [
            [path, (_, response) => response.writeHead(302, { location: `/found/${n}` }).end()],
            [
              `/found/${n}`,
              (_, response) => response.writeHead(200, { "content-type": "text/html" }).end(madePage(PAGES + n)),
            ],
          ] satisfies [string, Handler][],
      ),
    );
    await using site = await loopback(serving(linkedSite(PAGES, MOVED, 1), moved, asked));
    await using server = await redisServer();
    const proxy = await losing(server.url, (_question, nth) => nth % 10 === 0);
    const store = redisStore(server.url);
    const child = fork(CHILD, [proxy.url, site.url], { execArgv: [] });
    try {
      const [said] = await once(child, "message");
      expect(said).toEqual({ id: expect.any(String) });
      const row = () => answer(store.byId(said.id));
      while (((await row())?.ended_at ?? null) === null) await after(10);

      expect(await row()).toMatchObject({ state: "completed", docs: ALL, notes: 0, waiting: 0, claimed: 0 });
      const texts = await answer(store.documents(said.id, 0, 2 * ALL));
      expect(texts).toHaveLength(ALL);
      expect(new Set(texts.map((text): string => JSON.parse(text).url)).size).toBe(ALL);
      expect(asked.map((path) => path.split("?")[0]).sort()).toEqual([...new Set(asked)].sort());
      // As if the process were dead: what it still held would be given back.
      const self = { id: "another", machine: machineName(), pid: process.pid };
      expect(await answer(store.reclaim(self, [], 100))).toBe(0);
      expect(await answer(store.stats())).toMatchObject({ waiting: 0, claimed: 0 });
      expect(proxy.lost()).toBeGreaterThan(ALL / 10);
    } finally {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
      store.close();
      proxy.close();
    }
  });
});
