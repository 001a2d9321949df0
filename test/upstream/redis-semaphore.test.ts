import { firstValueFrom } from "rxjs";
import { describe, expect, test } from "vitest";
import { redisSemaphore } from "../../src/upstream/redis-semaphore.ts";
import type { HostSemaphore, Turn } from "../../src/upstream/shared-rate-limiter.ts";
import { freePort, redisInstalled, redisServer } from "../support/redis.ts";
import { eventually, PATIENCE_MS } from "../support/until.ts";

const pace = { key: "host", concurrency: 2, minIntervalMs: 0 };
const enter = (
  places: HostSemaphore,
  token: string,
  given = pace,
  patienceMs = 60_000,
  queueMs = 60_000,
): Promise<Turn> => firstValueFrom(places.enter(given, token, patienceMs, queueMs));

/** Connected: what is asked before goes on alone. */
async function opened(url: string): Promise<HostSemaphore> {
  const places = redisSemaphore(url, () => undefined);
  for (;;) {
    const token = places.token();
    try {
      await enter(places, token, { ...pace, key: "first" });
      places.leave("first", token);
      return places;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 10));
      places.leave("first", token);
    }
  }
}

describe.skipIf(!redisInstalled)("places at hosts in Redis (redis-server is installed)", () => {
  test("are counted over all processes, and told of when they are free again", async () => {
    await using server = await redisServer();
    const [one, two] = [await opened(server.url), await opened(server.url)];
    const [a, b, c] = [one.token(), two.token(), two.token()];
    expect(await enter(one, a)).toEqual({ kind: "in", inMs: 0 });
    expect(await enter(one, a)).toEqual({ kind: "in", inMs: 0 });
    expect(await enter(two, b)).toEqual({ kind: "in", inMs: 0 });
    expect(await enter(two, c)).toEqual({ kind: "full" });
    const freed: string[] = [];
    two.freed$.subscribe((key) => freed.push(key));
    one.leave("host", a);
    expect(await eventually(() => freed.length > 0)).toBe(true);
    expect(freed).toEqual(["host"]);
    expect(await enter(two, c)).toEqual({ kind: "in", inMs: 0 });
    one.close();
    two.close();
  });

  test("are given in turn where a host is asked with a spacing, and not where the queue is too long", async () => {
    await using server = await redisServer();
    const [one, two] = [await opened(server.url), await opened(server.url)];
    const spaced = { key: "slow", concurrency: 6, minIntervalMs: 10_000 };
    expect(await enter(one, one.token(), spaced)).toEqual({ kind: "in", inMs: 0 });
    const second = await enter(two, two.token(), spaced);
    const third = await enter(one, one.token(), spaced);
    if (second.kind !== "in" || third.kind !== "in") throw new Error("each has its turn");
    expect(second.inMs).toBeGreaterThan(5_000);
    expect(third.inMs - second.inMs).toBeGreaterThan(9_000);
    expect(await enter(two, two.token(), spaced, 60_000, 20_000)).toMatchObject({ kind: "queued" });
    one.close();
    two.close();
  });

  test("are not given while a host rests that asked one process for it", async () => {
    await using server = await redisServer();
    const [one, two] = [await opened(server.url), await opened(server.url)];
    one.hold("host", 30_000);
    const turns: Turn[] = [];
    while (turns.at(-1)?.kind !== "held") {
      const token = two.token();
      turns.push(await enter(two, token, pace, 1_000));
      two.leave("host", token);
    }
    const late = await enter(two, two.token(), pace);
    expect(late).toMatchObject({ kind: "in" });
    one.close();
    two.close();
  });

  test("are free again once Redis is back, which was away when they were left", async () => {
    await using server = await redisServer();
    const [one, two] = [await opened(server.url), await opened(server.url)];
    const alone = { ...pace, concurrency: 1 };
    const token = one.token();
    expect(await enter(one, token, alone)).toEqual({ kind: "in", inMs: 0 });
    await server.kill();
    one.leave("host", token);
    await server.start();
    const next = two.token();
    const turn = (): Promise<Turn | undefined> => enter(two, next, alone).catch(() => undefined);
    let came = await turn();
    for (const end = performance.now() + PATIENCE_MS; came?.kind !== "in" && performance.now() < end; ) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      came = await turn();
    }
    expect(came).toEqual({ kind: "in", inMs: 0 });
    one.close();
    two.close();
  });

  test("are this process's alone where Redis is away: that is told once", async () => {
    const said: string[] = [];
    const places = redisSemaphore(`redis://127.0.0.1:${await freePort()}`, (message) => said.push(message));
    await expect(enter(places, places.token())).rejects.toThrow();
    await expect(enter(places, places.token())).rejects.toThrow();
    expect(await eventually(() => said.length > 0)).toBe(true);
    expect(said).toEqual([expect.stringMatching(/paced in this process alone.*TASKS_REDIS_URL/)]);
    places.close();
  });
});
