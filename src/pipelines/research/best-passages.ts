import { COMMON } from "../../language/stop-words.ts";
import { terms } from "../../language/terms.ts";
import { bm25 } from "./bm25.ts";
import { cosines, maximalMarginalRelevance } from "./mmr.ts";
import type { Passage } from "./passages.ts";

export interface ChoiceOptions {
  readonly count: number;
  /** Passages of one result at most. */
  readonly perResult: number;
  /** How near an embeddings model finds passages to the query, -1 to 1; those that it was not asked about are left out. */
  readonly near?: ReadonlyMap<Passage, number> | undefined;
}

/** Relevance against difference. */
const LAMBDA = 0.7;
/** Passages that maximal marginal relevance chooses among: comparing all pairs of many pages costs too much. */
const CANDIDATES = 80;
/** How much of a passage's worth is its words', the rest its result's score. */
const WORDS_SHARE = 0.75;

/** The same where an embeddings model says how near a passage is, and that nearness' share. */
const BESIDE_NEARNESS = { near: 0.6, words: 0.25 };

/** Below this share of the best one's words, a passage is beside the point. */
const FLOOR = 0.15;

/**
 * The share of a query's words that a text must have to speak of it, where any text has so many. Among texts found for a
 * query its main words are so common that BM25 alone would go by the others.
 */
const NEEDED = 1 / 3;

/**
 * The passages that answer a query best and differ most: BM25, coverage of the query and their results' scores, then
 * maximal marginal relevance. The best first. Where some passage has words of the query, those that have next to none are
 * left out; where none has any, they may still answer in another language.
 */
export function bestPassages(
  query: string,
  passages: readonly Passage[],
  scoreOf: (n: number) => number,
  { count, perResult, near }: ChoiceOptions,
): readonly Passage[] {
  const asked = new Set(telling(query));
  const scores = bm25(
    [...asked],
    passages.map((one) => one.terms),
  );
  const having = passages.map((one) => new Set(one.terms.filter((term) => asked.has(term))).size);
  const needed = Math.min(
    Math.ceil(asked.size * NEEDED),
    having.reduce((a, b) => Math.max(a, b), 0),
  );
  const byWords = scores.map((score, index) => (score * (1 + (having[index] ?? 0) / Math.max(1, asked.size))) / 2);
  const most = byWords.reduce((a, b) => Math.max(a, b), 0);
  const nearnessOf = near && scaled(near);
  const rated = passages
    .map((passage, index) => {
      const words = most > 0 ? (byWords[index] ?? 0) / most : 0;
      const nearness = nearnessOf?.(passage);
      const worth =
        nearness === undefined
          ? WORDS_SHARE * words + (1 - WORDS_SHARE) * scoreOf(passage.n)
          : BESIDE_NEARNESS.near * nearness +
            BESIDE_NEARNESS.words * words +
            (1 - BESIDE_NEARNESS.near - BESIDE_NEARNESS.words) * scoreOf(passage.n);
      const enough = most === 0 || ((having[index] ?? 0) >= needed && words >= FLOOR);
      return { passage, worth, open: near ? nearness !== undefined : enough };
    })
    .filter(({ open }) => open)
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, CANDIDATES);
  const order = maximalMarginalRelevance(
    rated.map(({ worth }) => worth),
    cosines(rated.map(({ passage }) => passage.terms)),
    { count: rated.length, lambda: LAMBDA },
  );
  const taken = new Map<number, number>();
  return order
    .flatMap((index) => rated[index]?.passage ?? [])
    .filter(({ n }) => {
      const before = taken.get(n) ?? 0;
      taken.set(n, before + 1);
      return before < perResult;
    })
    .slice(0, count);
}

/** Nearness from 0 (the farthest) to 1 (the nearest): models differ in what range they use. */
function scaled(near: ReadonlyMap<Passage, number>): (passage: Passage) => number | undefined {
  const all = [...near.values()];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return (passage) => {
    const own = near.get(passage);
    if (own === undefined) return undefined;
    return most === least ? 1 : (own - least) / (most - least);
  };
}

/** The passages that an embeddings model is asked about: those with the most of a query's words, and each result's first ones. */
export function shortlist(query: string, passages: readonly Passage[], count: number): readonly Passage[] {
  const scores = bm25(
    telling(query),
    passages.map((one) => one.terms),
  );
  return passages
    .map((passage, index) => ({ passage, score: scores[index] ?? 0 }))
    .toSorted((a, b) => b.score - a.score || a.passage.place - b.passage.place || a.passage.n - b.passage.n)
    .slice(0, count)
    .map(({ passage }) => passage);
}

/** A query's terms without those that are in every text; all, where no others are left. */
function telling(query: string): readonly string[] {
  const all = terms(query);
  const rare = all.filter((term) => !COMMON.has(term));
  return rare.length > 0 ? rare : all;
}
