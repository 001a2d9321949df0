import { defer, map, NEVER, type Observable, of, throwError } from "rxjs";
import { describe, expect, test } from "vitest";
import { endOf, eventsAfter, newsAfter, type Position, sharedNews } from "../../src/tasks/events.ts";
import type { TaskRow } from "../../src/tasks/order.ts";
import type { StoredNote } from "../../src/tasks/store.ts";
import { taskRow } from "./task-row.ts";
import { virtualTime } from "./virtualTime.ts";

/** A store whose task grows: what it holds at a time is read when it is asked. */
function growing(rowAt: () => TaskRow | undefined, changed$: Observable<string>) {
  const asked: string[] = [];
  const numbered = (name: string, from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, n) => `${name}${from + n}`);
  return {
    asked,
    store: {
      changed$,
      byId: () => defer(() => of(rowAt())),
      documents: (_id: string, from: number, most: number) =>
        defer(() => {
          asked.push(`documents ${from} ${most}`);
          return of(numbered("d", from, rowAt()?.docs ?? 0).slice(0, most));
        }),
      notes: (_id: string, from: number, most: number): Observable<readonly StoredNote[]> =>
        defer(() => {
          asked.push(`notes ${from} ${most}`);
          const bodies = numbered("n", from, rowAt()?.notes ?? 0).slice(0, most);
          return of(bodies.map((body) => ({ body: JSON.stringify({ error: body }), at: 0 })));
        }),
    },
  };
}

const told = (event$: Observable<{ readonly event: string; readonly position: string }>): Observable<string> =>
  event$.pipe(map(({ event, position }) => `${event} ${position}`));

describe("eventsAfter", () => {
  test("tells what is there at once, then what is kept as the store hints at it, and completes with the end", () =>
    virtualTime(({ hot, now, expectObservable }) => {
      const changed$ = hot("50ms t 49ms u 49ms t 49ms t", { t: "t", u: "another" });
      const row = () => {
        if (now() < 50) return taskRow({ docs: 1 });
        if (now() < 150) return taskRow({ docs: 2, notes: 1 });
        return now() < 200
          ? taskRow({ docs: 2, notes: 1 })
          : taskRow({ docs: 2, notes: 1, state: "completed", ended_at: 1 });
      };
      const { store } = growing(row, changed$);
      expectObservable(told(eventsAfter(store, "t", { docs: 0, notes: 0 }))).toBe("(ab) 46ms (cd) 146ms (ef|)", {
        a: "state 0.0",
        b: "page 1.0",
        c: "page 2.0",
        d: "failed 2.1",
        e: "state 2.1",
        f: "done 2.1",
      });
    }));

  test("goes on from a position as if it had been read to there, on any process", () =>
    virtualTime(({ expectObservable, flush }) => {
      const over = taskRow({ docs: 3, notes: 2, state: "completed", ended_at: 1 });
      const { store, asked } = growing(() => over, NEVER);
      const after: Position = { docs: 2, notes: 1, state: "completed" };
      expectObservable(told(eventsAfter(store, "t", after))).toBe("(abc|)", {
        a: "page 3.1",
        b: "failed 3.2",
        c: "done 3.2",
      });
      flush();
      expect(asked).toEqual(["documents 2 100", "notes 1 100"]);
    }));

  test("reads a long list in parts, each once", () =>
    virtualTime(({ expectObservable, flush }) => {
      const over = taskRow({ docs: 250, state: "completed", ended_at: 1 });
      const { store, asked } = growing(() => over, NEVER);
      const events$ = eventsAfter(store, "t", { docs: 0, notes: 0, state: "completed" });
      expectObservable(events$.pipe(map(({ event }) => event))).toBe(`(${"p".repeat(250)}d|)`, {
        p: "page",
        d: "done",
      });
      flush();
      expect(asked).toEqual(["documents 0 100", "documents 100 100", "documents 200 100"]);
    }));

  test("hears within a second what another process kept, without any hint", () =>
    virtualTime(({ now, expectObservable }) => {
      const { store } = growing(() => taskRow({ docs: now() < 400 ? 0 : 1 }), NEVER);
      const news$ = newsAfter(store, "t", { docs: 0, notes: 0, state: "running" });
      expectObservable(news$.pipe(map(({ position: { docs } }) => docs))).toBe("1s (a|)", { a: 1 });
    }));

  test("fails where the task is gone, and as the store fails", () =>
    virtualTime(({ expectObservable }) => {
      const gone = growing(() => undefined, NEVER).store;
      expectObservable(eventsAfter(gone, "t", { docs: 0, notes: 0 })).toBe(
        "#",
        undefined,
        expect.objectContaining({ kind: "not-found" }),
      );
      const broken = {
        ...growing(() => taskRow({ docs: 1 }), NEVER).store,
        documents: () => throwError(() => "broken"),
      };
      expectObservable(eventsAfter(broken, "t", { docs: 0, notes: 0 })).toBe("#", undefined, "broken");
    }));

  test("tells readers that wait at the same position by one reading, and one that comes later by its own", () =>
    virtualTime(({ hot, now, expectObservable, flush }) => {
      const row = () => taskRow({ docs: now() < 50 ? 0 : 1 });
      const { store, asked } = growing(row, hot("50ms t"));
      const news = sharedNews(store);
      const at: Position = { docs: 0, notes: 0, state: "running" };
      const docs$ = defer(() => news("t", at)).pipe(map(({ position }) => position.docs));
      expectObservable(docs$).toBe("50ms (a|)", { a: 1 });
      expectObservable(docs$, "10ms ^").toBe("50ms (a|)", { a: 1 });
      // One that goes leaves the others.
      expectObservable(docs$, "^ 20ms !").toBe("");
      expectObservable(docs$, "60ms ^").toBe("60ms (a|)", { a: 1 });
      flush();
      expect(asked).toEqual(["documents 0 100", "documents 0 100"]);
    }));

  test("asks no more once nobody waits, fails all as the store fails, and asks anew after that", () =>
    virtualTime(({ expectObservable, flush }) => {
      let asked = 0;
      const news = sharedNews({
        ...growing(() => taskRow(), NEVER).store,
        byId: () =>
          defer(() => {
            asked += 1;
            return asked > 3 ? throwError(() => "broken") : of(taskRow());
          }),
      });
      const news$ = defer(() => news("t", { docs: 0, notes: 0, state: "running" }));
      expectObservable(news$, "^ 1500ms !").toBe("");
      expectObservable(news$, "^ 1700ms !").toBe("");
      expectObservable(news$, "5s ^").toBe("6s #", undefined, "broken");
      expectObservable(news$, "5s ^").toBe("6s #", undefined, "broken");
      expectObservable(news$, "7s ^").toBe("7s #", undefined, "broken");
      flush();
      expect(asked).toBe(5);
    }));

  test("endOf waits for the end and reads nothing of what is kept meanwhile", () =>
    virtualTime(({ now, expectObservable, flush }) => {
      const row = () => (now() < 1_500 ? taskRow({ docs: 7 }) : taskRow({ docs: 9, state: "completed", ended_at: 1 }));
      const { store, asked } = growing(row, NEVER);
      expectObservable(endOf(store, { id: "t" }).pipe(map(({ docs }) => docs))).toBe("2s (d|)", { d: 9 });
      const { store: forgotten } = growing(() => undefined, NEVER);
      expectObservable(endOf(forgotten, { id: "t" })).toBe(
        "#",
        undefined,
        expect.objectContaining({ kind: "not-found" }),
      );
      flush();
      expect(asked).toEqual([]);
    }));

  test("asks no more once nobody listens", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const changed$ = cold("100ms t 100ms t", { t: "t" });
      const { store } = growing(() => taskRow(), changed$);
      expectObservable(told(eventsAfter(store, "t", { docs: 0, notes: 0, state: "running" })), "^ 149ms !").toBe("");
      expectSubscriptions(changed$.subscriptions).toBe("^ 149ms !");
    }));
});
