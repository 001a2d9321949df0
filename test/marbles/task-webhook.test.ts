import { defer, NEVER, of, throwError } from "rxjs";
import { describe, expect, test } from "vitest";
import { delivering } from "../../src/tasks/delivering.ts";
import type { TaskRow } from "../../src/tasks/order.ts";
import type { ClaimedItem } from "../../src/tasks/store.ts";
import { Webhook } from "../../src/tasks/webhook.ts";
import { exchangeOf } from "./task-exchange.ts";
import { taskRow } from "./task-row.ts";
import { virtualTime } from "./virtualTime.ts";

const RETRY_MS = [100, 1_000];
const item = (hook: object = {}): ClaimedItem => ({
  queue: "webhook",
  id: "t",
  owner: "o",
  token: "k",
  dueAt: 0,
  body: JSON.stringify({ target: { url: "https://receiver.example/" }, ...hook }),
});

/** A store of one task, and what is saved of its webhook. */
function storeOf(rowAt: () => TaskRow, { claimed = (): boolean => true } = {}) {
  const saved: Webhook[] = [];
  return {
    saved,
    store: {
      changed$: NEVER,
      byId: () => defer(() => of(rowAt())),
      documents: (_id: string, from: number, most: number) =>
        of(Array.from({ length: Math.min(most, rowAt().docs - from) }, (_, n) => JSON.stringify({ n: from + n }))),
      notes: () => of([]),
      saveItem: ({ body }: ClaimedItem) =>
        defer(() => {
          if (!claimed()) return of(false);
          saved.push(Webhook.parse(JSON.parse(body)));
          return of(true);
        }),
    },
  };
}

const over = (docs: number): TaskRow => taskRow({ docs, state: "completed", ended_at: 1 });

describe("delivering", () => {
  test("tells the start, the pages, and the end once each page was delivered", () =>
    virtualTime(({ cold, expectObservable, flush }) => {
      const { sent, upstream } = exchangeOf(() => cold("10ms (r|)", { r: 200 }));
      const { store, saved } = storeOf(() => over(2));
      expectObservable(delivering(store, item(), { upstream, retryMs: RETRY_MS })).toBe("30ms |");
      flush();
      expect(sent.map(({ type, at }) => [type, at])).toEqual([
        ["task.started", 0],
        ["task.page", 10],
        ["task.page", 10],
        ["task.completed", 20],
      ]);
      expect(new Set(sent.map(({ webhookId }) => webhookId)).size).toBe(4);
      expect(saved.at(-1)).toMatchObject({ ended: true, delivered: 4, given_up: 0, retries: [] });
    }));

  test("tries again with backoff under the same id, and holds up nothing but the end", () =>
    virtualTime(({ cold, now, expectObservable, flush }) => {
      const { sent, upstream } = exchangeOf(({ data: [page] }) =>
        cold("(r|)", { r: Object(page).n === 0 && now() < 1_000 ? 500 : 200 }),
      );
      const outcomes: string[] = [];
      const { store, saved } = storeOf(() => over(2));
      const deps = { upstream, retryMs: RETRY_MS, onDelivered: (outcome: string) => void outcomes.push(outcome) };
      expectObservable(delivering(store, item(), deps)).toBe("1100ms |");
      flush();
      const first = sent.filter(({ data: [page] }) => Object(page).n === 0);
      expect(first.map(({ at }) => at)).toEqual([0, 100, 1_100]);
      expect(new Set(first.map(({ webhookId }) => webhookId)).size).toBe(1);
      expect(sent.at(-1)).toMatchObject({ type: "task.completed", at: 1_100 });
      expect(saved.at(-1)).toMatchObject({ delivered: 4, given_up: 0 });
      expect(outcomes.filter((outcome) => outcome === "failed")).toHaveLength(2);
    }));

  test("cuts no delivery that is under way for a try that came due: each page is sent once", () =>
    virtualTime(({ cold, expectObservable, flush }) => {
      let refusals = 1;
      const { sent, upstream } = exchangeOf(({ type }) =>
        type === "task.started" && refusals-- > 0 ? cold("(r|)", { r: 500 }) : cold("250ms (r|)", { r: 200 }),
      );
      const { store, saved } = storeOf(() => over(2));
      // The pages are under way from 0 to 250, the start is due again at 100.
      expectObservable(delivering(store, item(), { upstream, retryMs: RETRY_MS })).toBe("750ms |");
      flush();
      expect(sent.map(({ type, at }) => [type, at])).toEqual([
        ["task.started", 0],
        ["task.page", 0],
        ["task.page", 0],
        ["task.started", 250],
        ["task.completed", 500],
      ]);
      expect(saved.at(-1)).toMatchObject({ delivered: 4, given_up: 0, retries: [] });
    }));

  test("gives a page up after the last try, with the reason, and still tells the end", () =>
    virtualTime(({ cold, expectObservable, flush }) => {
      const { sent, upstream } = exchangeOf(({ type }) =>
        type === "task.page" ? throwError(() => new Error("no route")) : cold("(r|)", { r: 204 }),
      );
      const { store, saved } = storeOf(() => over(1));
      expectObservable(delivering(store, item(), { upstream, retryMs: RETRY_MS })).toBe("1100ms |");
      flush();
      expect(sent.map(({ type, at }) => `${type} ${at}`)).toEqual([
        "task.started 0",
        "task.page 0",
        "task.page 100",
        "task.page 1100",
        "task.completed 1100",
      ]);
      expect(saved.at(-1)).toMatchObject({ delivered: 2, given_up: 1, last_error: expect.any(String) });
    }));

  test("goes on where it was saved, with the same ids as before", () =>
    virtualTime(() => {
      const ids = (hook: object): readonly string[] => {
        const { sent, upstream } = exchangeOf(() => of(200));
        const { store } = storeOf(() => over(3));
        delivering(store, item(hook), { upstream, retryMs: [] }).subscribe();
        return sent.map(({ webhookId }) => webhookId);
      };
      const all = ids({});
      expect(all).toHaveLength(5);
      expect(ids({ started: true, docs: 2 })).toEqual(all.slice(3));
    }));

  test("ends without a word where its claim was lost or the task was forgotten, and fails as the store fails", () =>
    virtualTime(({ cold, expectObservable, flush }) => {
      const { sent, upstream } = exchangeOf(() => cold("(r|)", { r: 200 }));
      const lost = storeOf(() => over(5), { claimed: () => false }).store;
      expectObservable(delivering(lost, item(), { upstream, retryMs: [] })).toBe("|");
      const gone = { ...storeOf(() => over(0)).store, byId: () => of(undefined) };
      expectObservable(delivering(gone, item({ started: true }), { upstream, retryMs: [] })).toBe("|");
      const broken = { ...storeOf(() => over(0)).store, saveItem: () => throwError(() => "broken") };
      expectObservable(delivering(broken, item({ started: true }), { upstream, retryMs: [] })).toBe(
        "#",
        undefined,
        "broken",
      );
      flush();
      expect(sent.filter(({ type }) => type === "task.started")).toHaveLength(1);
    }));

  test("leaves what is under way once nobody listens", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const answer$ = cold<number>("1s (r|)", { r: 200 });
      const { upstream } = exchangeOf(() => answer$);
      const { store } = storeOf(() => over(1));
      expectObservable(delivering(store, item(), { upstream, retryMs: RETRY_MS }), "^ 499ms !").toBe("");
      expectSubscriptions(answer$.subscriptions).toBe("^ 499ms !");
    }));
});
