import { asyncScheduler, concatMap, defer, delay, lastValueFrom, map, type Observable, of, timer } from "rxjs";
import { describe, expect, test } from "vitest";
import { type Arrival, explore } from "../../src/pipelines/crawl/frontier.ts";
import { memoryFrontier } from "../../src/pipelines/crawl/memory-frontier.ts";
import type { Found, Frontier, Pace } from "../../src/pipelines/crawl/port.ts";
import { keyOf } from "../../src/pipelines/crawl/seen.ts";
import { virtualTime } from "./virtualTime.ts";

interface Node {
  readonly name: string;
}

const at = (host: string, name: string): Found<Node> => ({ name, key: keyOf(name), host, domain: host });
const limits = { limit: 1_000, maxWaiting: 1_000 };

/** Visits of `ms` milliseconds each, by the pace of each host. */
const visiting =
  (ms: number, pace: Readonly<Record<string, Partial<Pace>>> = {}) =>
  (entry: Node): ReturnType<Parameters<typeof explore<Node, string>>[1]["visit"]> =>
    of(entry.name).pipe(
      delay(ms),
      map((outcome): Arrival<Node, string> => ({ outcome, pace: { answeredMs: ms, ...pace[outcome[0] ?? ""] } })),
    );

describe("the frontier in memory", () => {
  test("ends a small host without waiting for the large one", () =>
    virtualTime(({ flush }) => {
      const seeds = [..."12345678"].map((n) => at("a", `a${n}`)).concat(at("b", "b1"), at("b", "b2"));
      const frontier = memoryFrontier<Node, string>(seeds, { ...limits, perHost: 1 });
      const names: string[] = [];
      explore(frontier, { concurrency: 4, visit: visiting(2) }).subscribe((name) => names.push(name));
      flush();
      expect(names.join(" ")).toBe("a1 b1 a2 b2 a3 a4 a5 a6 a7 a8");
    }));

  test("keeps a host's spacing, and says when it may be asked again", () =>
    virtualTime(({ expectObservable }) => {
      const seeds = ["a1", "a2", "a3"].map((name) => at("a", name));
      const frontier = memoryFrontier<Node, string>(seeds, { ...limits, perHost: 6, perNewHost: 1 });
      const visit = visiting(1, { a: { spacingMs: 10 } });
      expectObservable(explore(frontier, { concurrency: 6, visit })).toBe("-x 9ms y 9ms (z|)", {
        x: "a1",
        y: "a2",
        z: "a3",
      });
    }));

  test("rests as a host asks for, and no longer than a minute", () =>
    virtualTime(({ expectObservable }) => {
      const frontier = memoryFrontier<Node, string>([at("a", "a1"), at("a", "a2")], { ...limits, perNewHost: 1 });
      const visit = visiting(1, { a: { retryAfterMs: 3_600_000 } });
      expectObservable(explore(frontier, { concurrency: 6, visit })).toBe("-x 60s (y|)", { x: "a1", y: "a2" });
    }));

  test("settles a claim once, and gives a released one out again first", async () => {
    const frontier = memoryFrontier<Node, string>(
      ["a1", "a2"].map((name) => at("a", name)),
      limits,
    );
    const take = async () => (await lastValueFrom(frontier.take(1))).claims[0];
    const first = await take();
    if (!first) throw new Error("nothing was taken");
    await lastValueFrom(frontier.release(first));
    expect(await lastValueFrom(frontier.settle(first, "late", [], { answeredMs: 1 }))).toBe(false);
    const again = await take();
    if (!again) throw new Error("nothing was taken");
    expect(again.entry.name).toBe("a1");
    expect(await lastValueFrom(frontier.settle(again, "kept", [], { answeredMs: 1 }))).toEqual({ outcome: "kept" });
    expect(await lastValueFrom(frontier.settle(again, "kept", [], { answeredMs: 1 }))).toBe(false);
  });

  test("knows each address once, also one that a redirect led to", async () => {
    const frontier = memoryFrontier<Node, string>([at("a", "a1")], limits);
    expect(frontier.knows(keyOf("a1"))).toBe(true);
    expect(await lastValueFrom(frontier.admit(keyOf("a2"), "a"))).toBe(true);
    await lastValueFrom(frontier.add([at("a", "a2"), at("a", "a1"), at("a", "a3"), at("a", "a3")]));
    const { claims } = await lastValueFrom(frontier.take(10));
    expect(claims.map(({ entry }) => entry.name)).toEqual(["a1", "a3"]);
  });

  test("is asked for the next entry while a visit is being kept, once for each", () =>
    virtualTime(({ flush }) => {
      const seeds = ["a1", "a2", "a3"].map((name) => at("a", name));
      const frontier = memoryFrontier<Node, string>(seeds, { ...limits, perHost: 1 });
      const asked: string[] = [];
      // A store that answers in turn, each after 3 ms; what it is asked for is done when it answers.
      const slow = <T>(name: string, answer$: Observable<T>): Observable<T> =>
        defer(() => {
          asked.push(`${name} ${asyncScheduler.now()}`);
          return timer(3).pipe(concatMap(() => answer$));
        });
      const store: Frontier<Node, string> = {
        wake$: frontier.wake$,
        knows: (key) => frontier.knows(key),
        admit: (key, host) => frontier.admit(key, host),
        release: (claim) => frontier.release(claim),
        add: (found) => frontier.add(found),
        take: (most) => slow("take", frontier.take(most)),
        settle: (claim, outcome, found, pace) => slow("settle", frontier.settle(claim, outcome, found, pace)),
      };
      const names: string[] = [];
      explore(store, { concurrency: 1, visit: visiting(10) }).subscribe((name) => {
        names.push(`${name} ${asyncScheduler.now()}`);
      });
      flush();
      expect(names).toEqual(["a1 16", "a2 29", "a3 42"]);
      expect(asked.filter((one) => one.startsWith("take"))).toEqual(["take 0", "take 13", "take 26", "take 39"]);
    }));
});
