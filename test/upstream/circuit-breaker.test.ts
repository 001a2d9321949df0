import { asyncScheduler, defer, EMPTY, NEVER, type Observable, of, Subject, switchMap, throwError } from "rxjs";
import { TestScheduler } from "rxjs/testing";
import { describe, expect, test } from "vitest";
import { type ErrorKind, SourceError } from "../../src/errors.ts";
import { createCircuitBreaker } from "../../src/upstream/circuit-breaker.ts";

const marbles = (): TestScheduler => new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
const blocked = new SourceError("blocked", "duck shows a captcha.");
const SECOND = 1_000;

/** A breaker on a clock that the test moves by hand. */
function byHand() {
  let now = Date.parse("2026-01-01T00:00:00Z");
  const resting = createCircuitBreaker(() => now);
  return {
    resting,
    pass(ms: number): void {
      now += ms;
    },
    /** What a subscriber gets at once: its item or end, the source's own error, or the breaker's refusal. */
    ask(answer$: Observable<unknown>, probe = false): string {
      let asked = false;
      let outcome = "nothing";
      const source$ = defer(() => {
        asked = true;
        return answer$;
      });
      resting.guard("duck", source$, probe).subscribe({
        next: () => {
          outcome = "item";
        },
        error: (error: SourceError) => {
          outcome = asked ? `asked: ${error.kind}` : `refused: ${error.kind}`;
        },
      });
      return outcome;
    },
  };
}

const no = (kind: ErrorKind, retryAfterMs?: number): Observable<never> =>
  throwError(() => new SourceError(kind, `A ${kind}.`, { retryAfterMs }));

describe("createResting", () => {
  test("passes a source through and knows that it is well", () => {
    marbles().run(({ cold, expectObservable, flush }) => {
      const resting = createCircuitBreaker(() => asyncScheduler.now());
      expect(resting.state("duck")).toEqual({ state: "unknown", consecutiveFailures: 0 });
      expectObservable(resting.guard("duck", cold("-a-b|"), false)).toBe("-a-b|");
      flush();
      expect(resting.state("duck")).toMatchObject({ state: "ok", consecutiveFailures: 0 });
      expect([...resting.states().keys()]).toEqual(["duck"]);
    });
  });

  test("a block rests the source: nothing is asked until one probe after 30 seconds, and its item ends the rest", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const resting = createCircuitBreaker(() => asyncScheduler.now());
      const at = (frames: string, work$: Observable<string>) => cold(`${frames} (x|)`).pipe(switchMap(() => work$));
      const guarded = (work$: Observable<string>) => resting.guard("duck", work$, false);
      const early = cold("-e|");
      const probe = cold("--a|");
      const beside = cold("-b|");
      const later = cold("-c|");
      const refusal = (ms: number, words: string) =>
        new SourceError(
          "blocked",
          `duck ${words} because: ${blocked.message} no_cache=true on this source alone asks it now.`,
          {
            retryAfterMs: ms,
          },
        );
      expectObservable(guarded(cold("-#", undefined, blocked))).toBe("-#", undefined, blocked);
      expectObservable(at("10s", guarded(early))).toBe(
        "10s #",
        undefined,
        refusal(20_001, "is resting until 1970-01-01T00:00:30.001Z,"),
      );
      expectObservable(at("30001ms", guarded(probe))).toBe("30001ms --a|");
      expectObservable(at("30002ms", guarded(beside))).toBe(
        "30002ms #",
        undefined,
        refusal(0, "is being asked again after its rest until 1970-01-01T00:00:30.001Z,"),
      );
      expectObservable(at("30004ms", guarded(later))).toBe("30004ms -c|");
      expectSubscriptions(early.subscriptions).toBe([]);
      expectSubscriptions(beside.subscriptions).toBe([]);
    });
  });

  test.each([
    ["blocked", 30 * SECOND, 3_600 * SECOND],
    ["rate-limited", 15 * SECOND, 900 * SECOND],
  ] as const)("%s rests twice as long each time, up to a limit", (kind, first, longest) => {
    const { ask, pass } = byHand();
    for (let rest = first; rest <= 4 * longest; rest *= 2) {
      expect(ask(no(kind))).toBe(`asked: ${kind}`);
      pass(Math.min(rest, longest) - 1);
      expect(ask(of(1))).toBe(`refused: ${kind}`);
      pass(1);
    }
    expect(ask(of(1))).toBe("item");
    ask(no(kind));
    pass(first);
    expect(ask(of(1))).toBe("item");
  });

  test("what the upstream said counts, within the limit", () => {
    const { ask, pass, resting } = byHand();
    ask(no("rate-limited", 5 * SECOND));
    expect(resting.state("duck")).toMatchObject({
      state: "resting",
      restingUntil: "2026-01-01T00:00:05.000Z",
      lastError: { code: "rate-limited", error: "A rate-limited.", at: "2026-01-01T00:00:00.000Z" },
    });
    pass(5 * SECOND);
    ask(no("rate-limited", 86_400 * SECOND));
    expect(resting.state("duck")).toMatchObject({ restingUntil: "2026-01-01T00:15:05.000Z" });
  });

  test.each(["not-found", "bad-query"] as const)("%s is an answer: no failure, and the end of a rest", (kind) => {
    const { ask, pass, resting } = byHand();
    for (let times = 0; times < 5; times += 1) expect(ask(no(kind))).toBe(`asked: ${kind}`);
    expect(resting.state("duck")).toMatchObject({ state: "ok", consecutiveFailures: 0, lastError: { code: kind } });
    ask(no("blocked"));
    pass(30 * SECOND);
    expect(ask(no(kind))).toBe(`asked: ${kind}`);
    expect(ask(of(1))).toBe("item");
  });

  test("three failures in a row are a failing source, until it answers", () => {
    const { ask, resting } = byHand();
    for (const state of ["ok", "ok", "failing", "failing"]) {
      ask(no("changed"));
      expect(resting.state("duck").state).toBe(state);
    }
    ask(of(1));
    expect(resting.state("duck")).toMatchObject({ state: "ok", consecutiveFailures: 0 });
  });

  test("what would be said to any question rests a source as a block does, under its own name", () => {
    const { ask, pass } = byHand();
    const gone = throwError(() => new SourceError("changed", "Gone.", { rests: true }));
    expect(ask(gone)).toBe("asked: changed");
    expect(ask(of(1))).toBe("refused: changed");
    pass(30 * SECOND);
    expect(ask(of(1))).toBe("item");
  });

  test.each(["unreachable", "timeout", "changed", "internal"] as const)(
    "%s is remembered, but no reason to rest",
    (kind) => {
      const { ask, resting } = byHand();
      ask(no(kind));
      expect(ask(no(kind))).toBe(`asked: ${kind}`);
      expect(resting.state("duck")).toMatchObject({ state: "ok", consecutiveFailures: 2, lastError: { code: kind } });
      expect(ask(EMPTY)).toBe("nothing");
      expect(resting.state("duck")).toMatchObject({ consecutiveFailures: 0, lastOk: "2026-01-01T00:00:00.000Z" });
    },
  );

  test.each(["unreachable", "timeout"] as const)(
    "%s three times in a row rests a source, then for twice as long",
    (kind) => {
      const { ask, pass } = byHand();
      for (let times = 0; times < 3; times += 1) expect(ask(no(kind))).toBe(`asked: ${kind}`);
      expect(ask(of(1))).toBe(`refused: ${kind}`);
      pass(10 * SECOND);
      expect(ask(no(kind))).toBe(`asked: ${kind}`);
      pass(10 * SECOND);
      expect(ask(of(1))).toBe(`refused: ${kind}`);
      pass(10 * SECOND);
      expect(ask(of(1))).toBe("item");
      expect(ask(no(kind))).toBe(`asked: ${kind}`);
      expect(ask(of(1))).toBe("item");
    },
  );

  test("a host that gives no answer rests at once where that is enough, and a half-open try ends it", () => {
    let now = 0;
    const resting = createCircuitBreaker(() => now);
    const silent = throwError(() => new SourceError("timeout", "Silent.", { unanswered: true }));
    const failing = throwError(() => new SourceError("unreachable", "HTTP 500."));
    const ask = (answer$: Observable<number>) => {
      resting.guard("duck", answer$, false, 1).subscribe({ error: () => undefined });
      return resting.state("duck").state;
    };
    expect(ask(failing)).toBe("ok");
    expect(ask(silent)).toBe("resting");
    now += 10_000;
    expect(ask(of(1))).toBe("ok");
  });

  test("what says nothing of the upstream never opens it", () => {
    const resting = createCircuitBreaker(() => 0);
    const unqueued = throwError(() => new SourceError("timeout", "Not asked.", { rests: false, unqueued: true }));
    for (let times = 0; times < 5; times += 1)
      resting.guard("duck", unqueued, false, 1).subscribe({ error: () => undefined });
    expect(resting.state("duck").state).not.toBe("resting");
  });

  test("a time-out while this service was saturated is neither counted nor closes it", () => {
    const { resting, ask, pass } = byHand();
    const ours = throwError(() => new SourceError("timeout", "We had no time.", { rests: false }));
    for (let times = 0; times < 5; times += 1) ask(ours);
    expect(resting.state("duck")).toMatchObject({ state: "ok", consecutiveFailures: 0 });
    ask(no("timeout"));
    expect(ask(no("timeout"))).toBe("asked: timeout");
    expect(resting.state("duck").state).not.toBe("resting");
    ask(no("timeout"));
    expect(resting.state("duck").state).toBe("resting");
    pass(10 * SECOND);
    expect(ask(ours)).toBe("asked: timeout");
    // The probe said nothing: the next request is one.
    expect(ask(of(1))).toBe("item");
  });

  test("requests under way when a rest begins neither lengthen nor end it", () => {
    const { resting, pass } = byHand();
    const answers = [new Subject<number>(), new Subject<number>(), new Subject<number>()] as const;
    for (const answer$ of answers) resting.guard("duck", answer$, false).subscribe({ error: () => {} });
    answers[0].error(blocked);
    answers[1].error(blocked);
    pass(SECOND);
    answers[2].next(1);
    expect(resting.state("duck")).toMatchObject({ state: "resting", restingUntil: "2026-01-01T00:00:30.000Z" });
  });

  test("a probe may be asked for during the rest, one at a time; leaving it frees the place", () => {
    const { resting, ask } = byHand();
    ask(no("blocked"));
    expect(ask(of(1))).toBe("refused: blocked");
    const probe = resting.guard("duck", NEVER, true).subscribe();
    expect(resting.state("duck").state).toBe("probing");
    expect(ask(of(1), true)).toBe("refused: blocked");
    probe.unsubscribe();
    expect(resting.state("duck").state).toBe("resting");
    expect(ask(of(1), true)).toBe("item");
    expect(ask(of(1))).toBe("item");
  });

  test("a failed probe rests the source longer", () => {
    const { ask, pass, resting } = byHand();
    ask(no("blocked"));
    pass(SECOND);
    expect(ask(no("blocked"), true)).toBe("asked: blocked");
    expect(resting.state("duck").restingUntil).toBe("2026-01-01T00:01:01.000Z");
  });

  test("a source that refuses and asks for no pause rests as if it had not said it", () => {
    const { ask, pass } = byHand();
    ask(no("rate-limited", 0));
    pass(SECOND);
    expect(ask(of(1))).toBe("refused: rate-limited");
    pass(14 * SECOND);
    expect(ask(of(1))).toBe("item");
  });

  test("a block after the first page counts, too", () => {
    marbles().run(({ cold, expectObservable, flush }) => {
      const resting = createCircuitBreaker(() => asyncScheduler.now());
      expectObservable(resting.guard("duck", cold("-a-#", undefined, blocked), false)).toBe("-a-#", undefined, blocked);
      flush();
      expect(resting.state("duck").state).toBe("resting");
    });
  });

  test("sources rest by themselves", () => {
    const { ask, resting } = byHand();
    ask(no("blocked"));
    let seen = 0;
    resting.guard("goose", of(1), false).subscribe(() => {
      seen += 1;
    });
    expect(seen).toBe(1);
  });

  test("a rest does not become longer where the clock is set back", () => {
    const { ask, pass } = byHand();
    expect(ask(throwError(() => blocked))).toBe("asked: blocked");
    expect(ask(of("item"))).toBe("refused: blocked");
    pass(-3_600 * SECOND);
    expect(ask(of("item"))).toBe("item");
  });
});
