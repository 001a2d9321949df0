import { from, lastValueFrom } from "rxjs";
import { describe, expect, test } from "vitest";
import { dedupeByUrl, type Hit, pagesByUrl } from "../../src/operators/dedupeByUrl.ts";
import { score, settledOf } from "../../src/operators/score.ts";
import { hit } from "./hits.ts";
import { virtualTime } from "./virtualTime.ts";

const a1 = hit("bing", 3, "https://www.example.com/a/", { title: "A page on rust" });
const a2 = hit("brave", 1, "http://example.com/a?utm_source=x", { title: "A!", snippet: "rust, and rather long" });
const b = hit("bing", 4, "https://example.com/b", { title: "B" });
const id = "https://example.com/a";

const A = { id, hits: [a2, a1], item: { ...a2.item, source: "brave", engines: ["brave", "bing"] } };
const B = { id: "https://example.com/b", hits: [b], item: { ...b.item, engines: ["bing"] } };

describe("pagesByUrl", () => {
  test("gives all pages when the last hit has come", () =>
    virtualTime(({ cold, expectObservable }) => {
      const hits$ = cold("--a--b--c--|", { a: a1, b, c: a2 });
      expectObservable(hits$.pipe(pagesByUrl())).toBe("-----------(P|)", { P: [A, B] });
      expectObservable(cold<Hit>("--|").pipe(pagesByUrl())).toBe("--(P|)", { P: [] });
    }));

  test("passes an error on, unsubscribes its source, and starts afresh for each subscriber", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      expectObservable(cold("-a-#", { a: a1 }).pipe(pagesByUrl())).toBe("---#");
      const hits$ = cold("-b--|", { b });
      const pages$ = hits$.pipe(pagesByUrl());
      expectObservable(pages$, "^--!").toBe("----");
      expectObservable(pages$, "--^").toBe("------(P|)", { P: [B] });
      expectSubscriptions(hits$.subscriptions).toBe(["^--!", "--^---!"]);
    }));

  test("counts an engine once, with its best rank, in whatever order its hits come", async () => {
    const url = "https://example.com/a";
    const [best, worse, second, third] = [
      hit("bing", 1, url, { title: "A" }),
      hit("bing", 5, url, { title: "A, once more" }),
      hit("brave", 2, url, { title: "A of Brave's" }),
      hit("mojeek", 2, url, { title: "A of Mojeek's" }),
    ];
    for (const hits of [
      [best, worse, second, third],
      [worse, third, best, second],
      [third, second, worse, best],
      [second, worse, third, best],
    ]) {
      const [page, ...others] = await lastValueFrom(from(hits).pipe(pagesByUrl()));
      expect(others).toEqual([]);
      expect(page?.hits).toEqual([best, second, third]);
      expect(page?.item.engines).toEqual(["bing", "brave", "mojeek"]);
      expect(page).toEqual(await lastValueFrom(from(hits).pipe(dedupeByUrl())));
    }
  });

  test("settles at what the hits one by one settle at", async () => {
    const hits = [a1, b, a2];
    const options = { explain: true };
    const last = await lastValueFrom(from(hits).pipe(dedupeByUrl(), score("rust page", options)));
    expect(settledOf(await lastValueFrom(from(hits).pipe(pagesByUrl())), "rust page", options)).toEqual(last.data);
  });
});
