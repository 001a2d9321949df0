import { throwError } from "rxjs";
import { TestScheduler } from "rxjs/testing";
import { describe, expect, it } from "vitest";
import { spent } from "../../../src/upstream/rendering/budget.ts";
import type { Traffic } from "../../../src/upstream/rendering/traffic.ts";

const traffic = (requests: number, bytes = 0): Traffic => ({ open: new Map(), quietSince: undefined, requests, bytes });
const TRAFFIC = {
  n: traffic(0),
  r: traffic(300),
  s: traffic(301),
  b: traffic(1, 15_000_000),
  c: traffic(1, 15_000_001),
};
const SECONDS = { f: 10, t: 10.1 };

const virtual = (): TestScheduler => new TestScheduler((actual, expected) => expect(actual).toEqual(expected));

describe("what a page may use", () => {
  it.each([
    ["n--r", ""],
    ["n--r--s--s", "------(o|)"],
    ["n--b--c", "------(o|)"],
  ])("is spent with the 301st request, or the byte after 15 MB: %s", (asked, outcome) => {
    const scheduler = virtual();
    scheduler.run(({ cold, expectObservable }) => {
      const spent$ = spent(cold(asked, TRAFFIC), cold("(f|)", SECONDS), scheduler);
      expectObservable(spent$, "^ 5s !").toBe(outcome, { o: "spent" });
    });
  });

  it("is spent after ten seconds of its scripts, which are read every half a second, one reading at a time", () => {
    const scheduler = virtual();
    scheduler.run(({ cold, expectObservable, expectSubscriptions }) => {
      const slow = cold("600ms (f|)", SECONDS);
      expectObservable(spent(cold("n", TRAFFIC), slow, scheduler), "^ 2200ms !").toBe("");
      expectSubscriptions(slow.subscriptions).toBe(["500ms ^ 599ms !", "1500ms ^ 599ms !"]);
      const seconds$ = cold("10ms (t|)", SECONDS);
      expectObservable(spent(cold("n", TRAFFIC), seconds$, scheduler)).toBe("510ms (o|)", { o: "spent" });
    });
  });

  it("is asked for no more once nobody listens, and fails as its readings do", () => {
    const scheduler = virtual();
    scheduler.run(({ cold, expectObservable, expectSubscriptions }) => {
      const traffic$ = cold("n", TRAFFIC);
      expectObservable(spent(traffic$, cold("(f|)", SECONDS), scheduler), "^ 700ms !").toBe("");
      expectSubscriptions(traffic$.subscriptions).toBe("^ 700ms !");
      const gone = throwError(() => "gone");
      expectObservable(spent(cold("n", TRAFFIC), gone, scheduler)).toBe("500ms #", undefined, "gone");
    });
  });
});
