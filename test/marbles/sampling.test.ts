import { map, NEVER, of, throwError } from "rxjs";
import { describe, expect, test } from "vitest";
import { sampling } from "../../src/metrics/sampling.ts";
import { virtualTime } from "./virtualTime.ts";

const looks = {
  totals: () => ({ requests: 0, errors: 0, hits: 0, misses: 0 }),
  memory: () => ({ rss: 100, heapUsed: 50 }),
  sockets: () => 3,
  jobs$: of(2),
  lag$: NEVER,
};

describe("sampling", () => {
  test("tells what grew as a rate each five seconds, and the longest delay since the last sample", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const lag$ = cold("500ms a 1s b 5s c", { a: 3, b: 40, c: 7 });
      const totals = () => ({ requests: now() / 100, errors: now() / 1000, hits: 0, misses: 0 });
      const seen$ = sampling({ ...looks, totals, lag$ }).pipe(
        map(({ at, figures }) => [at, figures.requests_per_s, figures.errors_per_s, figures.event_loop_delay_ms]),
      );
      expectObservable(seen$, "^ 11s !").toBe("5s a 4999ms b", { a: [5_000, 10, 1, 40], b: [10_000, 10, 1, 7] });
    }));

  test("tells memory, sockets and jobs, and asks for the jobs each twenty seconds only", () =>
    virtualTime(({ expectObservable, flush }) => {
      let asked = 0;
      const jobs$ = of(undefined).pipe(map(() => ++asked));
      const seen$ = sampling({ ...looks, jobs$ }).pipe(
        map(({ figures: { memory_bytes, heap_bytes, sockets, jobs } }) => [memory_bytes, heap_bytes, sockets, jobs]),
      );
      expectObservable(seen$, "^ 11s !").toBe("5s a 4999ms a", { a: [100, 50, 3, 1] });
      flush();
      expect(asked).toBe(1);
    }));

  test("goes on without the jobs where they cannot be counted, and lets go of everything when it is left", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const lag$ = cold<number>("-");
      const seen$ = sampling({ ...looks, lag$, jobs$: throwError(() => new Error("no store")) }).pipe(
        map(({ figures }) => figures.jobs),
      );
      expectObservable(seen$, "^ 6s !").toBe("5s a", { a: undefined });
      expectSubscriptions(lag$.subscriptions).toBe("^ 6s !");
    }));

  test("fails as what it looks at fails", () =>
    virtualTime(({ expectObservable }) => {
      const sockets = (): number => {
        throw new Error("gone");
      };
      expectObservable(sampling({ ...looks, sockets })).toBe("#", undefined, new Error("gone"));
    }));
});
