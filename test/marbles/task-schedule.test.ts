import { defer, of, throwError } from "rxjs";
import { describe, expect, test } from "vitest";
import { SourceError } from "../../src/errors.ts";
import type { TaskRow } from "../../src/tasks/order.ts";
import type { Place, Placed } from "../../src/tasks/placing.ts";
import { runDue, Schedule } from "../../src/tasks/schedule.ts";
import type { ClaimedItem } from "../../src/tasks/store.ts";
import { mapOrder, taskRow } from "./task-row.ts";
import { virtualTime } from "./virtualTime.ts";

const schedule = (more: object = {}): ClaimedItem => ({
  queue: "schedule",
  id: "s",
  owner: "o",
  token: "k",
  dueAt: 0,
  body: JSON.stringify({ path: "/map?q=a.example", order: mapOrder, cron: "*/5 * * * *", keep_runs: 2, ...more }),
});

/** What is saved of a schedule, and forgotten, where the task before it is as `before` says. */
function storeOf(before?: TaskRow) {
  const saved: (Schedule & { readonly dueAt: number | null; readonly hold: boolean })[] = [];
  const forgotten: string[] = [];
  return {
    saved,
    forgotten,
    store: {
      byId: () => of(before),
      forget: (id: string) => defer(() => of(void forgotten.push(id))),
      saveItem: ({ body, dueAt }: ClaimedItem, hold: boolean) =>
        defer(() => {
          saved.push({ ...Schedule.parse(JSON.parse(body)), dueAt, hold });
          return of(true);
        }),
    },
  };
}

const MINUTE = 60_000;

function outcomes() {
  const runs: string[] = [];
  return { runs, told: (outcome: string) => void runs.push(outcome) };
}

describe("runDue", () => {
  test("orders the task of its time, once however often it is tried, and is due again by its rule", () =>
    virtualTime(({ cold, expectObservable, flush }) => {
      const keys: unknown[] = [];
      const { runs, told } = outcomes();
      const place: Place = (_owner, { idempotencyKey }) => {
        keys.push(idempotencyKey);
        return cold<Placed>("20ms (p|)", { p: { row: taskRow({ id: "new" }), again: false } });
      };
      const { store, saved, forgotten } = storeOf(taskRow({ ended_at: 1, state: "completed" }));
      expectObservable(runDue(store, schedule({ runs: ["b", "a"] }), place, told)).toBe("20ms |");
      flush();
      expect(runs).toEqual(["ordered"]);
      expect(keys).toEqual(["schedule s 0"]);
      expect(saved).toMatchObject([{ runs: ["new", "b"], dueAt: 5 * MINUTE, hold: false, skipped: 0 }]);
      expect(forgotten).toEqual(["a"]);
    }));

  test("leaves a run out while the one before is under way, and where it is refused, and says so", () =>
    virtualTime(({ expectObservable, flush }) => {
      const { runs, told } = outcomes();
      const never: Place = () => throwError(() => new Error("it was ordered"));
      const busy = storeOf(taskRow());
      expectObservable(runDue(busy.store, schedule({ runs: ["a"] }), never, told)).toBe("|");
      const full: Place = () => of<Placed>({ refused: "full" });
      const refused = storeOf();
      expectObservable(runDue(refused.store, schedule(), full, told)).toBe("|");
      flush();
      expect(runs).toEqual(["skipped", "refused"]);
      expect(busy.saved).toMatchObject([{ runs: ["a"], skipped: 1, dueAt: 5 * MINUTE }]);
      expect(refused.saved).toMatchObject([{ runs: [], skipped: 1, last_error: "The store of tasks was full." }]);
    }));

  test("leaves a run out that can never be ordered, says why, and is due again", () =>
    virtualTime(({ expectObservable, flush }) => {
      const { runs, told } = outcomes();
      const { store, saved } = storeOf();
      const forgotten = new SourceError("not-found", "The task of this idempotency key was forgotten.");
      expectObservable(runDue(store, schedule(), () => throwError(() => forgotten), told)).toBe("|");
      flush();
      expect(runs).toEqual(["failed"]);
      expect(saved).toMatchObject([{ runs: [], skipped: 1, last_error: forgotten.message, dueAt: 5 * MINUTE }]);
    }));

  test("fails as the order or the store fails, and keeps nothing then", () =>
    virtualTime(({ expectObservable, flush }) => {
      const { store, saved } = storeOf();
      expectObservable(runDue(store, schedule(), () => throwError(() => "away"))).toBe("#", undefined, "away");
      flush();
      expect(saved).toEqual([]);
    }));

  test("leaves the order once nobody waits for it", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions, flush }) => {
      const placed$ = cold<Placed>("1s (p|)", { p: { row: taskRow(), again: false } });
      const { store, saved } = storeOf();
      expectObservable(
        runDue(store, schedule(), () => placed$),
        "^ 99ms !",
      ).toBe("");
      expectSubscriptions(placed$.subscriptions).toBe("^ 99ms !");
      flush();
      expect(saved).toEqual([]);
    }));
});
