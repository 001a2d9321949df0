import type { EngineRef, Hit } from "../../../src/operators/dedupeByUrl.ts";

/** Numbers in [0, 1) that a seed fixes: mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

const FORMS = [
  (path: string) => `https://example.com/${path}`,
  (path: string) => `http://www.example.com/${path}/`,
  (path: string) => `https://example.com/${path}?utm_source=feed`,
  (path: string) => `https://m.example.com/${path}#top`,
];

const WORDS = `observable stream operator backpressure rxjs guide angular react socket cancel promise async iterator
  history weather recipe travel server marble test scheduler subject cold hot merge the and with for from into about
  réactif 東京 上海天气`.split(/\s+/);

const pick = <T>(list: readonly [T, ...T[]] | readonly T[], random: () => number): T | undefined =>
  list[Math.floor(random() * list.length)];

const sentence = (words: number, random: () => number): string =>
  Array.from({ length: words }, () => pick(WORDS, random)).join(" ");

/**
 * What engines might answer: each its `perEngine` hits in its own order, over `pages` pages, the same page under various
 * addresses and with various texts; some engines show the index of the one before, some have a weight.
 */
export function answers(seed: number, engines: number, perEngine: number, pages: number): readonly (readonly Hit[])[] {
  const random = randomFrom(seed);
  return Array.from({ length: engines }, (_, n) => {
    const engine: EngineRef = {
      id: `e${n}`,
      ...(n % 4 === 3 && { backedBy: `e${n - 1}` }),
      ...(n % 5 === 4 && { weight: 1.5 }),
    };
    return Array.from({ length: perEngine }, (_, index): Hit => {
      const url = pick(FORMS, random)?.(`page-${Math.floor(random() * pages)}`);
      const title = sentence(8, random);
      const snippet = random() < 0.9 ? { snippet: sentence(15 + Math.floor(random() * 20), random) } : {};
      const publishedAt = random() < 0.2 ? { publishedAt: "2025-01-01" } : {};
      return { engine, rank: index + 1, item: { source: engine.id, title, url, ...snippet, ...publishedAt } };
    });
  });
}

/** The engines' hits in one order of arrival; each engine keeps its own. */
export function interleaved(lists: readonly (readonly Hit[])[], random: () => number): readonly Hit[] {
  const left = lists.map((list) => [...list]);
  const order: Hit[] = [];
  for (let open = left.filter(({ length }) => length > 0); open.length > 0; ) {
    const next = pick(open, random)?.shift();
    if (next) order.push(next);
    open = open.filter(({ length }) => length > 0);
  }
  return order;
}
