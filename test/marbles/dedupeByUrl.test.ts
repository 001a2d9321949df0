import { describe, expect, test } from "vitest";
import { dedupeByUrl } from "../../src/operators/dedupeByUrl.ts";
import { hit, mergedFrom } from "./hits.ts";
import { virtualTime } from "./virtualTime.ts";

const a1 = hit("bing", 3, "https://www.example.com/a/", { title: "A", snippet: "short" });
const a2 = hit("brave", 1, "http://example.com/a?utm_source=x", {
  title: "A!",
  snippet: "rather longer",
  siteName: "E",
});
const b = hit("bing", 4, "https://example.com/b", { title: "B" });
const id = "https://example.com/a";

const A = { id, hits: [a1], item: { ...a1.item, engines: ["bing"] } };
const A2 = { id, hits: [a2], item: { ...a2.item, engines: ["brave"] } };
const both = { id, hits: [a2, a1], item: { ...a2.item, source: "brave", engines: ["brave", "bing"] } };
const B = { id: "https://example.com/b", hits: [b], item: { ...b.item, engines: ["bing"] } };

describe("dedupeByUrl", () => {
  test("lets each page through at once, and again under its id when another engine has it too", () =>
    virtualTime(({ cold, expectObservable }) => {
      const hits$ = cold(" --a--b--c--|", { a: a1, b, c: a2 });
      expectObservable(hits$.pipe(dedupeByUrl())).toBe("--A--B--C--|", { A, B, C: both });
    }));

  test("comes to the same page whichever hit came first", () =>
    virtualTime(({ cold, expectObservable }) => {
      const hits$ = cold(" (ab|)", { a: a2, b: a1 });
      expectObservable(hits$.pipe(dedupeByUrl())).toBe("(AB|)", { A: A2, B: both });
    }));

  test("is silent about a page that its engine repeats further down", () =>
    virtualTime(({ cold, expectObservable }) => {
      const repeated = { ...a1, rank: 9 };
      const hits$ = cold(" --a--r--|", { a: a1, r: repeated });
      expectObservable(hits$.pipe(dedupeByUrl())).toBe("--A-----|", { A });
    }));

  test("passes an error on, with what came before", () =>
    virtualTime(({ cold, expectObservable }) => {
      expectObservable(cold("-a-#", { a: a1 }).pipe(dedupeByUrl())).toBe("-A-#", { A });
    }));

  test("unsubscribes its source, and starts afresh for each subscriber", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const hits$ = cold("      -a---a-|", { a: a1 });
      const merged$ = hits$.pipe(dedupeByUrl());
      expectObservable(merged$, "^--!").toBe("      -A--", { A });
      expectObservable(merged$, "--^---------!").toBe("---A-----|", { A });
      expectSubscriptions(hits$.subscriptions).toBe(["^--!", "--^------!"]);
    }));

  test("orders a page's engines by rank, then weight, then id", async () => {
    const url = "https://example.com/";
    const merged = await mergedFrom(
      hit("d", 2, url),
      hit("c", 1, url),
      hit("b", 1, url),
      hit({ id: "a", weight: 2 }, 2, url),
      hit("e", 1, url),
    );
    expect(merged.item.engines).toEqual(["b", "c", "e", "a", "d"]);
    expect(merged.item.source).toBe("b");
  });

  test("takes an engine's better rank when it comes later", async () => {
    const merged = await mergedFrom(hit("a", 7, "https://example.com/"), hit("a", 2, "https://example.com/"));
    expect(merged.hits.map(({ rank }) => rank)).toEqual([2]);
  });

  test("fills in what the best-ranked hit lacks, and leaves absent what nobody has", async () => {
    const merged = await mergedFrom(
      hit("a", 1, "https://example.com/", { snippet: undefined }),
      hit("b", 3, "https://example.com/", { title: "third", publishedAt: "2025" }),
      hit("c", 2, "https://example.com/", { title: "second" }),
    );
    expect(merged.item).toEqual({
      url: "https://example.com/",
      title: "second",
      publishedAt: "2025",
      source: "a",
      engines: ["a", "c", "b"],
    });
    expect("snippet" in merged.item && merged.item["snippet"]).toBeFalsy();
  });

  test("never merges items without URL", () =>
    virtualTime(({ cold, expectObservable }) => {
      const x = { engine: { id: "a" }, rank: 1, item: { source: "a", title: "x" } };
      const y = { engine: { id: "a" }, rank: 2, item: { source: "a", title: "x" } };
      expectObservable(cold("(xy|)", { x, y }).pipe(dedupeByUrl())).toBe("(XY|)", {
        X: { id: "a#1", hits: [x], item: { ...x.item, engines: ["a"] } },
        Y: { id: "a#2", hits: [y], item: { ...y.item, engines: ["a"] } },
      });
    }));
});
