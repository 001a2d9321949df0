import { from, lastValueFrom } from "rxjs";
import { describe, expect, test } from "vitest";
import { dedupeByUrl, type Hit } from "../../src/operators/dedupeByUrl.ts";
import { score } from "../../src/operators/score.ts";
import { hit } from "./hits.ts";
import { virtualTime } from "./virtualTime.ts";

const url = "https://example.com/";
const scoreOf = async (query: string, ...hits: readonly Hit[]): Promise<number> =>
  (await lastValueFrom(from(hits).pipe(dedupeByUrl(), score(query)))).score;

/** The formula's last step. */
const bounded = (y: number): number => y / (1 + y);

describe("score", () => {
  test("scores each change as it comes, and passes the end on", () =>
    virtualTime(({ cold, expectObservable }) => {
      const hits$ = cold("-a-b-|", { a: hit("a", 1, url), b: hit("b", 1, url) });
      const scores$ = hits$.pipe(dedupeByUrl(), score(""));
      const A = { id: url, hits: [hit("a", 1, url)], item: { url, source: "a", engines: ["a"] }, score: bounded(1) };
      const B = {
        id: url,
        hits: [hit("a", 1, url), hit("b", 1, url)],
        item: { url, source: "a", engines: ["a", "b"] },
        score: bounded(2),
      };
      expectObservable(scores$).toBe("-A-B-|", { A, B });
    }));

  test("passes an error on and unsubscribes its source", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      expectObservable(cold<Hit>("--#").pipe(dedupeByUrl(), score("q"))).toBe("--#");
      const never$ = cold<Hit>("-");
      expectObservable(never$.pipe(dedupeByUrl(), score("q")), "^--!").toBe("----");
      expectSubscriptions(never$.subscriptions).toBe("^--!");
    }));

  test("fuses reciprocal ranks with k = 60", async () => {
    expect(await scoreOf("", hit("a", 1, url))).toBeCloseTo(bounded(1), 12);
    expect(await scoreOf("", hit("a", 5, url))).toBeCloseTo(bounded(61 / 65), 12);
    expect(await scoreOf("", hit("a", 5, url), hit("b", 10, url))).toBeCloseTo(bounded(61 / 65 + 61 / 70), 12);
  });

  test("weighs an engine's ranks", async () =>
    expect(await scoreOf("", hit({ id: "a", weight: 1.5 }, 1, url))).toBeCloseTo(bounded(1.5), 12));

  test("counts engines that show one index once, with their best", async () => {
    const yahoo = { id: "yahoo", backedBy: "bing" };
    const duckduckgo = { id: "duckduckgo", backedBy: "bing" };
    const family = await scoreOf("", hit(yahoo, 4, url), hit("bing", 2, url), hit(duckduckgo, 9, url));
    expect(family).toBe(await scoreOf("", hit("bing", 2, url)));
    expect(await scoreOf("", hit(yahoo, 2, url), hit("brave", 2, url))).toBeGreaterThan(family);
  });

  test("keeps half of the fused rank where no word of the query shows", async () =>
    expect(await scoreOf("pasta", hit("a", 1, url, { title: "RxJS" }))).toBeCloseTo(bounded(0.5), 12));

  test("puts the better text above at one rank", async () => {
    const about = await scoreOf("rxjs guide", hit("a", 3, url, { title: "RxJS guide" }));
    const beside = await scoreOf("rxjs guide", hit("a", 3, url, { title: "A guide to Rome" }));
    expect(about).toBeGreaterThan(beside);
  });

  test("reads a page's text again when a better one was merged in", async () => {
    const bare = hit("a", 1, url, { title: "Guide" });
    const telling = hit({ id: "b", backedBy: "a" }, 2, url, { snippet: "All of rxjs" });
    expect(await scoreOf("rxjs", bare, telling)).toBeGreaterThan(await scoreOf("rxjs", bare));
  });

  test("stays within 0–1, whatever agrees on whatever text", async () => {
    const engines = Array.from({ length: 200 }, (_, n) =>
      hit({ id: `e${n}`, weight: 5 }, 1, url, { title: "q", snippet: "q" }),
    );
    expect(await scoreOf("q", ...engines)).toBeLessThan(1);
    const last = await scoreOf("q", hit({ id: "a", weight: 0 }, 1e9, url));
    expect(last).toBeGreaterThanOrEqual(0);
  });

  test("is the same to the last bit in whatever order the hits came", async () => {
    const hits = Array.from({ length: 9 }, (_, n) => hit({ id: `e${n}`, weight: 1 + n / 7 }, 1 + ((n * 5) % 9), url));
    const forwards = await scoreOf("", ...hits);
    expect(await scoreOf("", ...hits.toReversed())).toBe(forwards);
    expect(await scoreOf("", ...hits.slice(4), ...hits.slice(0, 4))).toBe(forwards);
  });
});
