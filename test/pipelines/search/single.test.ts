import { concat, lastValueFrom, map, of, throwError, toArray } from "rxjs";
import { describe, expect, test } from "vitest";
import { SourceError } from "../../../src/errors.ts";
import { oneShot } from "../../../src/pipelines/one-shot.ts";
import { singleSearch } from "../../../src/pipelines/search/single.ts";
import type { Item } from "../../../src/sources/source.ts";
import { virtualTime } from "../../marbles/virtualTime.ts";
import { ask, blocked, engine, page, pages } from "./fakes.ts";

const x = page("a", "x");
const y = page("a", "y");

describe("singleSearch", () => {
  test("sends the engine's items in its order, and ends with them all", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const a = engine("a", cold<Item>("--x-y-|", { x, y }));
      const outcome = { id: "a", status: "ok", items: 2, time_ms: 6 };
      expectObservable(singleSearch(ask, a, { now })).toBe("s-x-y-(od|)", {
        s: { event: "source", data: { id: "a", status: "started" } },
        x: { event: "result", data: { id: "a#1", rank: 1, score: 1, item: x } },
        y: { event: "result", data: { id: "a#2", rank: 2, score: 61 / 62, item: y } },
        o: { event: "source", data: outcome },
        d: { event: "done", data: { success: true, items: [x, y], time_ms: 6, sources: [outcome] } },
      });
    }));

  test("cancels the engine when it is unsubscribed", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions, now }) => {
      const items$ = cold<Item>("--x-y-|", { x, y });
      const events$ = singleSearch(ask, engine("a", items$), { now }).pipe(map(({ event }) => event));
      expectObservable(events$, "^--!").toBe("s-r", { s: "source", r: "result" });
      expectSubscriptions(items$.subscriptions).toBe("^--!");
    }));

  test("fails with the engine's very error when no item came", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const limited = new SourceError("rate-limited", "Come back later.", { retryAfterMs: 5_000 });
      const events$ = singleSearch(ask, engine("a", cold<Item>("---#", undefined, limited)), { now });
      expectObservable(events$.pipe(map(({ event }) => event))).toBe("s--(s#)", { s: "source" }, limited);
    }));

  test("keeps the items that came before a failure, and tells of it", async () => {
    const a = engine(
      "a",
      concat(
        pages("a", "x"),
        throwError(() => blocked),
      ),
    );
    const { items, sources } = await lastValueFrom(oneShot(singleSearch(ask, a)));
    expect(items).toEqual([x]);
    expect(sources).toMatchObject([{ id: "a", status: "blocked", items: 1, error: blocked.message }]);
  });

  test("cuts the engine off at the deadline", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const a = engine("a", cold<Item>("--x------y", { x, y }));
      const done$ = oneShot(singleSearch(ask, a, { now, deadlineMs: 5 }));
      const error = "a had not finished after 0.005 s and was cut off.";
      const sources = [{ id: "a", status: "timeout", items: 1, time_ms: 5, error }];
      expectObservable(done$).toBe("-----(d|)", { d: { success: true, items: [x], time_ms: 5, sources } });
    }));

  test("is an empty answer when the engine says that there is nothing", async () => {
    const { items, sources } = await lastValueFrom(oneShot(singleSearch(ask, engine("a", of()))));
    expect(items).toEqual([]);
    expect(sources).toMatchObject([{ status: "empty", items: 0 }]);
  });

  test("leaves items without URL or with one URL as they are", async () => {
    const rows = [{ source: "a", price: 1 }, { source: "a", price: 2 }, x, x];
    const events = await lastValueFrom(singleSearch(ask, engine("a", of(...rows))).pipe(toArray()));
    const done = events.at(-1);
    expect(done?.event === "done" && done.data.items).toEqual(rows);
    const ids = events.flatMap(({ event, data }) => (event === "result" && "id" in data ? [data.id] : []));
    expect(new Set(ids).size).toBe(4);
  });
});
