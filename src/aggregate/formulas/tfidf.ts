import { counted } from "../../language/terms.ts";

/** What a term weighs in a corpus. */
export interface Weighed {
  readonly term: string;
  /** Mean of its weights in the pages' normalised vectors, 0 where it is absent: what distinguishes. */
  readonly tfidf: number;
  /** `coverage` × its mean tf in the pages that have it: what is expected. */
  readonly prominence: number;
  /** Share of the pages that have it. */
  readonly coverage: number;
  /** Pages that have it. */
  readonly pages: number;
  /** Occurrences on all pages. */
  readonly count: number;
}

/** Corpora of so many pages leave out what only one page says. */
const MIN_PAGES = 4;

/** 1 + ln f: a term frequency that grows ever more slowly. */
const tf = (count: number): number => 1 + Math.log(count);

/** How much it tells that a term stands on `df` of `n` pages: ln((1+n)/(1+df)) + 1, the smoothing of scikit-learn. */
export const idf = (n: number, df: number): number => Math.log((1 + n) / (1 + df)) + 1;

/**
 * TF-IDF of the terms of a corpus, each page a list of its terms with repetition; largest `tfidf` first, of equals the first in
 * the alphabet. With four pages or more, a term stands on two at least.
 *
 * Salton & Buckley 1988, Term-weighting approaches in automatic text retrieval: logarithmic tf, idf, cosine normalisation.
 */
export function tfidf(pages: readonly (readonly string[])[]): readonly Weighed[] {
  const n = pages.length;
  const vectors = pages.map((page) => counted(page));
  const holders = counted(vectors.flatMap((vector) => [...vector.keys()]));
  const least = n >= MIN_PAGES ? 2 : 1;
  const sums = new Map<string, { weight: number; tf: number; count: number }>();
  for (const vector of vectors) {
    const weights = [...vector]
      .filter(([term]) => (holders.get(term) ?? 0) >= least)
      .map(([term, count]) => ({ term, count, weight: tf(count) * idf(n, holders.get(term) ?? 0) }));
    const length = Math.hypot(...weights.map(({ weight }) => weight));
    for (const { term, count, weight } of weights) {
      const sum = sums.get(term) ?? { weight: 0, tf: 0, count: 0 };
      sums.set(term, { weight: sum.weight + weight / length, tf: sum.tf + tf(count), count: sum.count + count });
    }
  }
  return [...sums]
    .map(([term, sum]): Weighed => {
      const df = holders.get(term) ?? 0;
      const coverage = df / n;
      return {
        term,
        tfidf: sum.weight / n,
        prominence: coverage * (sum.tf / df),
        coverage,
        pages: df,
        count: sum.count,
      };
    })
    .toSorted((a, b) => b.tfidf - a.tfidf || (a.term < b.term ? -1 : 1));
}
