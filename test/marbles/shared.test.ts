import { defer, of, take, throwError } from "rxjs";
import { describe, expect, test } from "vitest";
import { shareReplayAll, shareReplayLatest } from "../../src/aggregate/share-replay.ts";
import { virtualTime } from "./virtualTime.ts";

describe.each([
  ["shared", shareReplayAll, "---(ab|)", "---(a#)"],
  ["latest", shareReplayLatest, "---(b|)", "---(a#)"],
] as const)("%s", (_name, operator, afterEnd, afterError) => {
  test("asks once: who comes after the end gets what was kept", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const source$ = cold("-a-(b|)");
      const once$ = source$.pipe(operator<string>());
      expectObservable(once$).toBe("-a-(b|)");
      expectObservable(once$, "------^").toBe(`---${afterEnd}`);
      expectSubscriptions(source$.subscriptions).toBe("^--!");
    }));

  test("keeps a failure too", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const source$ = cold("-a-#");
      const once$ = source$.pipe(operator<string>());
      expectObservable(once$).toBe("-a-#");
      expectObservable(once$, "------^").toBe(`---${afterError}`);
      expectSubscriptions(source$.subscriptions).toBe("^--!");
    }));

  test("is cancelled with the last who listens, and asked anew by the next", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const source$ = cold("-a------");
      const once$ = source$.pipe(operator<string>());
      expectObservable(once$, "^--!").toBe("-a");
      expectObservable(once$.pipe(take(1)), "-----^").toBe("------(a|)");
      expectSubscriptions(source$.subscriptions).toBe(["^--!", "-----^!"]);
    }));

  test("asks once where the answer is there at once", () => {
    let asked = 0;
    const once$ = defer(() => {
      asked += 1;
      return of("a");
    }).pipe(operator<string>());
    for (let times = 0; times < 3; times += 1) once$.subscribe();
    const failing$ = defer(() => {
      asked += 1;
      return throwError(() => new Error("no"));
    }).pipe(operator<string>());
    for (let times = 0; times < 3; times += 1) failing$.subscribe({ error: () => undefined });
    expect(asked).toBe(2);
  });
});
