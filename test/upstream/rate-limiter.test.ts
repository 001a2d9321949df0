import { of, Subscription } from "rxjs";
import { TestScheduler } from "rxjs/testing";
import { describe, expect, test } from "vitest";
import { SourceError } from "../../src/errors.ts";
import { RateLimiter, rateLimitOf } from "../../src/upstream/rate-limiter.ts";

const marbles = (): TestScheduler => new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
const narrow = { key: "host", concurrency: 1, minIntervalMs: 0 };

describe("Pacer", () => {
  test("as many at once as the pace allows, first come first served", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const pacer = new RateLimiter();
      const pace = { ...narrow, concurrency: 2 };
      const works = [cold("--a|"), cold("----b|"), cold("-c|"), cold("-d|")];
      const [a, b, c, d] = works.map((work$) => pacer.paced(pace, work$));
      expectObservable(a ?? of()).toBe("--a|");
      expectObservable(b ?? of()).toBe("----b|");
      expectObservable(c ?? of()).toBe("----c|");
      expectObservable(d ?? of()).toBe("------d|");
      expectSubscriptions(works[2]?.subscriptions ?? []).toBe("---^-!");
      expectSubscriptions(works[3]?.subscriptions ?? []).toBe("-----^-!");
    });
  });

  test("tells what runs and waits over all keys, and how long the first has waited", () => {
    const scheduler = marbles();
    scheduler.run(({ cold, expectObservable }) => {
      const pacer = new RateLimiter({ scheduler });
      const states: object[] = [];
      for (const at of [4, 9]) scheduler.schedule(() => states.push(pacer.stats()), at);
      expectObservable(pacer.paced(narrow, cold("----a|"))).toBe("----a|");
      expectObservable(pacer.paced(narrow, cold("-b|")), "-^-------").toBe("------b|");
      expectObservable(pacer.paced({ ...narrow, key: "other" }, cold("--c|"))).toBe("--c|");
      scheduler.flush();
      expect(states).toEqual([
        { running: 1, waiting: 1, oldestMs: 3 },
        { running: 0, waiting: 0, oldestMs: 0 },
      ]);
    });
  });

  test("keys do not wait for each other", () => {
    marbles().run(({ cold, expectObservable }) => {
      const pacer = new RateLimiter();
      expectObservable(pacer.paced(narrow, cold("--a|"))).toBe("--a|");
      expectObservable(pacer.paced({ ...narrow, key: "other" }, cold("--b|"))).toBe("--b|");
    });
  });

  test("starts are spaced, even where the one before is long over", () => {
    marbles().run(({ cold, expectObservable }) => {
      const pacer = new RateLimiter();
      const pace = { ...narrow, minIntervalMs: 10 };
      expectObservable(pacer.paced(pace, cold("-a|"))).toBe("-a|");
      expectObservable(pacer.paced(pace, cold("-b|"))).toBe("10ms -b|");
      expectObservable(pacer.paced(pace, cold("-c|"))).toBe("20ms -c|");
    });
  });

  test("one whose turn would come too late is refused: at once where spacing says so, else after that time", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const error = new SourceError("busy", "host was not asked: its turn in our queue does not come within 0.005 s.", {
        rests: false,
        unqueued: true,
        retryAfterMs: 1_000,
      });
      const spaced = new RateLimiter();
      const pace = { ...narrow, minIntervalMs: 4 };
      expectObservable(spaced.paced(pace, cold("-a|"), { patienceMs: 99, maxQueueWaitMs: 5 })).toBe("-a|");
      expectObservable(spaced.paced(pace, cold("-b|"), { patienceMs: 99, maxQueueWaitMs: 5 })).toBe("4ms -b|");
      expectObservable(spaced.paced(pace, cold("-c|"), { patienceMs: 99, maxQueueWaitMs: 5 })).toBe(
        "#",
        undefined,
        error,
      );
      const busy = new RateLimiter();
      const never = cold("-c|");
      expectObservable(busy.paced(narrow, cold("-------a|"))).toBe("-------a|");
      expectObservable(busy.paced(narrow, never, { patienceMs: 99, maxQueueWaitMs: 5 })).toBe(
        "-----#",
        undefined,
        error,
      );
      expectObservable(busy.paced(narrow, cold("-d|"), { patienceMs: 99, maxQueueWaitMs: 50 })).toBe("---------d|");
      expectSubscriptions(never.subscriptions).toBe([]);
    });
  });

  test("one who asks seldom is next, however many of another's wait; by turns where both have many", () => {
    marbles().run(({ cold, expectObservable }) => {
      const pacer = new RateLimiter();
      const [one, other] = ["one", "other"].map((id) => ({ client: { id, weight: 1 } }));
      expectObservable(pacer.paced(narrow, cold("--a|"), one)).toBe("--a|");
      expectObservable(pacer.paced(narrow, cold("--b|"), one)).toBe("-----b|");
      expectObservable(pacer.paced(narrow, cold("--c|"), one)).toBe("-----------c|");
      expectObservable(pacer.paced(narrow, cold("--d|"), other)).toBe("--------d|");
    });
  });

  test("one whose turn would come too late by what those before it took is refused at once", () => {
    marbles().run(({ cold, expectObservable, flush }) => {
      const pacer = new RateLimiter();
      expectObservable(pacer.paced(narrow, cold("99ms (a|)"))).toBe("99ms (a|)");
      flush();
      for (const wait of ["198ms", "297ms", "396ms"])
        expectObservable(pacer.paced(narrow, cold("99ms (a|)"), { maxQueueWaitMs: 200 })).toBe(`${wait} (a|)`);
      const error = new SourceError("busy", "host was not asked: its turn in our queue does not come within 0.15 s.", {
        rests: false,
        unqueued: true,
        retryAfterMs: 1_000,
      });
      expectObservable(pacer.paced(narrow, cold("-b|"), { maxQueueWaitMs: 150 })).toBe("99ms #", undefined, error);
    });
  });

  test("unspaced skips spacing and holding back, not concurrency", () => {
    marbles().run(({ cold, expectObservable }) => {
      const pacer = new RateLimiter({ unspaced: true });
      const pace = { ...narrow, minIntervalMs: 1_000 };
      pacer.hold("host", 5_000);
      expectObservable(pacer.paced(pace, cold("-a|"))).toBe("-a|");
      expectObservable(pacer.paced(pace, cold("-b|"))).toBe("---b|");
    });
  });

  test("a waiter that leaves is never started, and holds nobody up", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const pacer = new RateLimiter();
      const left = cold("-b|");
      expectObservable(pacer.paced(narrow, cold("----a|"))).toBe("----a|");
      expectObservable(pacer.paced(narrow, left), "--!").toBe("");
      expectObservable(pacer.paced(narrow, cold("-c|"))).toBe("------c|");
      expectSubscriptions(left.subscriptions).toBe([]);
    });
  });

  test("an unsubscribed or failed work frees its place", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const pacer = new RateLimiter();
      const endless = cold("-");
      expectObservable(pacer.paced(narrow, endless), "--!").toBe("");
      expectObservable(pacer.paced(narrow, cold("-#"))).toBe("---#");
      expectObservable(pacer.paced(narrow, cold("-c|"))).toBe("----c|");
      expectSubscriptions(endless.subscriptions).toBe("^-!");
    });
  });

  test("hold keeps the queue back, a minute at most", () => {
    marbles().run(({ cold, expectObservable }) => {
      const pacer = new RateLimiter();
      pacer.hold("host", 20);
      pacer.hold("host", 5);
      pacer.hold("far", 10_000_000);
      expectObservable(pacer.paced(narrow, cold("-a|"))).toBe("20ms -a|");
      expectObservable(pacer.paced({ ...narrow, key: "far" }, cold("-b|"))).toBe("60s -b|");
    });
  });

  test("who has not the patience for a hold is refused, at once or when the hold comes", () => {
    marbles().run(({ cold, expectObservable }) => {
      const pacer = new RateLimiter();
      const refusal = (retryAfterMs: number) =>
        new SourceError("rate-limited", "host asked us to wait another 30 seconds.", { retryAfterMs });
      expectObservable(pacer.paced(narrow, cold("--a|"))).toBe("--a|");
      expectObservable(pacer.paced(narrow, cold("-b|"), { patienceMs: 20_000 })).toBe("-#", undefined, refusal(30_000));
      expectObservable(cold("-|")).toBe("-|");
      cold("-x|").subscribe(() => pacer.hold("host", 30_000));
      expectObservable(pacer.paced(narrow, cold("-c|"), { patienceMs: 40_000 })).toBe("30001ms -c|");
    });
  });

  test("nobody waits longer where the clock is set back", () => {
    let clock = 7_200_000;
    const waits: number[] = [];
    const scheduler = {
      now: () => clock,
      schedule(_work: unknown, delay = 0) {
        waits.push(delay);
        return new Subscription();
      },
    };
    const pacer = new RateLimiter({ scheduler });
    const spaced = { key: "host", concurrency: 1, minIntervalMs: 10 };
    pacer.hold("held", 20);
    const started: string[] = [];
    pacer.paced(spaced, of("a")).subscribe((value) => started.push(value));
    clock -= 3_600_000;
    pacer.paced(spaced, of("b")).subscribe((value) => started.push(value));
    pacer.paced({ ...spaced, key: "held" }, of("c")).subscribe((value) => started.push(value));
    expect([started, waits]).toEqual([["a", "c"], [10]]);
  });

  test("works that end at once follow one another", () => {
    const pacer = new RateLimiter();
    const seen: number[] = [];
    for (let nth = 0; nth < 1_000; nth += 1) pacer.paced(narrow, of(nth)).subscribe((value) => seen.push(value));
    expect(seen).toHaveLength(1_000);
  });
});

test("politePace is one queue per host", () => {
  expect(rateLimitOf("Example.com")).toEqual({ key: "example.com", concurrency: 6, minIntervalMs: 0 });
  expect(rateLimitOf("a", { concurrency: 1, minIntervalMs: 3_000 })).toEqual({
    key: "a",
    concurrency: 1,
    minIntervalMs: 3_000,
  });
});
