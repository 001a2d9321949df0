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

  test("orders by weight those of one rank, 1 being the weight of an engine that has none", async () => {
    const url = "https://example.com/";
    const light = hit({ id: "a", weight: 0.5 }, 1, url);
    const plain = hit("b", 1, url);
    const heavy = hit({ id: "c", weight: 2 }, 1, url);
    for (const order of [
      [light, plain, heavy],
      [heavy, plain, light],
      [plain, heavy, light],
    ])
      expect((await mergedFrom(...order)).item.engines).toEqual(["c", "b", "a"]);
    const equal = hit({ id: "a", weight: 1 }, 1, url);
    expect((await mergedFrom(plain, equal)).item.engines).toEqual(["a", "b"]);
  });

  test("moves an engine to its better rank among the others, who stay", async () => {
    const url = "https://example.com/";
    const merged = await mergedFrom(
      hit("a", 1, url),
      hit("b", 3, url),
      hit("c", 5, url),
      hit("d", 9, url),
      hit("c", 2, url),
    );
    expect(merged.hits.map(({ engine, rank }) => [engine.id, rank])).toEqual([
      ["a", 1],
      ["c", 2],
      ["b", 3],
      ["d", 9],
    ]);
  });

  test("shows the longest snippet, the better-ranked of two as long, and none where there is none", async () => {
    const url = "https://example.com/";
    const snippet = async (...snippets: readonly unknown[]): Promise<unknown> => {
      const merged = await mergedFrom(
        ...snippets.map((text, index) => hit(`e${index}`, index + 1, url, text === undefined ? {} : { snippet: text })),
      );
      return "snippet" in merged.item ? merged.item["snippet"] : "absent";
    };
    expect(await snippet("short", "rather longer", "longer")).toBe("rather longer");
    expect(await snippet("rather longer", "short")).toBe("rather longer");
    expect(await snippet("first", "other")).toBe("first");
    expect(await snippet(undefined, "")).toBe("");
    expect(await snippet(undefined, undefined)).toBe("absent");
  });

  test("keeps what the best-ranked says, also where it says that it is undefined, and fills nothing in with that", async () => {
    const url = "https://example.com/";
    const alone = await mergedFrom(hit("a", 1, url, { author: undefined }));
    expect(alone.item).toStrictEqual({ url, source: "a", author: undefined, engines: ["a"] });
    const merged = await mergedFrom(hit("a", 1, url, { author: undefined }), hit("b", 2, url, { date: undefined }));
    expect(merged.item).toStrictEqual({ url, source: "a", author: undefined, engines: ["a", "b"] });
    const filled = await mergedFrom(hit("a", 1, url, { author: "A" }), hit("b", 2, url, { author: undefined }));
    expect(filled.item).toStrictEqual({ url, source: "a", author: "A", engines: ["a", "b"] });
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
