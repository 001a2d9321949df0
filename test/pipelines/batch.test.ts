import { lastValueFrom, map, NEVER, Observable, of, throwError } from "rxjs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { SourceError } from "../../src/errors.ts";
import type { StreamEvent } from "../../src/events.ts";
import { type BatchDeps, type BatchResponse, batch, parseBatch } from "../../src/pipelines/batch.ts";
import { oneShot } from "../../src/pipelines/one-shot.ts";
import type { Item, Source } from "../../src/sources/source.ts";
import { virtualTime } from "../marbles/virtualTime.ts";
import { replayUpstream } from "../support/replay-upstream.ts";

const upstream = replayUpstream(() => undefined);

const source = (id: string, open: Source["open"]): Source => ({
  id,
  category: "things",
  title: id,
  docs: "https://example.com/docs",
  ttlMs: 1000,
  query: { describe: "words", example: "x", options: z.object({}) },
  item: z.object({}),
  open,
});

const deps = (...sources: readonly Source[]): BatchDeps => ({
  find: (name) => sources.find(({ id }) => id === name || `things/${id}` === name),
  env: { upstream, keys: {} },
});

const brief = (event: StreamEvent<BatchResponse>): string =>
  event.event === "section"
    ? event.data.name
    : event.event === "done"
      ? event.data.results.map(({ query, success, code }) => `${query} ${success ? "ok" : code}`).join(", ")
      : event.event;

const item = (title: string): Item => ({ source: "a", title });

describe("batch", () => {
  test("sends each item's result when it is done, and answers in the request's order", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const slow = source("slow", () => cold("----a|", { a: item("a") }));
      const fast = source("fast", () => cold("--b|", { b: item("b") }));
      const request = parseBatch([
        { parser: "slow", query: "1" },
        { parser: "things/fast", query: "2" },
      ]);
      expectObservable(batch(request, { ...deps(slow, fast), now }).pipe(map(brief))).toBe("---b-(ad|)", {
        a: "results.0",
        b: "results.1",
        d: "1 ok, 2 ok",
      });
    }));

  test("one that fails harms no other", async () => {
    const good = source("good", (q) => of(item(q)));
    const bad = source("bad", () => throwError(() => new SourceError("bad-query", "That cannot be asked.")));
    const broken = source("broken", () => {
      throw new TypeError("a mistake of ours");
    });
    const request = parseBatch([
      { parser: "good", query: "x" },
      { parser: "nowhere", query: "x" },
      { parser: "bad", query: "" },
      { parser: "broken", query: "x" },
      { parser: "good", query: "y".repeat(2001) },
      { parser: "good", query: "z" },
    ]);
    const { results, success } = await lastValueFrom(oneShot(batch(request, deps(good, bad, broken))));
    expect(success).toBe(true);
    expect(results.map(({ code }) => code)).toEqual([
      undefined,
      "unknown-source",
      "bad-query",
      "internal",
      "bad-query",
      undefined,
    ]);
    expect(results.map(({ items }) => items.length)).toEqual([1, 0, 0, 0, 0, 1]);
    expect(results[1]).toMatchObject({ parser: "nowhere", query: "x", success: false, time_ms: 0 });
    expect(results[1]?.error).toContain("nowhere");
    expect(results[3]?.error).not.toContain("a mistake of ours");
    expect(results[5]?.items).toEqual([item("z")]);
  });

  test("hands options and pagecount to the parser, options as text", async () => {
    const seen: unknown[] = [];
    const nosy = source("nosy", (q, options, { pages }) => {
      seen.push(q, options, pages);
      return of();
    });
    const request = parseBatch([
      { parser: "nosy", query: "x", options: { limit: 3, safe: true, to: "b" }, pagecount: 2 },
    ]);
    const { results } = await lastValueFrom(oneShot(batch(request, deps(nosy))));
    expect(seen).toEqual(["x", { limit: "3", safe: "true", to: "b" }, 2]);
    expect(results[0]).toMatchObject({ success: true, items: [] });
  });

  test("asks no more than eight at once, and lets go of all when nobody listens", () => {
    let open = 0;
    let asked = 0;
    const hanging = source(
      "hanging",
      () =>
        new Observable<Item>(() => {
          open += 1;
          asked += 1;
          return () => {
            open -= 1;
          };
        }),
    );
    const request = parseBatch(Array.from({ length: 20 }, () => ({ parser: "hanging", query: "x" })));
    const running = batch(request, deps(hanging)).subscribe();
    expect([open, asked]).toEqual([8, 8]);
    running.unsubscribe();
    expect([open, asked]).toEqual([0, 8]);
  });

  test("cuts an item off at the deadline", () =>
    virtualTime(({ expectObservable, now }) => {
      const request = parseBatch([{ parser: "hanging", query: "x" }]);
      const events$ = batch(request, { ...deps(source("hanging", () => NEVER)), deadlineMs: 5, now });
      expectObservable(events$.pipe(map(brief))).toBe("-----(sd|)", { s: "results.0", d: "x timeout" });
    }));

  test("leaves out of its answer what that has no room for, and says so", async () => {
    const large = source("large", () => of(item("x".repeat(600)), item("y")));
    const small = source("small", () => of(item("z")));
    const request = parseBatch(["large", "large", "small"].map((parser, nth) => ({ parser, query: `${nth}` })));
    const { results } = await lastValueFrom(oneShot(batch(request, { ...deps(large, small), heldChars: 1_000 })));
    expect(results.map(({ success, code, items }) => [success, code, items.length])).toEqual([
      [true, undefined, 2],
      [false, "too-large", 0],
      [true, undefined, 1],
    ]);
  });
});

describe("parseBatch", () => {
  const one = { parser: "a", query: "b" };

  test("takes a hundred items, with defaults", () => {
    expect(parseBatch(Array.from({ length: 100 }, () => one))).toHaveLength(100);
    expect(parseBatch([one])).toEqual([{ parser: "a", query: "b", options: {}, pagecount: 5 }]);
  });

  test.each([
    [[], "empty"],
    [Array.from({ length: 101 }, () => one), "100"],
    [{ parser: "a", query: "b" }, "list"],
    [null, "list"],
    ["x", "list"],
    [[one, { parser: "a" }], "Item 2 query"],
    [[{ parser: 3, query: "b" }], "Item 1 parser"],
    [[{ ...one, pagecount: 0 }], "Item 1 pagecount"],
    [[{ ...one, options: { a: { b: 1 } } }], "Item 1 options a"],
    [[one, 7], "Item 2"],
  ])("refuses %j", (body, said) => {
    const refused = () => parseBatch(body);
    expect(refused).toThrow(SourceError);
    expect(refused).toThrow(said);
    expect(refused).toThrow(expect.objectContaining({ kind: "bad-query" }));
  });
});
