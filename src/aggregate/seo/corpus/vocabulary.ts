import { counted } from "../../../language/terms.ts";
import { density } from "../../formulas/density.ts";
import { type Ngrams, ngramsOf } from "../../formulas/ngrams.ts";
import { LEAST } from "../../formulas/statistic.ts";
import { sampleOf } from "../../formulas/statistics.ts";
import { tfidf, type Weighed } from "../../formulas/tfidf.ts";
import { shownForms } from "../../formulas/words.ts";
import type { PageText } from "./text.ts";

/** The words of a corpus. */
export interface Vocabulary {
  readonly pages: readonly PageText[];
  /** Largest tfidf first. */
  readonly weighed: readonly Weighed[];
  /** How each key is shown. */
  readonly shown: ReadonlyMap<string, string>;
  readonly ngrams: Ngrams;
}

const TERMS = 60;
const NGRAMS = 20;

export function vocabularyOf(pages: readonly PageText[]): Vocabulary {
  return {
    pages,
    weighed: tfidf(pages.map(({ telling }) => telling)),
    shown: shownForms(pages.flatMap(({ sentences }) => sentences.flat())),
    ngrams: ngramsOf(pages.map(({ sentences }) => sentences)),
  };
}

const decimals = (value: number, places = 4): number => Math.round(value * 10 ** places) / 10 ** places;

/** The terms of highest tfidf, and how often a text should say them. */
export function termsIn({ pages, weighed, shown }: Vocabulary) {
  const total = pages.reduce((sum, { keys }) => sum + keys.length, 0);
  const counts = pages.map(({ keys }) => ({ of: counted(keys), words: keys.length }));
  const outlined = pages.flatMap(({ headings }) => (headings ? [headings] : []));
  return weighed.slice(0, TERMS).map(({ term, ...weights }) => {
    const shares = counts.map(({ of, words }) => (1_000 * (of.get(term) ?? 0)) / words).filter((share) => share > 0);
    const { q1, q3 } = sampleOf(shares);
    return {
      term: shown.get(term) ?? term,
      tfidf: decimals(weights.tfidf),
      prominence: decimals(weights.prominence),
      coverage: decimals(weights.coverage),
      pages: weights.pages,
      count: weights.count,
      in_titles: pages.filter(({ title }) => title.includes(term)).length,
      in_headings:
        outlined.length === 0
          ? undefined
          : outlined.filter((headings) => headings.some((heading) => heading.includes(term))).length,
      density_pct: decimals(density(weights.count, 1, total) ?? 0, 2),
      suggested_min: q1 === undefined ? undefined : Math.round(q1),
      suggested_max: q3 === undefined ? undefined : Math.round(q3),
      small_sample: (q1 !== undefined && shares.length < LEAST.quartiles) || undefined,
    };
  });
}

/** The n-grams of most pages. */
export const ngramsIn = ({ ngrams: { bigrams, trigrams, fourgrams } }: Vocabulary) => ({
  bigrams: bigrams.slice(0, NGRAMS).map(({ text, count, pages, npmi }) => ({
    text,
    count,
    pages,
    npmi: npmi === undefined ? undefined : decimals(npmi),
  })),
  trigrams: trigrams.slice(0, NGRAMS).map(({ text, count, pages }) => ({ text, count, pages })),
  fourgrams: fourgrams.slice(0, NGRAMS).map(({ text, count, pages }) => ({ text, count, pages })),
});
