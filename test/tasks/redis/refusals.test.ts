import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { firstValueFrom, type Observable } from "rxjs";
import { describe, expect, it } from "vitest";
import { readOrder } from "../../../src/tasks/order.ts";
import { failureOf, unfitness } from "../../../src/tasks/redis/failures.ts";
import { redisStore } from "../../../src/tasks/redis/store.ts";
import type { TaskStore } from "../../../src/tasks/store.ts";
import { freePort, redisInstalled, redisServer } from "../../support/redis.ts";
import { eventually } from "../../support/until.ts";
import { crawlTask, PACE, page, place } from "./given.ts";

const answer = <T>(asked: Observable<T>): Promise<T> => firstValueFrom(asked);

describe("what an INFO says of a Redis", () => {
  const info = (more: Readonly<Record<string, string>>): string =>
    Object.entries({ redis_version: "7.0.15", role: "master", maxmemory_policy: "noeviction", ...more })
      .map(([name, value]) => `${name}:${value}\r\n`)
      .join("");

  it.each([
    ["a fit one", {}, undefined],
    ["one that evicts", { maxmemory_policy: "allkeys-lru" }, /evicts keys.*allkeys-lru.*noeviction/],
    ["an old one", { redis_version: "6.2.7" }, /is Redis 6\.2\.7; tasks need 7/],
    ["a replica", { role: "slave" }, /read-only replica/],
  ])("tells %s", (_name, more, sentence) => {
    const why = unfitness(info(more));
    if (sentence === undefined) expect(why).toBeUndefined();
    else expect(why).toMatch(sentence);
  });

  it.each([
    ["READONLY You can't write against a read only replica.", "overloaded", /read-only replica/],
    ["MISCONF Errors writing to the AOF file: No space left on device", "overloaded", /cannot write to its disk/],
    ["OOM command not allowed when used memory > 'maxmemory'.", "overloaded", /is full/],
    ["WRONGPASS invalid username-password pair or user is disabled.", "overloaded", /refused the user name/],
    ["ERR something new", "internal", /something new/],
  ])("puts “%s” into words", (message, kind, sentence) => {
    const failure = failureOf(new Error(message));
    expect(failure.kind).toBe(kind);
    expect(failure.message).toMatch(sentence);
  });
});

describe.skipIf(!redisInstalled)("a Redis that must hold no tasks (redis-server is installed)", () => {
  const refusalOf = async (store: TaskStore): Promise<string> => {
    const thrown: unknown = await answer(store.order(crawlTask())).then(
      () => "it was taken",
      (error: unknown) => error,
    );
    return thrown instanceof Error ? thrown.message : String(thrown);
  };

  it("is refused where it evicts, said once, and used once it is set right", async () => {
    await using server = await redisServer("--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru");
    const said: string[] = [];
    const evicting = redisStore(server.url, { log: (message) => said.push(message) });
    expect(await refusalOf(evicting)).toMatch(/evicts keys.*noeviction/);
    expect(await refusalOf(evicting)).toMatch(/evicts keys/);
    expect(said).toEqual([expect.stringMatching(/TASKS_REDIS_URL.*evicts keys/)]);
    evicting.close();
    const admin = new Redis(server.url);
    await admin.config("SET", "maxmemory-policy", "noeviction");
    const store = redisStore(server.url);
    expect(await answer(store.order(crawlTask()))).toMatchObject({ again: false });
    store.close();
    admin.disconnect();
  });

  it("is refused where it is a replica", async () => {
    await using primary = await redisServer();
    await using replica = await redisServer("--replicaof", "127.0.0.1", new URL(primary.url).port);
    const store = redisStore(replica.url);
    expect(await refusalOf(store)).toMatch(/read-only replica/);
    store.close();
  });

  it("says that it is away where nobody listens, and again that it answers", async () => {
    const port = await freePort();
    const said: string[] = [];
    const store = redisStore(`redis://127.0.0.1:${port}`, { log: (message) => said.push(message) });
    const refusal = await refusalOf(store);
    expect(refusal).toMatch(/does not answer/);
    expect(said).toEqual([expect.stringMatching(/away/)]);
    store.close();
  });

  it("fails a task that finds the memory full, and still reads, cancels and forgets", async () => {
    await using server = await redisServer("--maxmemory", "64mb", "--maxmemory-policy", "noeviction");
    const store = redisStore(server.url);
    const task = crawlTask();
    await answer(store.order(task));
    const { claims } = await answer(store.take("p", 1, 1, "visit"));
    const admin = new Redis(server.url);
    await admin.config("SET", "maxmemory", "100kb");
    const [claim] = claims;
    if (!claim) throw new Error("nothing to take");
    expect(await answer(store.settle(claim, page(claim.url), [], PACE))).toBe(false);
    expect(await answer(store.byId(task.id))).toMatchObject({ state: "failed", error: "The store of tasks is full." });
    expect(await refusalOf(store)).toMatch(/is full/);
    await answer(store.forget(task.id));
    expect(await answer(store.byId(task.id))).toBeUndefined();
    store.close();
    admin.disconnect();
  });

  it("leaves an order of a later version to processes that know it, and says of a changed one that it cannot be read", async () => {
    await using server = await redisServer();
    const store = redisStore(server.url);
    const [later, changed] = [crawlTask(), crawlTask({ seeds: [place("b.example")] })];
    for (const task of [later, changed]) await answer(store.order(task));
    const admin = new Redis(server.url);
    const keys = "tributary:tasks:2:{d0}:";
    await admin.hset(`${keys}task:${later.id}`, "v", 2);
    await admin.zrem(`${keys}jobs:visit:1`, later.id);
    await admin.zadd(`${keys}jobs:visit:2`, 0, later.id);
    await admin.hset(`${keys}task:${changed.id}`, "body", "not JSON");
    const { claims } = await answer(store.take("p", 10, 10, "visit"));
    expect(claims.map(({ task }) => task)).toEqual([changed.id]);
    const row = await answer(store.byId(changed.id));
    expect(() => readOrder(row?.body ?? "")).toThrow("cannot be read by this version");
    expect(await answer(store.byId(later.id))).toMatchObject({ state: "queued", waiting: 1 });
    store.close();
    admin.disconnect();
  });

  it("fails a task past the byte budget", async () => {
    await using server = await redisServer();
    const store = redisStore(server.url, { maxBytes: 10 });
    const task = crawlTask({ seeds: [place("a.example")] });
    await answer(store.order(task));
    const { claims } = await answer(store.take("p", 1, 1, "visit"));
    for (const claim of claims) expect(await answer(store.settle(claim, page(claim.url), [], PACE))).toBe(false);
    expect(await answer(store.byId(task.id))).toMatchObject({ state: "failed", error: "The store of tasks is full." });
    store.close();
  });

  it("is waited for by what visits came to, and gives an answer that was lost again", async () => {
    await using server = await redisServer();
    const store = redisStore(server.url);
    const task = crawlTask({ id: randomUUID() });
    await answer(store.order(task));
    const { claims } = await answer(store.take("p", 1, 1, "visit"));
    const [claim] = claims;
    if (!claim) throw new Error("nothing to take");
    await server.kill();
    let settled: boolean | undefined;
    store.settle(claim, page(claim.url), [place("b.example")], PACE).subscribe((kept) => {
      settled = kept;
    });
    await server.start();
    expect(await eventually(() => settled !== undefined)).toBe(true);
    expect(settled).toBe(true);
    expect(await answer(store.byId(task.id))).toMatchObject({ docs: 1, waiting: 1 });
    store.close();
  });
});
