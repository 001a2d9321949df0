import { concat, map, NEVER, type Observable, of } from "rxjs";
import { describe, expect, test } from "vitest";
import type { EngineRef, Hit } from "../../src/operators/dedupeByUrl.ts";
import { type Leaving, leaveBehind } from "../../src/operators/leaveBehind.ts";
import type { SourceStep } from "../../src/operators/outcome.ts";
import { hit } from "./hits.ts";
import { virtualTime } from "./virtualTime.ts";

type Step = SourceStep<Hit>;

const found = (engine: string | EngineRef, page: string): Step => ({
  event: "item",
  data: hit(engine, 1, `https://example.com/${page}`),
});
const ended = (id: string): Step => ({ event: "source", data: { id, status: "ok", items: 1, time_ms: 1 } });

/** `a`, `b`, `c` find page x; `A`, `B`, `C` end; `y` is a second page of `a`; `m` is b's copy of a's index. */
const STEPS: Readonly<Record<string, Step>> = {
  a: found("a", "x"),
  b: found("b", "x"),
  c: found("c", "x"),
  y: found("a", "y"),
  m: found({ id: "b", backedBy: "a" }, "x"),
  A: ended("a"),
  B: ended("b"),
  C: ended("c"),
};

const ENGINES = ["a", "b", "c"].map((id) => ({ id }));

const brief = (step: Step): string =>
  step.event === "item" ? `${step.data.engine.id} hit` : `${step.data.id} ${step.data.status}`;

const leaving =
  (how: Omit<Leaving, "now">, now: () => number, engines: readonly EngineRef[] = ENGINES) =>
  (steps$: Observable<Step>) =>
    steps$.pipe(leaveBehind(engines, { ...how, now }), map(brief));

const VALUES = { a: "a hit", b: "b hit", c: "c hit", y: "a hit", A: "a ok", B: "b ok", C: "c ok", l: "c timeout" };

describe("leaveBehind", () => {
  test("ends once more families found enough pages than are still open, and unsubscribes", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions, now }) => {
      const steps$ = cold("                                        -a-A-b-B----c-C|", STEPS);
      expectObservable(steps$.pipe(leaving({ settledResults: 1 }, now))).toBe("-a-A-b-(Bl|)", VALUES);
      expectSubscriptions(steps$.subscriptions).toBe("^------!");
    }));

  test("waits while the open engines could bring a page among the first", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const steps$ = cold("-a-A-y-b-B----c-C|", STEPS);
      expectObservable(steps$.pipe(leaving({ settledResults: 2 }, now))).toBe("-a-A-y-b-B----c-C|", VALUES);
    }));

  test("counts engines of one index as one", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const engines = [{ id: "a" }, { id: "b", backedBy: "a" }, { id: "c" }];
      const steps$ = cold("                                                 -a-A-m-B----c-C|", STEPS);
      expectObservable(steps$.pipe(leaving({ settledResults: 1 }, now, engines))).toBe("-a-A-m-B----c-C|", {
        ...VALUES,
        m: "b hit",
      });
    }));

  test("ends with enough pages", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const values = { ...VALUES, k: "a timeout" };
      const steps$ = cold("                                -B-C-a-a-y-A|", STEPS);
      expectObservable(steps$.pipe(leaving({ pages: 2 }, now))).toBe("-B-C-a-a-(yk|)", values);
    }));

  test("ends when the time is up, with what each engine gave", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions, now }) => {
      const steps$ = cold("-A-b------", STEPS);
      const out$ = steps$.pipe(leaveBehind(ENGINES, { timeoutMs: 8, now }));
      const late = (id: string, items: number): Step => ({
        event: "source",
        data: {
          id,
          status: "timeout",
          items,
          time_ms: 8,
          error: `${id} had not finished when the answer left, after 0.008 s.`,
        },
      });
      expectObservable(out$).toBe("-A-b----(lm|)", { A: STEPS["A"], b: STEPS["b"], l: late("b", 1), m: late("c", 0) });
      expectSubscriptions(steps$.subscriptions).toBe("^-------!");
    }));

  test("ends as its source does, and passes its error", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const how = { settledResults: 1, timeoutMs: 50 };
      expectObservable(cold("-A-B-C|", STEPS).pipe(leaving(how, now))).toBe("-A-B-C|", VALUES);
      expectObservable(cold("-A-#", STEPS).pipe(leaving(how, now))).toBe("-A-#", VALUES);
    }));

  test("unsubscribes when nobody listens", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions, now }) => {
      const steps$ = cold("-a-A------", STEPS);
      expectObservable(steps$.pipe(leaving({ timeoutMs: 8 }, now)), "^---!").toBe("-a-A", VALUES);
      expectSubscriptions(steps$.subscriptions).toBe("^---!");
    }));

  test("lets go of engines that answer at once", () => {
    const seen: string[] = [];
    concat(of(found("a", "x"), found("a", "y")), NEVER)
      .pipe(leaving({ pages: 1 }, () => 0))
      .subscribe((step) => seen.push(step));
    expect(seen).toEqual(["a hit", "a timeout", "b timeout", "c timeout"]);
  });
});
