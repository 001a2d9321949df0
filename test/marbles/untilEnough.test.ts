import { of, range } from "rxjs";
import { describe, expect, test } from "vitest";
import { untilEnough } from "../../src/operators/untilEnough.ts";
import { virtualTime } from "./virtualTime.ts";

const letters = (count: number) => untilEnough<string>(count, (value) => (/[a-z]/.test(value) ? value : undefined));

describe("untilEnough", () => {
  test("completes with the value that makes enough, and unsubscribes its source", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const source$ = cold("                     --a--b--a--c--d--|");
      expectObservable(source$.pipe(letters(3))).toBe("--a--b--a--(c|)");
      expectSubscriptions(source$.subscriptions).toBe("^----------!");
    }));

  test("passes values without a key uncounted", () =>
    virtualTime(({ cold, expectObservable }) => {
      expectObservable(cold("-1-a-2-b").pipe(letters(2))).toBe("-1-a-2-(b|)");
    }));

  test("ends as its source when there is never enough", () =>
    virtualTime(({ cold, expectObservable }) => {
      expectObservable(cold("-a-b-|").pipe(letters(3))).toBe("-a-b-|");
      expectObservable(cold("-a-#").pipe(letters(3))).toBe("-a-#");
    }));

  test("of none asks nothing", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const source$ = cold("-a");
      expectObservable(source$.pipe(letters(0))).toBe("|");
      expectSubscriptions(source$.subscriptions).toBe([]);
    }));

  test("unsubscribes when nobody listens, and counts anew for each subscriber", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const source$ = cold("-a-b-");
      const enough$ = source$.pipe(letters(2));
      expectObservable(enough$, "^-!").toBe("-a");
      expectObservable(enough$).toBe("-a-(b|)");
      expectSubscriptions(source$.subscriptions).toBe(["^-!", "^--!"]);
    }));

  test("stops a source that never yields", () => {
    const seen: number[] = [];
    range(0, Number.POSITIVE_INFINITY)
      .pipe(untilEnough(3, String))
      .subscribe((value) => seen.push(value));
    expect(seen).toEqual([0, 1, 2]);
    of(1)
      .pipe(untilEnough(0, String))
      .subscribe(() => expect.unreachable());
  });
});
