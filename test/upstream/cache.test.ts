import { asyncScheduler, defer, firstValueFrom, lastValueFrom, NEVER, type Observable, of, throwError } from "rxjs";
import { TestScheduler } from "rxjs/testing";
import { describe, expect, test } from "vitest";
import { type ErrorKind, SourceError } from "../../src/errors.ts";
import { createCache, STALE_MS } from "../../src/upstream/cache.ts";
import { type CacheEntry, type CacheStore, memoryStore } from "../../src/upstream/cache-store.ts";
import { ENTRY_BYTES } from "../../src/upstream/lru-bytes.ts";

const marbles = (): TestScheduler => new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
const plain = { key: "k", ttlMs: 1_000, refresh: false };
const virtual = () => {
  const now = () => asyncScheduler.now();
  return createCache(memoryStore(1_000_000, now), now);
};

function byHand(maxBytes = 1_000_000) {
  let now = 1_000_000;
  const clock = (): number => now;
  return {
    cache: createCache(memoryStore(maxBytes, clock), clock),
    pass(ms: number): void {
      now += ms;
    },
  };
}

/** Over a store that keeps everything, and tells for how long it was to. */
function byStore() {
  let now = 1_000_000;
  const entries = new Map<string, CacheEntry>();
  const kept: number[] = [];
  const store: CacheStore = {
    get: (key) => of(entries.get(key)),
    set: (key, entry, keepMs) => {
      entries.set(key, entry);
      kept.push(keepMs);
    },
    stats: () => ({ entries: entries.size, bytes: 0 }),
    close: () => entries.clear(),
  };
  return {
    cache: createCache(store, () => now),
    entries,
    kept,
    pass(ms: number): void {
      now += ms;
    },
  };
}

describe("single flight", () => {
  test("refreshes share theirs, other keys have theirs, and all are counted", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions, flush }) => {
      const cache = virtual();
      const value$ = cold("----v|");
      const other$ = cold("----w|");
      const refresh = { ...plain, refresh: true };
      expectObservable(cache.through(refresh, value$)).toBe("----v|");
      expectObservable(cache.through(refresh, NEVER), "--^").toBe("----v|");
      expectObservable(cache.through({ ...plain, key: "other" }, other$), "--^").toBe("------w|");
      expectSubscriptions(value$.subscriptions).toBe("^----!");
      flush();
      expect(cache.stats()).toMatchObject({ hits: 1, misses: 2 });
    });
  });

  test("who asks while a flight is under way shares it; who comes later has the value at once", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const cache = virtual();
      const value$ = cold("----v|");
      const shared$ = cache.through(plain, value$);
      expectObservable(shared$).toBe("----v|");
      expectObservable(shared$, "--^").toBe("----v|");
      expectObservable(shared$, "-------^").toBe("-------(v|)");
      expectSubscriptions(value$.subscriptions).toBe("^----!");
    });
  });

  test("a value from before the clock was set back is no fresh one, and still covers a failure", () => {
    const { cache, pass } = byHand();
    const seen: unknown[] = [];
    const ask = (value$: Observable<string>) => cache.through(plain, value$).subscribe((value) => seen.push(value));
    ask(of("first"));
    ask(of("not asked"));
    pass(-3_600_000);
    ask(throwError(() => new SourceError("timeout", "It did not answer.")));
    ask(of("second"));
    expect(seen).toEqual(["first", "first", "first", "second"]);
  });

  test("the last to leave cancels it", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const cache = virtual();
      const value$ = cold("----------v|");
      const shared$ = cache.through(plain, value$);
      expectObservable(shared$, "^--!").toBe("");
      expectObservable(shared$, "-^----!").toBe("");
      expectObservable(shared$, "--------^").toBe("------------------v|");
      expectSubscriptions(value$.subscriptions).toBe(["^-----!", "--------^----------!"]);
    });
  });

  test("a failure reaches all and is not kept", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const cache = virtual();
      const value$ = cold("--#");
      const shared$ = cache.through(plain, value$);
      expectObservable(shared$).toBe("--#");
      expectObservable(shared$, "-^").toBe("--#");
      expectObservable(shared$, "---^").toBe("-----#");
      expectSubscriptions(value$.subscriptions).toBe(["^-!", "---^-!"]);
    });
  });

  test("a refresh asks anew beside a plain flight, and what it brings is kept", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const cache = virtual();
      const old$ = cold("----o|");
      const new$ = cold("----n|");
      expectObservable(cache.through(plain, old$)).toBe("----o|");
      expectObservable(cache.through({ ...plain, refresh: true }, new$), "--^").toBe("------n|");
      expectObservable(cache.through(plain, NEVER), "10ms ^").toBe("10ms (n|)");
      expectSubscriptions(new$.subscriptions).toBe("--^----!");
    });
  });

  test("a fresh value answers until its time is over", () => {
    marbles().run(({ cold, expectObservable }) => {
      const cache = virtual();
      expectObservable(cache.through(plain, cold("(a|)"))).toBe("(a|)");
      expectObservable(cache.through(plain, cold("(b|)")), "999ms ^").toBe("999ms (a|)");
      expectObservable(cache.through(plain, cold("(c|)")), "1000ms ^").toBe("1000ms (c|)");
    });
  });
});

describe("a failing upstream", () => {
  const failing = (kind: ErrorKind): Observable<string> => throwError(() => new SourceError(kind, "No."));

  test("is covered by a value past its time, marked so, for a day", async () => {
    const { cache, pass } = byHand();
    await firstValueFrom(cache.through(plain, of("old")));
    pass(5_000);
    const stale: unknown[] = [];
    const policy = { ...plain, onStale: (error: unknown, age: number) => stale.push([error, age]) };
    expect(await lastValueFrom(cache.through(policy, failing("blocked")))).toBe("old");
    expect(stale).toEqual([[expect.objectContaining({ kind: "blocked" }), 5_000]]);
    pass(plain.ttlMs + STALE_MS - 5_000);
    await expect(lastValueFrom(cache.through(policy, failing("blocked")))).rejects.toMatchObject({ kind: "blocked" });
  });

  test.each(["blocked", "rate-limited", "unreachable", "timeout", "changed", "too-large", "unsupported-type"] as const)(
    "%s says nothing of what was asked for, and is covered",
    async (kind) => {
      const { cache, pass } = byHand();
      await firstValueFrom(cache.through(plain, of("old")));
      pass(5_000);
      expect(await lastValueFrom(cache.through(plain, failing(kind)))).toBe("old");
    },
  );

  test("is covered for a day, however long the store keeps what it has", async () => {
    expect(STALE_MS).toBe(24 * 60 * 60 * 1_000);
    const { cache, entries, pass } = byStore();
    entries.set("k", { text: '"old"', at: 1_000_000, ttlMs: 1_000 });
    pass(1_000 + STALE_MS);
    expect(await lastValueFrom(cache.through(plain, failing("timeout")))).toBe("old");
    pass(1);
    await expect(lastValueFrom(cache.through(plain, failing("timeout")))).rejects.toMatchObject({ kind: "timeout" });
  });

  test.each([{ refresh: true }, { uncovered: true }])("stays a failure where %j is asked for", async (wish) => {
    const { cache, pass } = byHand();
    await firstValueFrom(cache.through(plain, of("old")));
    pass(5_000);
    const asked$ = cache.through({ ...plain, ...wish }, failing("timeout"));
    await expect(lastValueFrom(asked$)).rejects.toMatchObject({ kind: "timeout" });
    expect(await lastValueFrom(cache.through(plain, failing("timeout")))).toBe("old");
  });

  test.each(["not-found", "bad-query", "missing-key", "forbidden-target", "internal"] as const)(
    "%s is an answer, which nothing covers",
    async (kind) => {
      const { cache, pass } = byHand();
      await firstValueFrom(cache.through(plain, of("old")));
      pass(5_000);
      await expect(lastValueFrom(cache.through(plain, failing(kind)))).rejects.toMatchObject({ kind });
    },
  );
});

describe("what is kept", () => {
  test("is to be kept for its time and a day, and told with its age", async () => {
    const { cache, entries, kept, pass } = byStore();
    await firstValueFrom(cache.through(plain, of({ a: 1 })));
    expect([...entries]).toEqual([["k", { text: '{"a":1}', at: 1_000_000, ttlMs: 1_000 }]]);
    expect(kept).toEqual([1_000 + STALE_MS]);
    pass(-500);
    const ages: number[] = [];
    await firstValueFrom(cache.through({ ...plain, onHit: (age) => ages.push(age) }, NEVER));
    expect(ages).toEqual([0]);
  });

  test("is nothing where there is no value, or none that can be read", async () => {
    const { cache, entries } = byStore();
    await lastValueFrom(cache.through(plain, of(undefined)));
    expect(entries.size).toBe(0);
    entries.set("k", { text: '{"cut', at: 1_000_000, ttlMs: 1_000 });
    expect(await lastValueFrom(cache.through(plain, of("new")))).toBe("new");
    expect(await lastValueFrom(cache.through(plain, NEVER))).toBe("new");
  });

  test("is a copy, with its age told", async () => {
    const { cache, pass } = byHand();
    const value = { list: [1] };
    await firstValueFrom(cache.through(plain, of(value)));
    value.list.push(2);
    pass(300);
    const ages: number[] = [];
    const policy = { ...plain, onHit: (age: number) => ages.push(age) };
    expect(await firstValueFrom(cache.through(policy, NEVER))).toEqual({ list: [1] });
    expect(ages).toEqual([300]);
  });

  test("fits into the bytes given: the least recently used go, the too large are not kept", async () => {
    const { cache } = byHand(3_000);
    let asked = 0;
    const ask = (key: string, size: number) =>
      firstValueFrom(
        cache.through(
          { ...plain, key },
          defer(() => {
            asked += 1;
            return of("x".repeat(size));
          }),
        ),
      );
    await ask("a", 600);
    await ask("b", 600);
    await ask("a", 600);
    await ask("c", 600);
    expect([asked, cache.stats().entries]).toEqual([3, 2]);
    await ask("a", 600);
    expect(asked).toBe(3);
    await ask("b", 600);
    await ask("huge", 5_000);
    expect(asked).toBe(5);
    expect(cache.stats().bytes).toBeLessThanOrEqual(3_000);
  });

  test("is counted", async () => {
    const { cache } = byHand();
    await firstValueFrom(cache.through(plain, of("v")));
    await firstValueFrom(cache.through(plain, NEVER));
    expect(cache.stats()).toEqual({
      entries: 1,
      bytes: ENTRY_BYTES + 512 + "k".length,
      hits: 1,
      misses: 1,
      kinds: new Map([["other", { hit: 1, joined: 0, stale: 0, miss: 1 }]]),
    });
  });

  test("a time of zero keeps nothing", async () => {
    const { cache } = byHand();
    await firstValueFrom(cache.through({ ...plain, ttlMs: 0 }, of("v")));
    expect(cache.stats().entries).toBe(0);
  });
});

test("who wants a younger value than is held asks again, and the younger one is held for all", async () => {
  const { cache, pass } = byHand();
  const asked = (policy: object, value: string) => firstValueFrom(cache.through({ ...plain, ...policy }, of(value)));
  await asked({}, "first");
  pass(99);
  expect(await asked({ maxAgeMs: 100 }, "second")).toBe("first");
  pass(1);
  expect(await asked({}, "third")).toBe("first");
  expect(await asked({ maxAgeMs: 100 }, "fourth")).toBe("fourth");
  expect(await asked({}, "fifth")).toBe("fourth");
  pass(1_000);
  expect(await asked({ maxAgeMs: 5_000 }, "sixth")).toBe("sixth");
});
