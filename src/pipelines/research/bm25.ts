import { counted } from "../../language/terms.ts";

/** How fast a repeated term saturates, and how much a long passage is held back. The usual values. */
const K1 = 1.2;
const B = 0.75;

/**
 * How common each term is among passages, as weights: `ln(1 + (N − n + ½) / (n + ½))`, where n of N passages hold the
 * term: Robertson and Spärck Jones' weight, kept above zero by the 1 as Lucene does.
 */
export function inverseFrequencies(passages: readonly (readonly string[])[]): (term: string) => number {
  const holding = counted(passages.flatMap((passage) => [...new Set(passage)]));
  return (term) => {
    const n = holding.get(term) ?? 0;
    return Math.log(1 + (passages.length - n + 0.5) / (n + 0.5));
  };
}

/**
 * Okapi BM25 of one term in each passage (a list of terms; Robertson and Zaragoza, “The Probabilistic Relevance Framework: BM25
 * and Beyond”, 2009, eq. 3.15, with k1 = 1.2 and b = 0.75), by the passage's index:
 *
 *     idf · tf · (k1 + 1) / (tf + k1 · (1 − b + b · length / mean length))
 *
 * Never negative; 0 where the term does not occur.
 */
export function termScores(passages: readonly (readonly string[])[]): (term: string, index: number) => number {
  const idf = inverseFrequencies(passages);
  const meanLength = passages.reduce((sum, { length }) => sum + length, 0) / Math.max(1, passages.length);
  const counts = passages.map(counted);
  const damping = passages.map(({ length }) => K1 * (1 - B + (B * length) / Math.max(1, meanLength)));
  return (term, index) => {
    const tf = counts[index]?.get(term) ?? 0;
    return tf === 0 ? 0 : (idf(term) * tf * (K1 + 1)) / (tf + (damping[index] ?? K1));
  };
}

/** BM25 of each passage for a query's distinct terms: the sum of theirs. */
export function bm25(query: readonly string[], passages: readonly (readonly string[])[]): readonly number[] {
  const asked = [...new Set(query)];
  const scoreOf = termScores(passages);
  return passages.map((_, index) => asked.reduce((sum, term) => sum + scoreOf(term, index), 0));
}
