import { throwError } from "rxjs";
import { TestScheduler } from "rxjs/testing";
import { describe, expect, it } from "vitest";
import { SourceError } from "../../../src/errors.ts";
import { looks } from "../../../src/upstream/rendering/looks.ts";
import type { Traffic } from "../../../src/upstream/rendering/traffic.ts";

const QUIET: Traffic = { open: new Map(), quietSince: undefined, requests: 0, bytes: 0 };
const SEEN = { chars: 5, parsed: true, waiting: false };
const LOOK = { chars: 5, parsed: true, waiting: false, pending: 0, quietMs: undefined };

const virtual = (): TestScheduler => new TestScheduler((actual, expected) => expect(actual).toEqual(expected));

describe("looks", () => {
  it("looks every 80 ms, and after twice the time that a look took, a second at most", () => {
    const scheduler = virtual();
    scheduler.run(({ cold, expectObservable }) => {
      const traffic$ = cold("t", { t: QUIET });
      const told = (took: string) => looks(cold(`${took} (s|)`, { s: SEEN }), traffic$, scheduler);
      expectObservable(told("10ms"), "^ 200ms !").toBe("10ms l 89ms l 89ms l", { l: LOOK });
      expectObservable(told("100ms"), "^ 500ms !").toBe("100ms l 299ms l", { l: LOOK });
      expectObservable(told("2s"), "^ 6s !").toBe("2s l 2999ms l", { l: LOOK });
    });
  });

  it("counts what is requested, but for what is open for three seconds, and tells since when nothing is", () => {
    const scheduler = virtual();
    scheduler.run(({ cold, expectObservable }) => {
      const open = new Map([
        ["poll", -3_000],
        ["data", -100],
      ]);
      const traffic$ = cold("t 49ms q", { t: { ...QUIET, open }, q: { ...QUIET, quietSince: 50 } });
      expectObservable(looks(cold("(s|)", { s: SEEN }), traffic$, scheduler), "^ 100ms !").toBe("l 79ms m", {
        l: { ...LOOK, pending: 1 },
        m: { ...LOOK, quietMs: 30 },
      });
    });
  });

  it("leaves out a look that fails for the page is elsewhere, or at work; passes other errors on, and stops when it is left", () => {
    const scheduler = virtual();
    scheduler.run(({ cold, expectObservable, expectSubscriptions }) => {
      const traffic$ = cold("t", { t: QUIET });
      for (const error of [new Error("Cannot find context"), new SourceError("timeout", "Its scripts went on.")])
        expectObservable(
          looks(
            throwError(() => error),
            traffic$,
            scheduler,
          ),
          "^ 500ms !",
        ).toBe("");
      const broken = new Error("broken");
      expectObservable(looks(cold("5ms #", undefined, broken), traffic$, scheduler)).toBe("5ms #", undefined, broken);
      const slow = cold("9s s");
      expectObservable(looks(slow, traffic$, scheduler), "^ 100ms !").toBe("");
      expectSubscriptions(slow.subscriptions).toBe("^ 100ms !");
    });
  });
});
