import { spawn, spawnSync } from "node:child_process";
import { type AddressInfo, createServer } from "node:net";
import { Redis } from "ioredis";
import { firstValueFrom, NEVER, of } from "rxjs";
import { describe, expect, test } from "vitest";
import { createCache } from "../../src/upstream/cache.ts";
import { memoryStore } from "../../src/upstream/cache-store.ts";
import { redisStore } from "../../src/upstream/redis-store.ts";
import { eventually } from "../support/until.ts";

const installed = spawnSync("redis-server", ["--version"]).status === 0;
const policy = { key: "search/duck?q=secret", ttlMs: 60_000, refresh: false };

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

describe("a Redis that is not there", () => {
  test("fails no request, and is logged once", async () => {
    const said: string[] = [];
    const port = await freePort();
    const store = redisStore(`redis://127.0.0.1:${port}`, memoryStore(1_000_000), (message) => said.push(message));
    const cache = createCache(store);
    expect(await firstValueFrom(cache.through(policy, of("v")))).toBe("v");
    expect(await firstValueFrom(cache.through(policy, NEVER))).toBe("v");
    expect(await eventually(() => said.length > 0)).toBe(true);
    expect(said).toEqual([expect.stringMatching(/Redis.*memory/)]);
    store.close();
  });
});

describe.skipIf(!installed)("a Redis that is there (redis-server is installed)", () => {
  test("shares results between processes under hashed keys", async () => {
    const port = await freePort();
    const server = spawn("redis-server", [
      "--port",
      String(port),
      "--bind",
      "127.0.0.1",
      "--save",
      "",
      "--appendonly",
      "no",
    ]);
    const url = `redis://127.0.0.1:${port}`;
    const probe = new Redis(url, { maxRetriesPerRequest: null });
    probe.on("error", () => {});
    await probe.ping();
    const stores = [1, 2].map(() => redisStore(url, memoryStore(1_000_000), () => {}));
    const [one, two] = stores.map((store) => createCache(store));
    expect(await eventually(() => stores.every((store) => store.connected()))).toBe(true);
    await firstValueFrom(one?.through(policy, of({ n: 1 })) ?? NEVER);
    await probe.ping();
    expect(await firstValueFrom(two?.through(policy, NEVER) ?? NEVER)).toEqual({ n: 1 });
    const keys = await probe.keys("*");
    expect(keys).toEqual([expect.stringMatching(/^tributary:result:1:[0-9a-f]{64}$/)]);
    for (const store of stores) store.close();
    probe.disconnect();
    server.kill();
  });
});
