import { concatMap, defer, EMPTY, ignoreElements, NEVER, type Observable, of, Subject, throwError } from "rxjs";
import { describe, expect, test } from "vitest";
import { countedSettling, createTaskCounts } from "../../src/tasks/counts.ts";
import { type EngineOptions, type EngineStore, work } from "../../src/tasks/engine.ts";
import type { StoredClaim, StoredOutcome } from "../../src/tasks/store.ts";
import { replayUpstream } from "../support/replay-upstream.ts";
import { taskRow } from "./task-row.ts";
import { virtualTime } from "./virtualTime.ts";

const claimOf = (task: string): StoredClaim => ({
  task,
  seq: 1,
  token: `token of ${task}`,
  host: "unit",
  url: "/map?q=a.example",
  depth: 0,
});

/** A store of tasks that wait, and what it is told, at which time. */
function storeOf(waiting: string[], now: () => number, more: Partial<EngineStore> = {}) {
  const told: string[] = [];
  const note = <T>(what: string, value: T): Observable<T> =>
    defer(() => {
      told.push(`${now()} ${what}`);
      return of(value);
    });
  const store: EngineStore = {
    byId: (id) => of(taskRow({ id })),
    end: (id, state, error) => note(`end ${id} ${state} ${error}`, undefined),
    take: (_process, most) => defer(() => of({ claims: waiting.splice(0, most).map(claimOf), nextAt: null })),
    settle: ({ task }, { kind, body }: StoredOutcome) => note(`settle ${task} ${kind} ${body}`, true),
    admit: () => of(true),
    release: ({ task }) => note(`release ${task}`, undefined),
    beat: () => of([]),
    pids: () => of([]),
    reclaim: () => of(0),
    leave: () => note("leave", undefined),
    sweep: () => of(undefined),
    takeItems: () => of([]),
    saveItem: () => of(true),
    documents: () => of([]),
    notes: () => of([]),
    forget: () => of(undefined),
    changed$: NEVER,
    wake$: NEVER,
    over$: NEVER,
    ...more,
  };
  return { told, store };
}

/** No unit here asks anything of it. */
const upstream = replayUpstream(() => undefined);

const options = (runUnit: EngineOptions["runUnit"], onBroken: (error: unknown) => void = () => undefined) => ({
  upstream,
  runUnit,
  onBroken,
  visits: 0,
  units: 2,
  keepMs: 1_000,
  webhooks: { retryMs: [] },
});
const signals = (wake$: Observable<void> = NEVER, over$ = new Subject<string>()) => ({
  wake$,
  over$,
  place: () => EMPTY,
});

describe("work", () => {
  test("claims what waits, so many at once, settles each as it ends, and takes the next", () =>
    virtualTime(({ cold, now, expectObservable, flush }) => {
      const { told, store } = storeOf(["a", "b", "c"], now);
      const times: Readonly<Record<string, string>> = { a: "30ms (x|)", b: "10ms (x|)", c: "10ms (x|)" };
      const ids = ["a", "b", "c"];
      const run = () => cold(times[ids.shift() ?? ""] ?? "", { x: "{}" });
      expectObservable(work(store, "p", signals(), options(run)), "^ 99ms !").toBe("");
      flush();
      expect(told).toEqual(["10 settle b page {}", "20 settle c page {}", "30 settle a page {}", "100 leave"]);
    }));

  test("does what follows from a result once the store has kept it, and never where the claim was lost or it ended before", () =>
    virtualTime(({ cold, now, expectObservable, flush }) => {
      const kept: Readonly<Record<string, boolean>> = { a: true, b: false, c: true };
      const { told, store } = storeOf(["a", "b", "c"], now, {
        settle: ({ task }) => cold(task === "c" ? "99ms (k|)" : "10ms (k|)", { k: kept[task] ?? true }),
      });
      const run: EngineOptions["runUnit"] = (_request, _owner, later) => {
        const noting = (what: string) => defer(() => of(told.push(`${now()} ${what}`)));
        later(noting("remembered").pipe(concatMap(() => throwError(() => "no room"))));
        later(noting("marked"));
        return cold("5ms (x|)", { x: "{}" });
      };
      const failures: string[] = [];
      const onFailure = (url: string) => void failures.push(url);
      expectObservable(work(store, "p", signals(), { ...options(run), onFailure }), "^ 49ms !").toBe("");
      flush();
      expect(told).toEqual(["15 remembered", "15 marked", "50 release c", "50 leave"]);
      expect(failures).toEqual(["/map?q=a.example"]);
    }));

  test("counts pages by what they came to, units not among them, and how long the store took", () =>
    virtualTime(({ expectObservable, flush }) => {
      const counting = createTaskCounts();
      const claim = claimOf("a");
      const outcome: StoredOutcome = { kind: "page", url: "u", depth: 0, disallowed: false, sites: [] };
      const pace = { answeredMs: 1, spacingMs: 0, retryAfterMs: 0 };
      const settled = (kept: boolean, came: Partial<StoredOutcome>, pool: "visit" | "unit" = "visit") =>
        countedSettling(() => of(kept), pool, counting)(claim, { ...outcome, ...came }, [], pace);
      for (const settled$ of [
        settled(true, {}),
        settled(true, { kind: "failed" }),
        settled(true, { kind: "nothing", disallowed: true }),
        settled(true, { kind: "nothing" }),
        settled(true, {}, "unit"),
        settled(false, {}, "unit"),
      ])
        expectObservable(settled$.pipe(ignoreElements())).toBe("|");
      expectObservable(settled(false, {})).toBe("(n|)", { n: false });
      const broken$ = countedSettling(() => throwError(() => "full"), "visit", counting)(claim, outcome, [], pace);
      expectObservable(broken$).toBe("#", undefined, "full");
      flush();
      expect(Object.fromEntries(counting.pages)).toEqual({ kept: 1, failed: 1, disallowed: 1, lost_claim: 1 });
      expect(counting.settling.read().count).toBe(7);
    }));

  test("takes nothing before it has given back what dead processes held", () =>
    virtualTime(({ cold, now, expectObservable, flush }) => {
      const { told, store } = storeOf(["a"], now, { reclaim: () => cold("20ms (n|)", { n: 0 }) });
      const run = () => cold("10ms (x|)", { x: "{}" });
      expectObservable(work(store, "p", signals(), options(run)), "^ 99ms !").toBe("");
      flush();
      expect(told).toEqual(["30 settle a page {}", "100 leave"]);
    }));

  test("looks at once when it is woken, and else every second", () =>
    virtualTime(({ cold, hot, now, expectObservable, flush }) => {
      const waiting: string[] = [];
      const { told, store } = storeOf(waiting, now);
      const wake$ = new Subject<void>();
      hot("300ms w").subscribe(() => {
        waiting.push("woken");
        wake$.next();
      });
      hot("400ms w").subscribe(() => void waiting.push("late"));
      const run = () => cold("(x|)", { x: "{}" });
      expectObservable(work(store, "p", signals(wake$), options(run)), "^ 1200ms !").toBe("");
      flush();
      expect(told.filter((line) => line.includes("settle"))).toEqual([
        "300 settle woken page {}",
        "1000 settle late page {}",
      ]);
    }));

  test("gives back at once what is under way when it is stopped, and leaves", () =>
    virtualTime(({ cold, now, expectObservable, expectSubscriptions, flush }) => {
      const answer$ = cold<string>("1s (x|)");
      const { told, store } = storeOf(["a"], now);
      expectObservable(
        work(
          store,
          "p",
          signals(),
          options(() => answer$),
        ),
        "^ 49ms !",
      ).toBe("");
      expectSubscriptions(answer$.subscriptions).toBe("^ 49ms !");
      flush();
      expect(told).toEqual(["50 release a", "50 leave"]);
    }));

  test("tells what the store fails with, gives everything back, and begins again after five seconds", () =>
    virtualTime(({ cold, now, expectObservable, flush }) => {
      const broken: unknown[] = [];
      let beats = 0;
      const beat = () =>
        defer(() => {
          beats += 1;
          return beats === 3 ? throwError(() => "away") : of([]);
        });
      const { told, store } = storeOf(["a"], now, { beat });
      const never = () => cold<string>("-");
      const engine$ = work(
        store,
        "p",
        signals(),
        options(never, (error) => broken.push([now(), error])),
      );
      expectObservable(engine$, "^ 9s !").toBe("");
      flush();
      expect(broken).toEqual([[2_000, "away"]]);
      expect(told).toEqual(["2000 release a", "2000 leave", "9001 leave"]);
      // At 0, 1 and 2 s; then from 7 s on.
      expect(beats).toBe(3 + 2 + 1);
    }));

  test("leaves a task that is cancelled, here or elsewhere", () =>
    virtualTime(({ cold, hot, now, expectObservable, expectSubscriptions, flush }) => {
      const visits = { here: cold<string>("9s x"), elsewhere: cold<string>("9s x") };
      const ids: (keyof typeof visits)[] = ["here", "elsewhere"];
      const { told, store } = storeOf([...ids], now, { over$: hot("200ms o", { o: "elsewhere" }) });
      const over$ = new Subject<string>();
      hot("100ms o").subscribe(() => over$.next("here"));
      const run = () => visits[ids.shift() ?? "here"];
      expectObservable(work(store, "p", signals(NEVER, over$), options(run)), "^ 499ms !").toBe("");
      expectSubscriptions(visits.here.subscriptions).toBe("^ 99ms !");
      expectSubscriptions(visits.elsewhere.subscriptions).toBe("^ 199ms !");
      flush();
      expect(told.at(-1)).toBe("500 leave");
    }));

  test("ends a task as failed whose order cannot be read", () =>
    virtualTime(({ now, expectObservable, flush }) => {
      const byId = (id: string) => of(taskRow({ id, body: "not JSON" }));
      const { told, store } = storeOf(["a"], now, { byId });
      expectObservable(
        work(
          store,
          "p",
          signals(),
          options(() => NEVER),
        ),
        "^ 9ms !",
      ).toBe("");
      flush();
      expect(told[0]).toMatch(/^0 end a failed The stored order of this task cannot be read by this version/);
    }));
});
