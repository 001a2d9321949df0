import { connect, count, finalize, ignoreElements, merge, Observable, range, take } from "rxjs";
import { describe, expect, test } from "vitest";
import { fork } from "../../src/operators/fork.ts";
import { virtualTime } from "./virtualTime.ts";

const withCount = <T>(shared$: Observable<T>) => merge(shared$, shared$.pipe(count()));

describe("fork", () => {
  test("reads one subscription several times, keeping the order", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const source$ = cold("                       --a--b--|");
      expectObservable(source$.pipe(fork(withCount))).toBe("--a--b--(2|)", { a: "a", b: "b", 2: 2 });
      expectSubscriptions(source$.subscriptions).toBe("^-------!");
    }));

  test("fails as its source fails", () =>
    virtualTime(({ cold, expectObservable }) => {
      expectObservable(cold("-a-#").pipe(fork(withCount))).toBe("-a-#");
    }));

  test("unsubscribes its source when nobody listens", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const source$ = cold("-a-b-c-");
      expectObservable(source$.pipe(fork(withCount)), "^---!").toBe("-a-b");
      expectSubscriptions(source$.subscriptions).toBe("^---!");
    }));

  test("lets go of a source that emits synchronously", () => {
    const emitted = (share: typeof fork<number, number>): number => {
      let values = 0;
      const source$ = new Observable<number>((subscriber) => {
        for (; values < 1000 && !subscriber.closed; values += 1) subscriber.next(values);
      });
      source$
        .pipe(
          share((shared$) => shared$),
          take(3),
        )
        .subscribe();
      return values;
    };
    expect(emitted(fork)).toBe(3);
    expect(emitted((readings) => connect(readings))).toBe(1000);
  });

  test("tears the source down before its unsubscription returns", () => {
    const log: string[] = [];
    const open$ = new Observable<never>(() => () => log.push("closed"));
    const subscription = open$.pipe(fork(withCount)).subscribe();
    subscription.unsubscribe();
    expect(log).toEqual(["closed"]);
    range(0, 3)
      .pipe(
        fork((shared$) => shared$.pipe(ignoreElements())),
        finalize(() => log.push("done")),
      )
      .subscribe();
    expect(log).toEqual(["closed", "done"]);
  });
});
