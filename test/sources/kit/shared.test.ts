import { of } from "rxjs";
import { TestScheduler } from "rxjs/testing";
import { describe, expect, it } from "vitest";
import { SourceError } from "../../../src/errors.ts";
import { saysAll, shared } from "../../../src/sources/kit/shared.ts";
import type { Notice, ReadContext, Reader } from "../../../src/sources/source.ts";
import type { CachePolicy, Upstream } from "../../../src/upstream/types.ts";
import { replayUpstream } from "../../support/replay-upstream.ts";

const list: Reader<{ text: string }, string> = (_input, context) => context.cached("GET list", of("unused"));

function contextOf(upstream: Partial<Upstream>, notices: Notice[] = []): ReadContext {
  return {
    source: "test",
    pages: 1,
    keys: {},
    upstream: { ...replayUpstream(() => undefined), ...upstream },
    fetch: () => of(),
    stream: () => of(),
    cached: (_name, value$) => value$,
    notice: (notice) => notices.push(notice),
    now: () => 0,
  };
}

describe("shared", () => {
  const run = (test: (helpers: Parameters<Parameters<TestScheduler["run"]>[0]>[0]) => void) =>
    new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(test);

  it("keeps what fits the question, passes errors on and leaves with its listener", () => {
    run(({ cold, expectObservable, expectSubscriptions }) => {
      const items = cold("--a-b-a-#");
      const kept = shared(
        1000,
        () => items,
        (out, { text }: { text: string }) => out === text,
      )({ text: "a" }, contextOf({}));
      expectObservable(kept).toBe("--a---a-#");
      expectObservable(kept, "---!").toBe("--a-");
      expectSubscriptions(items.subscriptions).toBe(["^-------!", "^--!"]);
    });
  });

  it("holds the list under one key for every question, and does not refresh it before its time", () => {
    const policies: CachePolicy[] = [];
    const cache: Upstream["cache"] = {
      through: (policy, value$) => {
        policies.push(policy);
        return value$;
      },
      stats: () => ({ entries: 0, bytes: 0, hits: 0, misses: 0 }),
    };
    const notices: Notice[] = [];
    for (const text of ["a", "b"]) shared(1000, list, () => true)({ text }, contextOf({ cache }, notices)).subscribe();
    expect(policies.map(({ key, ttlMs, refresh }) => [key, ttlMs, refresh])).toEqual([
      ["test GET list", 1000, false],
      ["test GET list", 1000, false],
    ]);
    policies[0]?.onHit?.(5);
    policies[0]?.onStale?.(new SourceError("blocked", "no"), 7);
    expect(notices).toMatchObject([
      { kind: "cached", ageMs: 5 },
      { kind: "stale", ageMs: 7, error: { kind: "blocked" } },
    ]);
  });
});

describe("saysAll", () => {
  it.each([
    ["ai", "An AI lamp", true],
    ["ai", "Daily email", false],
    ["kernel linux", "Linux: the kernel", true],
    ["linux rust", "Linux", false],
    ["c++", "Modern C++ tricks", true],
    ["", "anything", true],
  ])("%j in %j: %s", (words, text, said) => expect(saysAll(words, undefined, text)).toBe(said));
});
