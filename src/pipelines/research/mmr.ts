import { counted } from "../../language/terms.ts";
import { inverseFrequencies } from "./bm25.ts";

export interface MmrOptions {
  /** How many to choose at most. */
  readonly count: number;
  /** 1: relevance alone; 0: difference alone. */
  readonly lambda: number;
}

/**
 * Maximal marginal relevance (Carbonell and Goldstein, SIGIR 1998): chooses one after another the index with the highest
 *
 *     λ · relevance(i) − (1 − λ) · max over the chosen j of similarity(i, j)
 *
 * Equal ones in their given order. `similarity` is asked for each pair at most once.
 */
export function maximalMarginalRelevance(
  relevance: readonly number[],
  similarity: (i: number, j: number) => number,
  { count, lambda }: MmrOptions,
): readonly number[] {
  const open = relevance.map((value, index) => ({ index, value, nearest: 0 }));
  const chosen: number[] = [];
  while (chosen.length < count) {
    const [first, ...others] = open;
    if (!first) break;
    const worth = ({ value, nearest }: typeof first): number => lambda * value - (1 - lambda) * nearest;
    const best = others.reduce((a, b) => (worth(b) > worth(a) ? b : a), first);
    chosen.push(best.index);
    open.splice(open.indexOf(best), 1);
    for (const one of open) one.nearest = Math.max(one.nearest, similarity(one.index, best.index));
  }
  return chosen;
}

/** The cosine of two texts' tf·idf vectors, 0–1, by their indices in `texts` (lists of terms). */
export function cosines(texts: readonly (readonly string[])[]): (i: number, j: number) => number {
  const idf = inverseFrequencies(texts);
  const vectors = texts.map((text) => {
    const weights = new Map([...counted(text)].map(([term, tf]) => [term, tf * idf(term)]));
    return { weights, norm: Math.hypot(...weights.values()) };
  });
  return (i, j) => {
    const [a, b] = [vectors[i], vectors[j]];
    if (!a?.norm || !b?.norm) return 0;
    let dot = 0;
    for (const [term, weight] of a.weights) dot += weight * (b.weights.get(term) ?? 0);
    return Math.min(1, dot / (a.norm * b.norm));
  };
}
