import { from, lastValueFrom, map, of, toArray } from "rxjs";
import { describe, expect, test } from "vitest";
import { rank } from "../../src/operators/rank.ts";
import { compareScored, type ScoredHit } from "../../src/operators/score.ts";
import { hit } from "./hits.ts";
import { virtualTime } from "./virtualTime.ts";

function scored(id: string, score: number, bestRank = 1): ScoredHit {
  const first = hit("e", bestRank, id);
  return { id, hits: [first], item: { ...first.item, engines: ["e"] }, score };
}
const ranked = (hit: ScoredHit, place: number) => ({ id: hit.id, rank: place, score: hit.score, item: hit.item });

const a = scored("a", 0.4);
const b = scored("b", 0.6);
const a2 = scored("a", 0.7);

describe("rank", () => {
  test("gives each change its place at once", () =>
    virtualTime(({ cold, expectObservable }) => {
      const scored$ = cold(" --a--b--c--|", { a, b, c: a2 });
      const places = { A: ranked(a, 1), B: ranked(b, 1), C: ranked(a2, 1) };
      expectObservable(scored$.pipe(rank())).toBe("--A--B--C--|", places);
    }));

  test("moves a result down when it got worse", () =>
    virtualTime(({ cold, expectObservable }) => {
      const worse = scored("b", 0.1);
      const places = { A: ranked(a, 1), B: ranked(b, 1), C: ranked(worse, 2) };
      expectObservable(cold("abc", { a, b, c: worse }).pipe(rank())).toBe("ABC", places);
    }));

  test("breaks ties by the best engine rank, then by the canonical URL", async () => {
    const tied = [scored("z", 0.5, 2), scored("y", 0.5, 2), scored("x", 0.5, 3), scored("w", 0.5, 1)];
    const places = await lastValueFrom(from(tied).pipe(rank(), toArray()));
    expect(places.map(({ id, rank }) => [id, rank])).toEqual([
      ["z", 1],
      ["y", 1],
      ["x", 3],
      ["w", 1],
    ]);
    expect(tied.toSorted(compareScored).map(({ id }) => id)).toEqual(["w", "y", "z", "x"]);
  });

  test("passes an error on and unsubscribes its source", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      expectObservable(cold("-a-#", { a }).pipe(rank())).toBe("-A-#", { A: ranked(a, 1) });
      const open$ = cold("-a---", { a });
      expectObservable(open$.pipe(rank()), "^--!").toBe("-A--", { A: ranked(a, 1) });
      expectSubscriptions(open$.subscriptions).toBe("^--!");
    }));

  test("starts afresh for each subscriber", async () => {
    const ranked$ = of(a, b).pipe(
      rank(),
      map(({ rank }) => rank),
      toArray(),
    );
    expect(await lastValueFrom(ranked$)).toEqual([1, 1]);
    expect(await lastValueFrom(ranked$)).toEqual([1, 1]);
  });
});
