import { isWhole } from "../../extraction/sentences.ts";
import { folded } from "../../language/fold.ts";
import { COMMON } from "../../language/stop-words.ts";
import { bm25 } from "./bm25.ts";
import { cosines, maximalMarginalRelevance } from "./mmr.ts";
import type { Passage } from "./passages.ts";
import { terms } from "./terms.ts";

export interface ChoiceOptions {
  readonly count: number;
  /** Passages of one result at most. */
  readonly perResult: number;
}

/** Relevance against difference, for passages and for sentences. */
const LAMBDA = 0.7;
/** Passages that maximal marginal relevance chooses among: comparing all pairs of many pages costs too much. */
const CANDIDATES = 80;
/** How much of a passage's worth is its words', the rest its result's score. */
const WORDS_SHARE = 0.75;

/** Below this share of the best one's words, a passage or sentence is beside the point. */
const FLOOR = { passage: 0.15, sentence: 0.2 };

/**
 * The share of a query's words that a text must have to speak of it, where any text has so many. Among texts found for a
 * query its main words are so common that BM25 alone would go by the others.
 */
const NEEDED = 1 / 3;

/** What a sentence is worth that breaks off, and one that asks. */
const FRAGMENT = 0.4;
const QUESTION = 0.3;
const MIN_SENTENCE_TERMS = 4;

/**
 * The passages that answer a query best and differ most: BM25, coverage of the query and their results' scores, then
 * maximal marginal relevance. The best first. Where some passage has words of the query, those that have next to none are
 * left out; where none has any, they may still answer in another language.
 */
export function bestPassages(
  query: string,
  passages: readonly Passage[],
  scoreOf: (n: number) => number,
  { count, perResult }: ChoiceOptions,
): readonly Passage[] {
  return chosen(
    query,
    passages.map((passage) => ({ passage, terms: passage.terms, prior: scoreOf(passage.n), weight: 1 })),
    { count, perResult, floor: FLOOR.passage, unrelated: true },
  ).map(({ passage }) => passage);
}

export interface ExtractiveOptions {
  /** Sentences at most. */
  readonly sentences: number;
  /** Of one result. */
  readonly perResult: number;
}

/**
 * An answer made of sentences as they stand in the passages, each followed by `[n]` for its result, and for others that
 * say the very same. Sentences are weighed by BM25, how many of the query's words they have, their results' scores and
 * whether they are whole, and chosen by maximal marginal relevance; those of one passage keep their order. What has few
 * of the query's words beside the best one, or none but them, is left out. Undefined where no sentence
 * has a word of the query.
 */
export function extractiveAnswer(
  query: string,
  passages: readonly Passage[],
  scoreOf: (n: number) => number,
  options: ExtractiveOptions,
): string | undefined {
  const asked = new Set(terms(query));
  const saying = new Map<string, Set<number>>();
  const candidates = passages.flatMap((passage, place) =>
    passage.sentences.flatMap((sentence, position) => {
      const key = folded(sentence);
      const known = saying.get(key);
      saying.set(key, (known ?? new Set()).add(passage.n));
      const own = terms(sentence);
      if (known || own.length < MIN_SENTENCE_TERMS || own.every((term) => asked.has(term))) return [];
      const weight = /[?？]["”»）)]?$/.test(sentence) ? QUESTION : isWhole(sentence) ? 1 : FRAGMENT;
      return [{ passage, place, position, sentence, terms: own, prior: scoreOf(passage.n), weight }];
    }),
  );
  const best = chosen(query, candidates, {
    count: options.sentences,
    perResult: options.perResult,
    floor: FLOOR.sentence,
    unrelated: false,
  });
  const firstUse = new Map(best.toReversed().map(({ place }, index) => [place, best.length - index]));
  const ordered = best.toSorted(
    (a, b) => (firstUse.get(a.place) ?? 0) - (firstUse.get(b.place) ?? 0) || a.position - b.position,
  );
  const quoted = ordered.map(({ sentence, passage }) => {
    const others = [...(saying.get(folded(sentence)) ?? [])].filter((n) => n !== passage.n).toSorted((a, b) => a - b);
    return `${sentence} ${[passage.n, ...others].map((n) => `[${n}]`).join("")}`;
  });
  return quoted.length > 0 ? quoted.join(" ") : undefined;
}

interface Candidate {
  readonly passage: Passage;
  readonly terms: readonly string[];
  /** 0–1. */
  readonly prior: number;
  /** A factor of its worth. */
  readonly weight: number;
}

/** A query's terms without those that are in every text; all, where no others are left. */
function telling(query: string): readonly string[] {
  const all = terms(query);
  const rare = all.filter((term) => !COMMON.has(term));
  return rare.length > 0 ? rare : all;
}

/** The best by words, prior and weight, then by difference; equal ones in their given order. */
function chosen<C extends Candidate>(
  query: string,
  candidates: readonly C[],
  { count, perResult, floor, unrelated }: ChoiceOptions & { readonly floor: number; readonly unrelated: boolean },
): readonly C[] {
  const asked = new Set(telling(query));
  const scores = bm25(
    [...asked],
    candidates.map((one) => one.terms),
  );
  const having = candidates.map((one) => new Set(one.terms.filter((term) => asked.has(term))).size);
  const needed = Math.min(
    Math.ceil(asked.size * NEEDED),
    having.reduce((a, b) => Math.max(a, b), 0),
  );
  const byWords = scores.map((score, index) => (score * (1 + (having[index] ?? 0) / Math.max(1, asked.size))) / 2);
  const most = byWords.reduce((a, b) => Math.max(a, b), 0);
  if (most === 0 && asked.size > 0 && !unrelated) return [];
  const rated = candidates
    .map((one, index) => {
      const words = most > 0 ? (byWords[index] ?? 0) / most : 0;
      const worth = one.weight * (WORDS_SHARE * words + (1 - WORDS_SHARE) * one.prior);
      return { one, worth, told: words * one.weight, enough: (having[index] ?? 0) >= needed };
    })
    .filter(({ told, enough }) => most === 0 || (enough && told >= floor))
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, CANDIDATES);
  const order = maximalMarginalRelevance(
    rated.map(({ worth }) => worth),
    cosines(rated.map(({ one }) => one.terms)),
    { count: rated.length, lambda: LAMBDA },
  );
  const taken = new Map<number, number>();
  return order
    .flatMap((index) => rated[index]?.one ?? [])
    .filter(({ passage: { n } }) => {
      const before = taken.get(n) ?? 0;
      taken.set(n, before + 1);
      return before < perResult;
    })
    .slice(0, count);
}
