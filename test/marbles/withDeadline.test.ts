import { describe, test } from "vitest";
import { withDeadline } from "../../src/operators/withDeadline.ts";
import { virtualTime } from "./virtualTime.ts";

const late = new Error("late");
const deadline = (ms: number) => withDeadline<string>(ms, () => late);

describe("withDeadline", () => {
  test("fails when the stream has not completed in time, keeping what came before", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const source$ = cold("                   --a----b-------c--|");
      expectObservable(source$.pipe(deadline(9))).toBe("--a----b-#", undefined, late);
      expectSubscriptions(source$.subscriptions).toBe("^--------!");
    }));

  test("lets a stream be that completes in time, and leaves no timer behind", () =>
    virtualTime(({ cold, expectObservable }) => {
      expectObservable(cold("--a--|").pipe(deadline(6))).toBe("--a--|");
    }));

  test("counts from the subscription, not from the last item", () =>
    virtualTime(({ cold, expectObservable }) => {
      expectObservable(cold("-a-b-c-d-e|").pipe(deadline(5))).toBe("-a-b-#", undefined, late);
    }));

  test("passes an earlier error on", () =>
    virtualTime(({ cold, expectObservable }) => {
      expectObservable(cold("-a-#").pipe(deadline(5))).toBe("-a-#");
    }));

  test("unsubscribes the source and the timer when nobody listens", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const source$ = cold("-a---b");
      expectObservable(source$.pipe(deadline(5)), "^--!").toBe("-a--");
      expectSubscriptions(source$.subscriptions).toBe("^--!");
    }));
});
