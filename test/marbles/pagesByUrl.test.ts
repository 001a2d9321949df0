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

  test("settles at what the hits one by one settle at", async () => {
    const hits = [a1, b, a2];
    const options = { explain: true };
    const last = await lastValueFrom(from(hits).pipe(dedupeByUrl(), score("rust page", options)));
    expect(settledOf(await lastValueFrom(from(hits).pipe(pagesByUrl())), "rust page", options)).toEqual(last.data);
  });
});
