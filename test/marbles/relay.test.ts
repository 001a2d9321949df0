import { Observable, of, take } from "rxjs";
import { describe, expect, test } from "vitest";
import { relay } from "../../src/relay.ts";
import { virtualTime } from "./virtualTime.ts";

const doubled = relay<string, string>((out) => ({ next: (value) => out.next(value + value) }));

describe("relay", () => {
  test("gives what is made of each value, and passes the end", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const source$ = cold("                  -a--b|");
      expectObservable(source$.pipe(doubled)).toBe("-A--B|", { A: "aa", B: "bb" });
      expectSubscriptions(source$.subscriptions).toBe("^----!");
    }));

  test("passes a failure, and lets go of the source when nobody listens", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      expectObservable(cold("-a#").pipe(doubled)).toBe("-A#", { A: "aa" });
      const source$ = cold("-a-b-");
      expectObservable(source$.pipe(doubled), "^-!").toBe("-A-", { A: "aa" });
      expectSubscriptions(source$.subscriptions).toBe("^-!");
    }));

  test("says what it wants instead of the end or the failure", () =>
    virtualTime(({ cold, expectObservable }) => {
      const told = relay<string, string>((out) => {
        const last = (value: string) => (): void => {
          out.next(value);
          out.complete();
        };
        return { next: (value) => out.next(value), complete: last("end"), error: last("failure") };
      });
      expectObservable(cold("-a-|").pipe(told)).toBe("-a-(e|)", { a: "a", e: "end" });
      expectObservable(cold("-a-#").pipe(told)).toBe("-a-(f|)", { a: "a", f: "failure" });
    }));

  test("fails with what is thrown on the way, and lets go of the source", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const thrown = (): never => {
        throw "thrown";
      };
      const source$ = cold("-a-b|");
      expectObservable(source$.pipe(relay(() => ({ next: thrown })))).toBe("-#", undefined, "thrown");
      expectSubscriptions(source$.subscriptions).toBe("^!");
      const passing = { next: () => undefined };
      expectObservable(cold("--|").pipe(relay(() => ({ ...passing, complete: thrown })))).toBe(
        "--#",
        undefined,
        "thrown",
      );
      expectObservable(cold("--#").pipe(relay(() => ({ ...passing, error: thrown })))).toBe("--#", undefined, "thrown");
    }));

  test("begins anew for each subscriber", () =>
    virtualTime(({ cold, expectObservable }) => {
      const counted$ = cold("-x-x|").pipe(
        relay<string, number>((out) => {
          let count = 0;
          return {
            next() {
              count += 1;
              out.next(count);
            },
          };
        }),
      );
      expectObservable(counted$).toBe("-a-b|", { a: 1, b: 2 });
      expectObservable(counted$, "-----^").toBe("------a-b|", { a: 1, b: 2 });
    }));

  test("lets go of a source that emits within its subscription, and asks none where it has ended before", () => {
    let values = 0;
    const source$ = new Observable<string>((subscriber) => {
      for (; values < 1000 && !subscriber.closed; values += 1) subscriber.next("a");
    });
    source$.pipe(doubled, take(3)).subscribe();
    expect(values).toBe(3);
    const seen: string[] = [];
    source$
      .pipe(
        relay<string, string>((out) => {
          out.next("first");
          return { next: (value) => out.next(value) };
        }),
        take(1),
      )
      .subscribe((value) => seen.push(value));
    expect([seen, values]).toEqual([["first"], 3]);
  });

  test("tears down what it added, however it ends", () => {
    const log: string[] = [];
    const noted = relay<string, string>((out) => {
      out.add(() => log.push("gone"));
      return { next: (value) => out.next(value) };
    });
    of("a").pipe(noted).subscribe();
    new Observable<string>().pipe(noted).subscribe().unsubscribe();
    expect(log).toEqual(["gone", "gone"]);
    const going = relay<string, string>(() => ({ next: () => undefined, complete: () => log.push("told") }));
    const ending$ = new Observable<string>((ending) => {
      ending.add(() => log.push("over"));
      ending.complete();
    });
    ending$.pipe(going).subscribe();
    expect(log.slice(2)).toEqual(["told", "over"]);
  });
});
