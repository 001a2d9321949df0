import { asyncScheduler, defer, NEVER, type Observable, of, switchMap, throwError } from "rxjs";
import { TestScheduler } from "rxjs/testing";
import { describe, expect, test } from "vitest";
import { type ErrorKind, SourceError } from "../../src/errors.ts";
import { withinBudget } from "../../src/upstream/budget.ts";
import { wireFailure } from "../../src/upstream/failures.ts";
import { retryPassing } from "../../src/upstream/retry.ts";

const marbles = (): TestScheduler => new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
const reset = wireFailure("h", Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }));

/** The n-th subscription gets the n-th of the sources. */
const inTurn = (...sources: readonly Observable<string>[]): Observable<string> => {
  let nth = 0;
  return defer(() => sources[nth++] ?? throwError(() => new Error("one try too many")));
};

const policy = {
  remainingMs: () => 10_000,
  again: (status: string): number | undefined => (status === "5" ? 0 : status === "w" ? 2_000 : undefined),
  random: () => 1,
  scheduler: asyncScheduler,
};

describe("retryPassing", () => {
  test("a reset connection is tried again after 250, then 500 milliseconds of full jitter", () => {
    marbles().run(({ cold, expectObservable }) => {
      const source$ = inTurn(cold("-#", undefined, reset), cold("-#", undefined, reset), cold("-a|"));
      expectObservable(source$.pipe(retryPassing(policy))).toBe("1ms 250ms 1ms 500ms -a|");
    });
  });

  test("half the luck, half the wait", () => {
    marbles().run(({ cold, expectObservable }) => {
      const source$ = inTurn(cold("#", undefined, reset), cold("-a|"));
      expectObservable(source$.pipe(retryPassing({ ...policy, random: () => 0.5 }))).toBe("125ms -a|");
    });
  });

  test("the third failure passes", () => {
    marbles().run(({ cold, expectObservable }) => {
      const source$ = inTurn(...[1, 2, 3].map(() => cold("#", undefined, reset)));
      expectObservable(source$.pipe(retryPassing(policy))).toBe("750ms #", undefined, reset);
    });
  });

  test("a passing answer is asked for again and passes the third time; its first tries are left at once", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const first = cold("-5---|");
      const source$ = inTurn(first, cold("-5|"), cold("-5|"));
      expectObservable(source$.pipe(retryPassing(policy))).toBe("752ms -5|");
      expectSubscriptions(first.subscriptions).toBe("^!");
    });
  });

  test("what the answer asks us to wait is waited for", () => {
    marbles().run(({ cold, expectObservable }) => {
      const source$ = inTurn(cold("-w|"), cold("-a|"));
      expectObservable(source$.pipe(retryPassing(policy))).toBe("2001ms -a|");
    });
  });

  test("no retry where there is no time left for it", () => {
    marbles().run(({ cold, expectObservable }) => {
      const hurried = { ...policy, remainingMs: () => 100 };
      expectObservable(inTurn(cold("-#", undefined, reset)).pipe(retryPassing(hurried))).toBe("-#", undefined, reset);
      expectObservable(inTurn(cold("-w|")).pipe(retryPassing(hurried))).toBe("-w|");
    });
  });

  test("nothing is repeated once something was emitted", () => {
    marbles().run(({ cold, expectObservable }) => {
      expectObservable(inTurn(cold("-a#", undefined, reset)).pipe(retryPassing(policy))).toBe("-a#", undefined, reset);
    });
  });

  test.each(["forbidden-target", "timeout", "too-large", "changed", "bad-query", "rate-limited"] as ErrorKind[])(
    "%s is not repeated",
    (kind) => {
      marbles().run(({ cold, expectObservable }) => {
        const error = new SourceError(kind, "No.");
        expectObservable(inTurn(cold("-#", undefined, error)).pipe(retryPassing(policy))).toBe("-#", undefined, error);
      });
    },
  );

  test.each(["ENOTFOUND", "CERT_HAS_EXPIRED"])("%s is not repeated", (code) => {
    marbles().run(({ cold, expectObservable }) => {
      const error = wireFailure("h", Object.assign(new Error(code), { code }));
      expectObservable(inTurn(cold("-#", undefined, error)).pipe(retryPassing(policy))).toBe("-#", undefined, error);
    });
  });

  test("unsubscribing while waiting asks no more", () => {
    marbles().run(({ cold, expectObservable, flush }) => {
      let tries = 0;
      const source$ = defer(() => {
        tries += 1;
        return cold("#", undefined, reset);
      });
      expectObservable(source$.pipe(retryPassing(policy)), "100ms !").toBe("");
      flush();
      expect(tries).toBe(1);
    });
  });
});

describe("withinBudget", () => {
  const late = new SourceError("timeout", "h did not answer within 5 milliseconds.", { unanswered: true });
  const begunAfter = (waited$: Observable<string>, work$: Observable<string>) =>
    withinBudget(5, asyncScheduler, (budget) => {
      budget.waitingFor("h", "did not answer");
      return waited$.pipe(
        switchMap(() => {
          budget.begin();
          return work$;
        }),
      );
    });

  test("the clock starts when begun, not before, and what is late is left", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const endless = cold("-");
      expectObservable(begunAfter(cold("---b"), endless)).toBe("--------#", undefined, late);
      expectSubscriptions(endless.subscriptions).toBe("---^----!");
    });
  });

  test("where this thread was busy all that time, the time-out says nothing of the upstream", () => {
    const ours = new SourceError(
      "timeout",
      "The upstream did not answer within 5 milliseconds, in which this service had more to do than it can.",
      { rests: false },
    );
    marbles().run(({ cold, expectObservable }) => {
      const busy = withinBudget(
        5,
        asyncScheduler,
        (budget) => {
          budget.begin();
          return cold("-");
        },
        () => () => true,
      );
      expectObservable(busy).toBe("-----#", undefined, ours);
    });
  });

  test("sees a thread that is kept busy, and one that waits", async () => {
    const outcome = (busyMs: number) =>
      new Promise<SourceError>((resolve) => {
        const never$ = withinBudget(1_000, asyncScheduler, (budget) => {
          budget.begin();
          return NEVER;
        });
        never$.subscribe({ error: resolve });
        const until = performance.now() + busyMs;
        while (performance.now() < until);
      });
    expect((await outcome(1_100)).passing).toBe(false);
    expect((await outcome(0)).passing).toBe(true);
  });

  test("what is in time passes, and nothing ticks on", () => {
    marbles().run(({ cold, expectObservable }) => {
      expectObservable(begunAfter(of("b"), cold("--a-|"))).toBe("--a-|");
      expectObservable(begunAfter(cold("(b|)"), cold("--#"))).toBe("--#");
    });
  });

  test("unsubscribing leaves the work", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const endless = cold("-");
      expectObservable(begunAfter(of("b"), endless), "--!").toBe("");
      expectSubscriptions(endless.subscriptions).toBe("^-!");
    });
  });
});
