import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { firstValueFrom, lastValueFrom, throwError } from "rxjs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CostClass } from "../../src/admission/classes.ts";
import { addKey } from "../../src/keys/file.ts";
import { createKeys, type Keys, rateLimitHeaders } from "../../src/keys/keys.ts";
import type { KeyRecord } from "../../src/keys/record.ts";
import { redisUsage } from "../../src/keys/redis-store.ts";
import { sqliteUsage } from "../../src/keys/sqlite-store.ts";
import type { UsageStore } from "../../src/keys/store.ts";
import { redisServer } from "../support/redis.ts";

/** A machine that is busy with other tests answers late. */
const PATIENCE_MS = 20_000;

let directory: string;
let now: number;
let logged: string[];
let opened: Keys[];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "quota-"));
  now = Date.parse("2026-11-27T12:00:15Z");
  logged = [];
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((keys) => keys.close()));
  rmSync(directory, { recursive: true });
});

function keysAt(store?: UsageStore): Keys {
  const config = { API_KEYS: ["operator"], KEYS_FILE: undefined, DATA_DIR: directory, REDIS_URL: undefined };
  const keys = createKeys(config, { log: (line) => logged.push(line), now: () => now, ...(store && { store }) });
  opened.push(keys);
  return keys;
}

const added = (more: Partial<KeyRecord>): string =>
  addKey(join(directory, "keys.json"), { name: "ci", weight: 1, per_minute: {}, per_day: {}, ...more });

const asking = (keys: Keys, key: string) => (cost: CostClass) => {
  const holder = keys.holderOf([key]);
  if (!holder) throw new Error("no such key");
  return firstValueFrom(keys.charge(holder, cost));
};

async function used(keys: Keys, key: string, days = 1) {
  const holder = keys.holderOf([key]);
  if (!holder) throw new Error("no such key");
  const uses = await firstValueFrom(keys.usage(holder, days));
  return uses.map(({ name, cost, requests, refused }) => [name, cost, requests, refused].join(" "));
}

/** Notes what a request of a key came to, beside its count. */
async function noted(keys: Keys, key: string): Promise<void> {
  const holder = keys.holderOf([key]);
  if (!holder) throw new Error("no such key");
  const came = { bytes: 2_000, pages: 3, cached: 1 };
  await lastValueFrom(keys.came(holder, "search", came), { defaultValue: undefined });
}

describe("quotas", () => {
  it("refuse what is beyond a minute's, and begin anew with the next minute", async () => {
    const key = added({ per_minute: { search: 2, all: 3 } });
    const ask = asking(keysAt(), key);
    expect((await ask("search")).limits).toEqual([
      { name: "search-minute", limit: 2, remaining: 1, resetS: 45, windowS: 60 },
      { name: "minute", limit: 3, remaining: 2, resetS: 45, windowS: 60 },
    ]);
    expect((await ask("search")).refusal).toBeUndefined();
    expect((await ask("search")).refusal).toMatchObject({
      kind: "quota-exceeded",
      status: 429,
      retryAfterMs: 45_000,
      message: "The key's quota is used up: 2 search requests a minute. Ask again in 45 seconds.",
    });
    expect((await ask("extract")).refusal).toBeUndefined();
    expect((await ask("extract")).refusal?.message).toContain("3 requests a minute");
    now += 45_000;
    expect((await ask("search")).refusal).toBeUndefined();
  });

  it("of a day tell the time to midnight (UTC), and count refusals apart", async () => {
    const key = added({ per_day: { crawl: 1 } });
    const keys = keysAt();
    const ask = asking(keys, key);
    await ask("crawl");
    expect((await ask("crawl")).refusal).toMatchObject({ retryAfterMs: 43_185_000 });
    await ask("light");
    expect(await used(keys, key)).toEqual(["ci all 2 1", "ci crawl 1 1", "ci light 1 0"]);
    expect(keys.series.read()).toEqual([
      { labels: { key: "ci", class: "crawl", outcome: "ok" }, value: 1 },
      { labels: { key: "ci", class: "crawl", outcome: "refused" }, value: 1 },
      { labels: { key: "ci", class: "light", outcome: "ok" }, value: 1 },
    ]);
  });

  it("are kept across restarts, and shared by the processes of a machine", async () => {
    const key = added({ per_day: { all: 3 } });
    const before = keysAt();
    await asking(before, key)("search");
    await before.close();
    const [one, two] = [keysAt(), keysAt()];
    await Promise.all([asking(one, key)("search"), asking(two, key)("search")]);
    expect((await asking(one, key)("search")).refusal).toBeDefined();
    expect((await asking(two, key)("search")).refusal).toBeDefined();
  });

  it("are shared over Redis, each request in one step", async () => {
    await using redis = await redisServer();
    const key = added({ per_minute: { search: 10 }, per_day: { all: 1_000 } });
    const sharing = () => redisUsage(redis.url, sqliteUsage(directory), (line) => logged.push(line), PATIENCE_MS);
    const asks = [keysAt(sharing()), keysAt(sharing())].map((keys) => asking(keys, key));
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => asks[index % 2]?.("search")));
    expect(answers.filter((answer) => answer?.refusal === undefined)).toHaveLength(10);
    expect(logged).toEqual([]);
    const [keys] = opened;
    if (!keys) throw new Error("none");
    await noted(keys, key);
    now = Date.now();
    expect(await used(keys, key, 365)).toEqual(["ci all 10 20", "ci search 10 20"]);
    const holder = keys.holderOf([key]);
    const uses = holder && (await firstValueFrom(keys.usage(holder, 365)));
    expect(uses?.map(({ bytes, pages, cached }) => [bytes, pages, cached])).toEqual([
      [2_000, 3, 1],
      [2_000, 3, 1],
    ]);
    await redis.kill();
    expect((await asking(keys, key)("search")).refusal).toBeUndefined();
    expect(logged).toEqual([expect.stringMatching(/^Redis does not count what keys use, this process does: /)]);
  });

  it("are counted with what their requests came to, beside what others count", async () => {
    const key = added({});
    const keys = keysAt();
    await asking(keys, key)("search");
    await noted(keys, key);
    await noted(keysAt(), key);
    const holder = keys.holderOf([key]);
    if (!holder) throw new Error("none");
    const uses = await firstValueFrom(keys.usage(holder, 1));
    expect(uses.map(({ cost, requests, bytes, pages, cached }) => ({ cost, requests, bytes, pages, cached }))).toEqual([
      { cost: "all", requests: 1, bytes: 4_000, pages: 6, cached: 2 },
      { cost: "search", requests: 1, bytes: 4_000, pages: 6, cached: 2 },
    ]);
  });

  it("that cannot be counted let requests through, and it is logged", async () => {
    const key = added({ per_minute: { all: 0 } });
    const broken = {
      charge: () => throwError(() => new Error("disk full")),
      note: () => throwError(() => new Error("x")),
      usage: () => throwError(() => new Error("x")),
      close: async () => {},
    };
    expect(await asking(keysAt(broken), key)("search")).toEqual({ limits: [] });
    expect(logged).toEqual(["What keys use cannot be counted: disk full"]);
  });

  it("leave a key of API_KEYS alone, which sees what all use", async () => {
    const key = added({});
    const keys = keysAt();
    await asking(keys, key)("search");
    const own = await asking(keys, "operator")("model");
    expect(own).toEqual({ limits: [] });
    expect((await used(keys, "operator")).toSorted()).toEqual([
      "API_KEYS-1 all 1 0",
      "API_KEYS-1 model 1 0",
      "ci all 1 0",
      "ci search 1 0",
    ]);
    expect(await used(keys, key)).toEqual(["ci all 1 0", "ci search 1 0"]);
  });

  it("a key's weight is known by its id", () => {
    const key = added({ weight: 3 });
    const keys = keysAt();
    expect(keys.weightOf(keys.holderOf([key])?.id ?? "")).toBe(3);
    expect(keys.weightOf("nobody")).toBe(1);
  });
});

describe("rate limit headers", () => {
  it("name every policy, and the limit nearest to its end", () => {
    expect(
      rateLimitHeaders([
        { name: "search-minute", limit: 60, remaining: 50, resetS: 30, windowS: 60 },
        { name: "day", limit: 1000, remaining: 10, resetS: 4000, windowS: 86_400 },
      ]),
    ).toEqual({
      "ratelimit-policy": '"search-minute";q=60;w=60, "day";q=1000;w=86400',
      ratelimit: '"search-minute";r=50;t=30, "day";r=10;t=4000',
      "x-ratelimit-limit": "1000",
      "x-ratelimit-remaining": "10",
      "x-ratelimit-reset": "4000",
    });
    expect(rateLimitHeaders([])).toEqual({});
  });
});
