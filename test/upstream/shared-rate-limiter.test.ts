import { NEVER, type Observable, of, throwError } from "rxjs";
import { TestScheduler } from "rxjs/testing";
import { describe, expect, test } from "vitest";
import { SourceError } from "../../src/errors.ts";
import { RateLimiter } from "../../src/upstream/rate-limiter.ts";
import { type HostSemaphore, sharedRateLimiter, type Turn } from "../../src/upstream/shared-rate-limiter.ts";

const marbles = (): TestScheduler => new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
const pace = { key: "host", concurrency: 2, minIntervalMs: 0 };

function placesOf(turns: readonly Observable<Turn>[], freed$: Observable<string> = NEVER) {
  const left: string[] = [];
  const held: [string, number][] = [];
  let asked = 0;
  const places: HostSemaphore = {
    enter: () => turns[asked++] ?? throwError(() => new Error("nobody is there")),
    leave: (key, token) => void left.push(`${key} ${token}`),
    hold: (key, ms) => void held.push([key, ms]),
    token: () => "t",
    freed$,
    close: () => undefined,
  };
  return { places, left, held };
}

describe("sharedPacing", () => {
  test("waits for its turn among all processes, and leaves its place at the end", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions, flush }) => {
      const { places, left } = placesOf([cold<Turn>("--(t|)", { t: { kind: "in", inMs: 3 } })]);
      const work$ = cold("-a|");
      expectObservable(sharedRateLimiter(new RateLimiter(), places).paced(pace, work$)).toBe("------a|");
      expectSubscriptions(work$.subscriptions).toBe("-----^-!");
      flush();
      expect(left).toEqual(["host t"]);
    });
  });

  test("asks again when a place is free, or after a while where it hears nothing", () => {
    marbles().run(({ cold, hot, expectObservable }) => {
      const full = cold<Turn>("(t|)", { t: { kind: "full" } });
      const inside = cold<Turn>("(t|)", { t: { kind: "in", inMs: 0 } });
      const freed$ = hot("-o--h", { o: "other", h: "host" });
      expectObservable(
        sharedRateLimiter(new RateLimiter(), placesOf([full, inside], freed$).places).paced(pace, of("a")),
      ).toBe("----(a|)");
      expectObservable(sharedRateLimiter(new RateLimiter(), placesOf([full, inside]).places).paced(pace, of("b"))).toBe(
        "250ms (b|)",
      );
    });
  });

  test("goes on alone where nobody can be asked", () => {
    marbles().run(({ cold, expectObservable }) => {
      const { places } = placesOf([cold<Turn>("--#")]);
      expectObservable(sharedRateLimiter(new RateLimiter(), places).paced(pace, cold("a|"))).toBe("--a|");
    });
  });

  test("refuses what would wait for too long: for a host's rest, for its queue, and where no place comes free", () => {
    marbles().run(({ cold, expectObservable }) => {
      const tooLate = new SourceError(
        "busy",
        "host was not asked: its turn in our queue does not come within 0.009 s.",
        { rests: false, unqueued: true, retryAfterMs: 1_000 },
      );
      const resting = new SourceError("rate-limited", "host asked us to wait another 5 seconds.", {
        retryAfterMs: 5_000,
      });
      const held = placesOf([cold<Turn>("-(t|)", { t: { kind: "held", ms: 5_000 } })]);
      expectObservable(sharedRateLimiter(new RateLimiter(), held.places).paced(pace, of("a"), { patienceMs: 99 })).toBe(
        "-#",
        undefined,
        resting,
      );
      const queued = placesOf([cold<Turn>("-(t|)", { t: { kind: "queued", ms: 5_000 } })]);
      expectObservable(
        sharedRateLimiter(new RateLimiter(), queued.places).paced(pace, of("a"), { patienceMs: 99, maxQueueWaitMs: 9 }),
      ).toBe("-#", undefined, tooLate);
      const full = placesOf([cold<Turn>("-(t|)", { t: { kind: "full" } })]);
      expectObservable(
        sharedRateLimiter(new RateLimiter(), full.places).paced(pace, of("a"), { patienceMs: 99, maxQueueWaitMs: 9 }),
      ).toBe("9ms #", undefined, tooLate);
    });
  });

  test("leaves its place when unsubscribed, before its turn as well, and when the work fails", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions, flush }) => {
      const { places, left } = placesOf([
        cold<Turn>("(t|)", { t: { kind: "in", inMs: 9 } }),
        cold<Turn>("(t|)", { t: { kind: "in", inMs: 0 } }),
      ]);
      const pacing = sharedRateLimiter(new RateLimiter(), places);
      const work$ = cold("a|");
      expectObservable(pacing.paced(pace, work$), "---!").toBe("----");
      expectSubscriptions(work$.subscriptions).toBe([]);
      expectObservable(pacing.paced({ ...pace, key: "two" }, cold("-#"))).toBe("-#");
      flush();
      expect(left).toEqual(["two t", "host t"]);
    });
  });

  test("tells all processes of a host that asked for a rest", () => {
    const { places, held } = placesOf([]);
    sharedRateLimiter(new RateLimiter(), places).hold("host", 500);
    expect(held).toEqual([["host", 500]]);
  });
});
