import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { firstValueFrom, type Observable } from "rxjs";
import { describe, expect, it } from "vitest";
import { redisStore } from "../../../src/tasks/redis/store.ts";
import { redisInstalled, redisServer } from "../../support/redis.ts";
import { crawlTask, PACE, page, place } from "./given.ts";

const answer = <T>(asked: Observable<T>): Promise<T> => firstValueFrom(asked);

/** Passes on to a Redis, and cuts the connection instead of the first answer to what has a word in it. */
async function cutting(redisUrl: string, word: string) {
  let cuts = 0;
  const server = createServer((client) => {
    const redis = connect(Number(new URL(redisUrl).port), "127.0.0.1");
    let isAsked = false;
    client.on("data", (chunk) => {
      isAsked ||= cuts === 0 && chunk.includes(word);
      redis.write(chunk);
    });
    redis.on("data", (chunk) => {
      if (!isAsked || cuts > 0) return void client.write(chunk);
      cuts += 1;
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
  return { url: `redis://127.0.0.1:${port}`, cuts: () => cuts, close: () => server.close() };
}

describe.skipIf(!redisInstalled)("an answer of Redis that is lost on its way (redis-server is installed)", () => {
  it("is given again: no claim stays with nobody, and nothing is taken twice", async () => {
    await using server = await redisServer();
    const proxy = await cutting(server.url, "taker-1");
    const store = redisStore(proxy.url);
    try {
      // Redis knows the script from then on.
      expect((await answer(store.take("first", 10, 1, "visit"))).claims).toEqual([]);
      const { id } = crawlTask();
      await answer(store.order(crawlTask({ id, seeds: [place("a.example"), place("b.example")] })));
      const { claims } = await answer(store.take("taker-1", 10, 1, "visit"));
      expect(proxy.cuts()).toBe(1);
      expect(claims.map(({ host }) => host).sort()).toEqual(["a.example", "b.example"]);
      expect(await answer(store.byId(id))).toMatchObject({ waiting: 0, claimed: 2 });
      for (const claim of claims) expect(await answer(store.settle(claim, page(claim.url), [], PACE))).toBe(true);
      expect(await answer(store.byId(id))).toMatchObject({ state: "completed", docs: 2, waiting: 0, claimed: 0 });
    } finally {
      store.close();
      proxy.close();
    }
  });
});
