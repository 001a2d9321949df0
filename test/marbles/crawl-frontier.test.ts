import { defer, EMPTY, map, type Observable, of, take, tap, throwError } from "rxjs";
import { describe, expect, test } from "vitest";
import { explore } from "../../src/pipelines/crawl/frontier.ts";
import { type FrontierLimits, memoryFrontier } from "../../src/pipelines/crawl/memory-frontier.ts";
import { keyOf } from "../../src/pipelines/crawl/seen.ts";
import { virtualTime } from "./virtualTime.ts";

interface Node {
  readonly name: string;
}
interface Found {
  readonly name: string;
  readonly leads: string;
}

const node = (name: string) => ({ name, key: keyOf(name), host: "", domain: "" });
const nodes = (names: string) => [...names].map(node);

const found = (name: string, leads = ""): Found => ({ name, leads });

const exploring = (
  seeds: string,
  visits: Readonly<Record<string, Observable<Found>>>,
  { concurrency = 2, ...limits }: Partial<FrontierLimits<Found>> & { readonly concurrency?: number } = {},
): Observable<Found> =>
  defer(() =>
    explore<Node, Found>(memoryFrontier(nodes(seeds), { limit: 100, maxWaiting: 100, ...limits }), {
      concurrency,
      visit: ({ name }) =>
        (visits[name] ?? throwError(() => new Error(`nobody knows ${name}`))).pipe(
          map((outcome) => ({ outcome, found: nodes(outcome.leads), pace: { answeredMs: 1 } })),
        ),
    }),
  );

/** From 0 on, each visit ending at once. */
const counting = (limit: number) => {
  const at = (number: number) => ({ at: number, key: BigInt(number) + 1n, host: "", domain: "" });
  return explore<{ readonly at: number }, number>(memoryFrontier([at(0)], { limit, maxWaiting: 10 }), {
    concurrency: 1,
    visit: (entry) => of({ outcome: entry.at, found: [at(entry.at + 1)], pace: { answeredMs: 0 } }),
  });
};

describe("explore", () => {
  test("visits breadth first, so many at a time, and lets each outcome go at once", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const values = { A: found("a", "bc"), B: found("b", "d"), C: found("c", "e"), D: found("d"), E: found("e") };
      const a = cold("--(A|)", values);
      const b = cold("-----(B|)", values);
      const c = cold("--(C|)", values);
      const d = cold("-(D|)", values);
      const e = cold("--(E|)", values);
      expectObservable(exploring("a", { a, b, c, d, e })).toBe("--A-C-EB(D|)", values);
      expectSubscriptions(a.subscriptions).toBe("^-!");
      expectSubscriptions(b.subscriptions).toBe("--^----!");
      expectSubscriptions(c.subscriptions).toBe("--^-!");
      expectSubscriptions(e.subscriptions).toBe("----^-!");
      expectSubscriptions(d.subscriptions).toBe("-------^!");
    }));

  test("keeps to its limit, and tells how many were left", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions, flush }) => {
      const values = { A: found("a", "bcd"), B: found("b", "ef"), C: found("c") };
      const left: number[] = [];
      const d = cold<Found>("-|");
      const out$ = exploring(
        "a",
        { a: cold("-(A|)", values), b: cold("-(B|)", values), c: cold("--(C|)", values), d },
        { limit: 3, onLeft: (entries) => left.push(entries) },
      );
      expectObservable(out$).toBe("-AB(C|)", values);
      expectSubscriptions(d.subscriptions).toBe([]);
      flush();
      expect(left).toEqual([3]);
    }));

  test("does not count visits that come to nothing", () =>
    virtualTime(({ cold, expectObservable }) => {
      const values = { A: found("a", "xb"), X: found("x"), B: found("b") };
      const visits = { a: cold("-(A|)", values), x: cold("-(X|)", values), b: cold("--(B|)", values) };
      const counts = (outcome?: Found) => outcome?.name !== "x";
      expectObservable(exploring("a", visits, { limit: 2, counts })).toBe("-AX-(B|)", values);
      expectObservable(exploring("a", visits, { limit: 2 })).toBe("-A(X|)", values);
    }));

  test("keeps so many waiting and no more", () =>
    virtualTime(({ cold, expectObservable }) => {
      const values = { A: found("a", "bcd"), B: found("b"), C: found("c") };
      const visits = { a: cold("-(A|)", values), b: cold("-(B|)", values), c: cold("-(C|)", values) };
      expectObservable(exploring("a", visits, { concurrency: 1, maxWaiting: 2 })).toBe("-AB(C|)", values);
    }));

  test("fails as a visit fails, and leaves the others", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const values = { A: found("a", "bc") };
      const b = cold<Found>("------|");
      const visits = { a: cold("-(A|)", values), b, c: cold<Found>("--#") };
      expectObservable(exploring("a", visits)).toBe("-A-#", values);
      expectSubscriptions(b.subscriptions).toBe("-^-!");
    }));

  test("leaves every visit when nobody listens, and starts anew for each subscriber", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const values = { A: found("a", "bc"), B: found("b"), C: found("c") };
      const b = cold("----(B|)", values);
      const c = cold("----(C|)", values);
      const out$ = exploring("a", { a: cold("-(A|)", values), b, c });
      expectObservable(out$, "^--!").toBe("-A", values);
      expectObservable(out$, "-------^").toBe("--------A---(BC|)", values);
      expectSubscriptions(b.subscriptions).toBe(["-^-!", "--------^---!"]);
      expectSubscriptions(c.subscriptions).toBe(["-^-!", "--------^---!"]);
    }));

  test("completes where there is nothing to visit or nothing comes of it", () =>
    virtualTime(({ expectObservable }) => {
      expectObservable(exploring("", {})).toBe("|");
      expectObservable(exploring("ab", { a: EMPTY, b: EMPTY })).toBe("|");
    }));

  test("goes any distance through visits that end at once", () => {
    let last = -1;
    counting(50_000).subscribe((at) => {
      last = at;
    });
    expect(last).toBe(49_999);
  });

  test("stops in the middle of visits that end at once", () => {
    const seen: number[] = [];
    counting(1_000)
      .pipe(
        tap((at) => seen.push(at)),
        take(4),
      )
      .subscribe();
    expect(seen).toEqual([0, 1, 2, 3]);
  });
});
