import { filter, from, lastValueFrom, map, tap } from "rxjs";
import { describe, expect, test } from "vitest";
import { canonicalUrl } from "../../../src/operators/canonicalUrl.ts";
import { dedupeByUrl, type Hit } from "../../../src/operators/dedupeByUrl.ts";
import type { RankedHit } from "../../../src/operators/rank.ts";
import { ranking } from "../../../src/operators/ranking.ts";
import { answers, interleaved, randomFrom } from "./corpus.ts";

const QUERY = "rxjs backpressure 上海";
const SEEDS = Array.from({ length: 20 }, (_, seed) => seed + 1);

const rankingOf = (hits: readonly Hit[], seen: (change: RankedHit) => void = () => {}) =>
  lastValueFrom(
    from(hits).pipe(
      dedupeByUrl(),
      ranking(QUERY),
      tap((event) => event.event === "result" && seen(event.data)),
      filter((event) => event.event === "settled"),
      map(({ data }) => data),
    ),
  );

describe("the ranking of a search", () => {
  test.each(SEEDS)("is the same for any interleaving of the engines (seed %i)", async (seed) => {
    const lists = answers(seed, 8, 12, 30);
    const expected = await rankingOf(lists.flat());
    expect(expected.length).toBeGreaterThan(10);
    expect(expected.some(({ item }) => item.engines.length > 2)).toBe(true);
    for (let turn = 0; turn < 10; turn += 1)
      expect(await rankingOf(interleaved(lists, randomFrom(seed * 1000 + turn)))).toEqual(expected);
  });

  test.each(SEEDS)("holds its bounds (seed %i)", async (seed) => {
    const lists = answers(seed, 8, 12, 30);
    const ids = new Set<string>();
    const settled = await rankingOf(interleaved(lists, randomFrom(seed)), (change) => {
      ids.add(change.id);
      expect(change.score).toBeGreaterThan(0);
      expect(change.score).toBeLessThan(1);
      expect(change.rank).toBeGreaterThanOrEqual(1);
      expect(change.rank).toBeLessThanOrEqual(ids.size);
    });
    expect(settled.map(({ score }) => score)).toEqual(settled.map(({ score }) => score).toSorted((a, b) => b - a));
    const urls = settled.map(({ item }) => canonicalUrl(String(item["url"])));
    expect(new Set(urls).size).toBe(urls.length);
    const all = new Set(lists.flat().map(({ item }) => canonicalUrl(String(item["url"]))));
    expect(new Set(urls)).toEqual(all);
  });

  test.each(SEEDS)("keeps as source the engine of the best rank, and the longest snippet (seed %i)", async (seed) => {
    const hits = answers(seed, 8, 12, 30).flat();
    for (const { id, item } of await rankingOf(hits)) {
      const ofPage = hits.filter(({ item }) => canonicalUrl(String(item["url"])) === id);
      const best = Math.min(...ofPage.map(({ rank }) => rank));
      expect(ofPage.filter(({ rank }) => rank === best).map(({ engine }) => engine.id)).toContain(item.source);
      expect(new Set(item.engines)).toEqual(new Set(ofPage.map(({ engine }) => engine.id)));
      const first = [...new Set(ofPage.map(({ engine }) => engine.id))].flatMap(
        (engine) => ofPage.find((hit) => hit.engine.id === engine) ?? [],
      );
      const lengths = first.map(({ item }) => String(item["snippet"] ?? "").length);
      expect(String(item["snippet"] ?? "").length).toBe(Math.max(...lengths));
    }
  });
});
