import { defer, NEVER, Observable, of, throwError } from "rxjs";
import { TestScheduler } from "rxjs/testing";
import { describe, expect, it } from "vitest";
import type { SourceError } from "../../../src/errors.ts";
import { BrowserLost } from "../../../src/upstream/rendering/browser-lost.ts";
import { OF_OTHERS, OF_OWN } from "../../../src/upstream/rendering/crashes.ts";
import { createPool, type PoolOptions } from "../../../src/upstream/rendering/pool.ts";

const order = { host: "a.test", again: true };

/** Browsers that are counted: the value of each is its number. */
function rig(more: Partial<PoolOptions<number>> & { readonly browsers?: number } = {}) {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
  const log: string[] = [];
  let launched = 0;
  const launch = new Observable<number>((running) => {
    launched += 1;
    const number = launched;
    log.push(`${scheduler.now()} up ${number}`);
    running.next(number);
    return () => log.push(`${scheduler.now()} down ${number}`);
  });
  const pool = createPool<number>({
    launches: Array.from({ length: more.browsers ?? 1 }, () => launch),
    rules: OF_OWN,
    concurrency: 2,
    pagesPerBrowser: 50,
    idleMs: 60_000,
    scheduler,
    ...more,
  });
  return { scheduler, log, pool };
}

const kindOf = (work: Observable<unknown>): { kind?: string; message?: string; after?: number | undefined } => {
  const told: { kind?: string; message?: string; after?: number | undefined } = {};
  work.subscribe({
    error: ({ kind, message, retryAfterMs }: SourceError) =>
      Object.assign(told, { kind, message, after: retryAfterMs }),
  });
  return told;
};

describe("createPool", () => {
  it("starts a browser with the first page and ends it a minute after the last", () => {
    const { scheduler, log, pool } = rig();
    scheduler.run(({ cold, expectObservable, flush }) => {
      expectObservable(pool.use(order, () => cold("--a|"))).toBe("--(a|)");
      expectObservable(pool.use(order, () => cold("-#"))).toBe("-#");
      flush();
      expect(log).toEqual(["0 up 1", "60002 down 1"]);
    });
  });

  it("leaves a page when it is unsubscribed, and lets the next in at once", () => {
    const { scheduler, pool } = rig({ concurrency: 1 });
    scheduler.run(({ cold, expectObservable, expectSubscriptions }) => {
      const page = cold("-----a|");
      expectObservable(
        pool.use(order, () => page),
        "^--!",
      ).toBe("---");
      expectObservable(pool.use(order, () => cold("-b|"))).toBe("----(b|)");
      expectSubscriptions(page.subscriptions).toBe("^--!");
    });
  });

  it("keeps a page's place until what it left is closed", async () => {
    const { pool } = rig({ concurrency: 1, scheduler: undefined });
    let close: () => void = () => undefined;
    const closing = new Promise<void>((resolve) => {
      close = resolve;
    });
    const left = pool.use(order, (_browser, leaves) => new Observable(() => () => leaves(closing))).subscribe();
    left.unsubscribe();
    expect(pool.stats()).toMatchObject({ running: 1 });
    close();
    await expect.poll(() => pool.stats().running).toBe(0);
  });

  it("starts a new browser beside the old one, which ends with its last page", () => {
    const { scheduler, log, pool } = rig({ pagesPerBrowser: 2, concurrency: 3 });
    scheduler.run(({ cold, expectObservable, flush }) => {
      for (const page of ["a", "b", "c"])
        expectObservable(pool.use(order, () => cold(`--${page}`))).toBe(`--(${page}|)`);
      flush();
      expect(log).toEqual(["0 up 1", "0 up 2", "2 down 1", "60002 down 2"]);
    });
  });

  it("tries a page whose browser was lost once more, and then gives it up and leaves its host alone", () => {
    const { scheduler, log, pool } = rig();
    scheduler.run(({ flush }) => {
      let losses = 0;
      const survives = pool.use(order, () => {
        losses += 1;
        return losses === 1 ? throwError(() => new BrowserLost("Gone.")) : of("read");
      });
      survives.subscribe({ error: () => expect.fail("it was given up") });
      let tries = 0;
      const deadly = pool.use({ ...order, host: "deadly.test" }, () => {
        tries += 1;
        return throwError(() => new BrowserLost("Gone."));
      });
      const told = kindOf(deadly);
      flush();
      expect([tries, told]).toMatchObject([2, { kind: "unreachable", message: "Gone." }]);
      expect(kindOf(deadly)).toMatchObject({
        message: expect.stringContaining("deadly.test took the browser down twice"),
      });
      scheduler.schedule(() => kindOf(deadly), 600_001);
      flush();
      expect(tries).toBe(4);
      expect(log[0]).toBe("0 up 1");
    });
  });

  it("does not repeat what may have had an effect", () => {
    const { scheduler, pool } = rig();
    scheduler.run(({ flush }) => {
      let tries = 0;
      const acted = pool.use({ ...order, again: false }, () => {
        tries += 1;
        return throwError(() => new BrowserLost("Gone."));
      });
      const told = kindOf(acted);
      flush();
      expect([tries, told.kind]).toEqual([1, "unreachable"]);
    });
  });

  it("gives a browser that is lost three times within a minute half a minute's rest", () => {
    const scheduler = new TestScheduler(() => undefined);
    let launches = 0;
    const launch = new Observable<number>((running) => {
      launches += 1;
      running.error(new BrowserLost("It could not be started.", { atStart: true }));
    });
    const { pool } = rig({ launches: [launch], scheduler });
    scheduler.run(({ flush }) => {
      const told: object[] = [];
      const at = (ms: number) =>
        scheduler.schedule(() => {
          const page = kindOf(pool.use(order, () => NEVER));
          scheduler.schedule(() => told.push({ ...page, launches }), 500);
        }, ms);
      [0, 1_000, 2_000, 32_000].forEach(at);
      flush();
      expect(told).toMatchObject([
        { message: "It could not be started.", launches: 2 },
        { kind: "busy", launches: 3 },
        { kind: "busy", after: 29_000, launches: 3 },
        { message: "It could not be started.", launches: 5 },
      ]);
    });
  });

  it("asks the least busy of several, and another where one is lost", () => {
    const scheduler = new TestScheduler(() => undefined);
    const broken = throwError(() => new BrowserLost("No answer.", { atStart: true }));
    const rules = { crashes: 1, withinMs: 1, openMs: 30_000, mostOpenMs: 300_000 };
    const { pool } = rig({ launches: [broken, of(2), of(3)].map(kept), rules, concurrency: 1, scheduler });
    scheduler.run(({ flush }) => {
      const used: number[] = [];
      for (let page = 0; page < 3; page += 1)
        pool
          .use(order, (browser) => {
            used.push(browser);
            return NEVER;
          })
          .subscribe();
      flush();
      expect(used.toSorted()).toEqual([2, 2, 3]);
    });
  });

  it("asks another where one is full, which is no loss, and is busy where all are", () => {
    const scheduler = new TestScheduler(() => undefined);
    let asked = 0;
    const full = defer(() => {
      asked += 1;
      return throwError(() => new BrowserLost("It takes no more.", { atStart: true, full: true }));
    });
    const { pool } = rig({ launches: [full, kept(of(2))], rules: OF_OTHERS, concurrency: 1, scheduler });
    scheduler.run(({ flush }) => {
      const used: number[] = [];
      const use = () => pool.use(order, (browser) => of(used.push(browser))).subscribe();
      use();
      scheduler.schedule(use, 4_000);
      scheduler.schedule(use, 6_000);
      flush();
      expect([used, asked]).toEqual([[2, 2, 2], 2]);
    });
    const later = new TestScheduler(() => undefined);
    const none = rig({ launches: [full], rules: OF_OTHERS, scheduler: later });
    later.run(({ flush }) => {
      const told = kindOf(none.pool.use(order, () => NEVER));
      flush();
      expect(told).toMatchObject({ kind: "busy" });
    });
  });

  it("is busy where fifty wait, and where one has waited for twenty seconds", () => {
    const { scheduler, pool } = rig({ concurrency: 1 });
    scheduler.run(({ flush }) => {
      const long = pool.use(order, () => NEVER).subscribe();
      const waiting = Array.from({ length: 50 }, () => kindOf(pool.use(order, () => NEVER)));
      expect(kindOf(pool.use(order, () => NEVER))).toMatchObject({ kind: "busy", after: 5_000 });
      expect(pool.stats()).toMatchObject({ running: 1, waiting: 50 });
      // Who has nothing waiting takes the place of one of who has most.
      const other = kindOf(pool.use({ ...order, client: { id: "other", weight: 1 } }, () => NEVER));
      expect([waiting.filter(({ kind }) => kind === "busy").length, other]).toEqual([1, {}]);
      flush();
      expect(waiting.every(({ kind }) => kind === "busy")).toBe(true);
      expect(pool.stats()).toEqual({ running: 1, waiting: 0, oldestMs: 0 });
      long.unsubscribe();
    });
  });

  it("does not let one client have all places while others wait", () => {
    const { scheduler, pool } = rig({ concurrency: 2 });
    scheduler.run(({ cold, flush }) => {
      const begun: string[] = [];
      const use = (client: string, page: number) =>
        pool
          .use({ ...order, client: { id: client, weight: 1 } }, () => {
            begun.push(`${scheduler.now()} ${client}${page}`);
            return cold("---------- a");
          })
          .subscribe();
      for (let page = 1; page <= 4; page += 1) use("a", page);
      for (let page = 1; page <= 3; page += 1) use("b", page);
      flush();
      expect(begun.slice(2, 6).map((one) => one.split(" ")[1])).toEqual(["b1", "a3", "b2", "a4"]);
    });
  });
});

/** A browser that goes on running. */
const kept = (launch: Observable<number>): Observable<number> =>
  new Observable((running) =>
    launch.subscribe({ next: (value) => running.next(value), error: (error) => running.error(error) }),
  );
