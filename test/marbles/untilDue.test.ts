import { describe, test } from "vitest";
import { takeUntilDeadline } from "../../src/operators/takeUntilDeadline.ts";
import { virtualTime } from "./virtualTime.ts";

const letters = takeUntilDeadline<string>(5, 10, (value) => /[a-w]/.test(value));

describe("untilDue", () => {
  test("completes when it is due, where something that counts came", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const source$ = cold("                     -a-x---b--c--|");
      expectObservable(source$.pipe(letters)).toBe("-a-x-|");
      expectSubscriptions(source$.subscriptions).toBe("^----!");
    }));

  test("waits for the first that counts where none did, and lets go with it", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const source$ = cold("                     -x----xb--c--|");
      expectObservable(source$.pipe(letters)).toBe("-x----x(b|)");
      expectSubscriptions(source$.subscriptions).toBe("^------!");
    }));

  test("waits no longer than it may", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const source$ = cold("                     -x----x----b--|");
      expectObservable(source$.pipe(letters)).toBe("-x----x---|");
      expectSubscriptions(source$.subscriptions).toBe("^---------!");
    }));

  test("ends as its source, before it is due and after", () =>
    virtualTime(({ cold, expectObservable }) => {
      expectObservable(cold("-a|").pipe(letters)).toBe("-a|");
      expectObservable(cold("-x|").pipe(letters)).toBe("-x|");
      expectObservable(cold("-a#").pipe(letters)).toBe("-a#");
      expectObservable(cold("-x-----|").pipe(letters)).toBe("-x-----|");
      expectObservable(cold("-x-----#").pipe(letters)).toBe("-x-----#");
    }));

  test("is all that there is where both times are the same", () =>
    virtualTime(({ cold, expectObservable }) => {
      expectObservable(cold("-x--x--a").pipe(takeUntilDeadline(5, 5, (value) => value === "a"))).toBe("-x--x|");
    }));

  test("unsubscribes when nobody listens, and counts anew for each subscriber", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const source$ = cold("-a------b");
      const due$ = source$.pipe(letters);
      expectObservable(due$, "^-!").toBe("-a");
      expectObservable(due$).toBe("-a---|");
      expectObservable(cold("-x-------").pipe(letters), "^------!").toBe("-x");
      expectSubscriptions(source$.subscriptions).toBe(["^-!", "^----!"]);
    }));

  test("fails with what throws while it counts, early and late", () =>
    virtualTime(({ cold, expectObservable }) => {
      const broken = takeUntilDeadline<string>(5, 10, (value) => {
        if (value === "a") throw new Error("broken");
        return false;
      });
      expectObservable(cold("-a-").pipe(broken)).toBe("-#", undefined, new Error("broken"));
      expectObservable(cold("-x----a-").pipe(broken)).toBe("-x----#", undefined, new Error("broken"));
    }));
});
