import { from, lastValueFrom } from "rxjs";
import { describe, expect, test } from "vitest";
import { dedupeByUrl, type Hit } from "../../src/operators/dedupeByUrl.ts";
import {
  compareScored,
  type Scoring,
  type SettledHit,
  score,
  settledOf as settledAt,
} from "../../src/operators/score.ts";
import { hit, mergedFrom } from "./hits.ts";
import { virtualTime } from "./virtualTime.ts";

const url = "https://example.com/";
/** The settled hits of a search, the best first. */
const settledOf = async (query: string, hits: readonly Hit[]): Promise<readonly SettledHit[]> => {
  const last = await lastValueFrom(from(hits).pipe(dedupeByUrl(), score(query, { explain: true })));
  if (last.event !== "settled") throw new Error("It did not end settled.");
  return last.data;
};
const scoreOf = async (query: string, ...hits: readonly Hit[]): Promise<number> =>
  (await settledOf(query, hits)).find(({ id }) => id === url)?.score ?? Number.NaN;

/** The formula's last step. */
const bounded = (y: number): number => y / (1 + y);

describe("score", () => {
  test("scores each change as it comes, and settles all at the end", () =>
    virtualTime(({ cold, expectObservable }) => {
      const hits$ = cold("-a-b-|", { a: hit("a", 1, url), b: hit("b", 1, url) });
      const scoring$ = hits$.pipe(dedupeByUrl(), score("", { explain: true }));
      const A = { id: url, hits: [hit("a", 1, url)], item: { url, source: "a", engines: ["a"] }, score: bounded(1) };
      const B = {
        id: url,
        hits: [hit("a", 1, url), hit("b", 1, url)],
        item: { url, source: "a", engines: ["a", "b"] },
        score: bounded(2),
      };
      const ranks = [
        { engine: "a", rank: 1, weight: 1 },
        { engine: "b", rank: 1, weight: 1 },
      ];
      expectObservable(scoring$).toBe("-A-B-(S|)", {
        A: { event: "change", data: A },
        B: { event: "change", data: B },
        S: { event: "settled", data: [{ ...B, parts: { agreement: 2, ranks, words: {} } }] },
      });
    }));

  test("of nothing is nothing; passes an error on and unsubscribes its source", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const nothing: Scoring = { event: "settled", data: [] };
      expectObservable(cold<Hit>("--|").pipe(dedupeByUrl(), score("q"))).toBe("--(S|)", { S: nothing });
      expectObservable(cold<Hit>("--#").pipe(dedupeByUrl(), score("q"))).toBe("--#");
      const never$ = cold<Hit>("-");
      expectObservable(never$.pipe(dedupeByUrl(), score("q")), "^--!").toBe("----");
      expectSubscriptions(never$.subscriptions).toBe("^--!");
    }));

  test("starts afresh for each subscriber", async () => {
    const scoring$ = from([hit("a", 1, url, { title: "q" })]).pipe(dedupeByUrl(), score("q"));
    expect(await lastValueFrom(scoring$)).toEqual(await lastValueFrom(scoring$));
  });

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

  test("lets agreement alone decide where no word of the query shows anywhere", async () =>
    expect(await scoreOf("pasta", hit("a", 1, url, { title: "RxJS" }))).toBeCloseTo(bounded(0.5), 12));

  const page = (path: string): string => `https://example.com/${path}`;
  const order = async (query: string, hits: readonly Hit[]): Promise<readonly string[]> =>
    (await settledOf(query, hits)).map(({ id }) => id.replace("https://example.com/", ""));

  test("puts what shows a telling word before what any number of engines agree on", async () => {
    const off = Array.from({ length: 12 }, (_, n) => hit(`e${n}`, 1, page("offers"), { title: "What is best to buy" }));
    const on = hit("z", 20, page("tokio"), { title: "Tokio, a runtime" });
    expect(await order("what is tokio", [...off, on])).toEqual(["tokio", "offers"]);
  });

  test("counts a rare word of the query above one that most results show", async () => {
    const common = Array.from({ length: 9 }, (_, n) => hit("a", n + 1, page(`c${n}`), { title: "Python news" }));
    const rare = hit("a", 10, page("rare"), { title: "Descriptors" });
    expect((await order("python descriptors", [...common, rare]))[0]).toBe("rare");
  });

  test("gives an engine less weight whose every result lacks the telling words, while others have them", async () => {
    const hits = [1, 2, 3].flatMap((rank) => [
      hit("good", rank, page(`good${rank}`), { title: "Tokio" }),
      hit("bad", rank, page(`bad${rank}`), { title: "Cooking" }),
    ]);
    const settled = await settledOf("tokio", hits);
    const weights = settled.map(({ id, parts }) => [id.slice(-5, -1), parts?.ranks[0]?.weight]);
    expect(weights).toEqual([
      ["good", 1],
      ["good", 1],
      ["good", 1],
      ["/bad", 0.2],
      ["/bad", 0.2],
      ["/bad", 0.2],
    ]);
    const alone = await settledOf(
      "tokio",
      hits.filter(({ engine }) => engine.id === "bad"),
    );
    expect(alone.map(({ parts }) => parts?.ranks[0]?.weight)).toEqual([1, 1, 1]);
  });

  test("takes an engine with two such results for unlucky", async () => {
    const bad = [1, 2].map((rank) => hit("bad", rank, page(`bad${rank}`), { title: "Cooking" }));
    const [, ...others] = await settledOf("tokio", [hit("good", 1, page("good"), { title: "Tokio" }), ...bad]);
    expect(others.map(({ parts }) => parts?.ranks[0]?.weight)).toEqual([1, 1]);
  });

  test("comes to what the formula says, worked by hand", async () => {
    const titles = ["Tokio", "The runtime", "Runtime", undefined];
    const hits = titles.map((title, at) => hit("a", at + 1, page(`${at}`), { title }));
    const [best] = await settledOf("the tokio runtime", hits);
    // Four results: tokio and the in one, runtime in two. Title of one word: 3 / (½ + ½ · 1/9) = 5.4, found = 5.4 / 6.6 = 9/11.
    const tokio = 0.25 + 0.75 * Math.log10(10 / 3);
    const runtime = 0.25 + 0.75 * Math.log10(2);
    expect(tokio).toBeCloseTo(0.642159, 6);
    expect(runtime).toBeCloseTo(0.475772, 6);
    expect(best?.parts?.relevance).toBeCloseTo(0.456857, 5);
    expect(best?.parts?.coverage).toBeCloseTo(0.574417, 5);
    expect(best?.parts?.words).toEqual({
      the: expect.closeTo(0.05, 6),
      tokio: 1,
      runtime: expect.closeTo(0.740895, 5),
    });
    expect(best?.score).toBeCloseTo(bounded(0.72648 * 0.728429), 4);
  });

  test("is not explained to who does not ask", async () => {
    const [only] = settledAt([await mergedFrom(hit("a", 1, url))], "q");
    expect(only).not.toHaveProperty("parts");
  });

  test("finds the words in an address too", async () => {
    const hits = [hit("a", 2, page("tokio")), hit("a", 1, page("other"))];
    expect(await order("tokio", hits)).toEqual(["tokio", "other"]);
  });

  test("takes what is no text for none", async () => {
    const odd = hit("a", 1, url, { title: 7, snippet: ["rxjs"] });
    expect(await scoreOf("rxjs", odd)).toBe(await scoreOf("rxjs", hit("a", 1, url)));
  });

  test("says what a score is made of", async () => {
    const [best] = await settledOf("the tokio", [hit("a", 2, url, { title: "The Tokio" }), hit("a", 3, page("b"))]);
    expect(best?.parts).toEqual({
      agreement: 61 / 62,
      relevance: expect.closeTo(0.76, 1),
      coverage: 1,
      ranks: [{ engine: "a", rank: 2, weight: 1 }],
      words: { the: 0.05, tokio: 1 },
    });
  });

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

  test.each([
    ["title", { title: "Guide", snippet: "All" }, { title: "Rxjs", snippet: "All" }],
    ["snippet", { title: "Guide", snippet: "All" }, { title: "Guide", snippet: "All of rxjs" }],
  ])("reads it again where its %s alone is another", async (_, before, after) => {
    const engine = { id: "b", backedBy: "a" };
    const changed = await scoreOf("rxjs", hit("a", 2, url, before), hit(engine, 1, url, after));
    const first = await scoreOf("rxjs", hit("a", 2, url, after), hit(engine, 1, url, after));
    expect(changed).toBe(first);
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

  test("is put in order by score, best rank and address, of which none is left equal", async () => {
    const of = async (rank: number, path: string, points: number) => ({
      ...(await mergedFrom(hit("a", rank, page(path)))),
      score: points,
    });
    const inOrder = [await of(9, "d", 0.5), await of(1, "c", 0.4), await of(2, "a", 0.4), await of(2, "b", 0.4)];
    for (const [at, one] of inOrder.entries())
      for (const [place, other] of inOrder.entries())
        expect(Math.sign(compareScored(one, other))).toBe(Math.sign(at - place));
  });
});
