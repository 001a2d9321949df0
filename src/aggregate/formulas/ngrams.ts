import { counted, isUnspaced } from "../../language/terms.ts";
import type { Word } from "./words.ts";

/** Some neighbouring words, and how often they stand together. */
interface Ngram {
  readonly text: string;
  /** The keys of its words. */
  readonly keys: readonly string[];
  /** Occurrences on all pages. */
  readonly count: number;
  /** Pages that have it. */
  readonly pages: number;
  /** Of two words: how much oftener together than by chance, -1 to 1. */
  readonly npmi?: number;
}

export interface Ngrams {
  readonly bigrams: readonly Ngram[];
  readonly trigrams: readonly Ngram[];
  readonly fourgrams: readonly Ngram[];
}

/** A page as the words of its sentences. */
export type SpokenPage = readonly (readonly Word[])[];

/** Corpora of so many pages ask more of an n-gram. */
const MIN_PAGES = 4;
/** Words of an n-gram at most. */
const LONGEST = 4;

interface Tally {
  readonly size: number;
  readonly keys: readonly string[];
  readonly forms: Map<string, number>;
  readonly pages: Set<number>;
  readonly count: number;
}

/**
 * The n-grams of two, three and four words of a corpus: neighbours within a sentence, of which neither the first nor the last is a
 * stop word or a number; said three times on two pages at least (twice, in a corpus of under four pages). One that is never
 * said but within a longer one is left out. Those of most pages first, then the commonest, then by the alphabet.
 */
export function ngramsOf(pages: readonly SpokenPage[]): Ngrams {
  const [count, df] = pages.length >= MIN_PAGES ? [3, 2] : [2, 1];
  const words = counted(pages.flatMap((page) => page.flatMap((sentence) => sentence.map(({ key }) => key))));
  const total = [...words.values()].reduce((sum, one) => sum + one, 0);
  const common = talliesOf(pages, count).filter((one) => one.pages.size >= df);
  const within = countsWithin(common);
  const kept = common.filter((one) => within.get(one.keys.join(" ")) !== one.count);
  const ofSize = (size: number): readonly Ngram[] =>
    kept
      .filter((one) => one.size === size)
      .map(
        (one): Ngram => ({
          text: shownOf(one.forms),
          keys: one.keys,
          count: one.count,
          pages: one.pages.size,
          ...(size === 2 && { npmi: npmi(one.count / total, ...ends(one.keys, words, total)) }),
        }),
      )
      .toSorted((a, b) => b.pages - a.pages || b.count - a.count || (a.text < b.text ? -1 : 1));
  return { bigrams: ofSize(2), trigrams: ofSize(3), fourgrams: ofSize(4) };
}

/**
 * Normalised pointwise mutual information of two words: ln(p(xy) / (p(x) p(y))) / −ln p(xy); 1 where they never stand apart.
 *
 * Bouma 2009, Normalized (pointwise) mutual information in collocation extraction.
 */
export const npmi = (together: number, one: number, other: number): number =>
  together >= 1 ? 1 : Math.log(together / (one * other)) / -Math.log(together);

/** A sentence's n-grams: their keys with blanks between, where they begin, and how many words they have. */
function* phrasesIn(sentence: readonly Word[]): Generator<readonly [name: string, at: number, size: number]> {
  for (const [at, first] of sentence.entries()) {
    if (!first.telling) continue;
    let name = first.key;
    for (let size = 2; size <= LONGEST; size += 1) {
      const last = sentence[at + size - 1];
      if (!last) break;
      name += ` ${last.key}`;
      if (last.telling) yield [name, at, size];
    }
  }
}

/** The n-grams that are said at least so often. Most are said once, so they are counted first and looked at then. */
function talliesOf(pages: readonly SpokenPage[], least: number): readonly Tally[] {
  const counts = new Map<string, number>();
  for (const page of pages)
    for (const sentence of page)
      for (const [name] of phrasesIn(sentence)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const tallies = new Map<string, Tally>();
  for (const [page, sentences] of pages.entries())
    for (const sentence of sentences)
      for (const [name, at, size] of phrasesIn(sentence)) {
        const count = counts.get(name) ?? 0;
        if (count < least) continue;
        const tally = tallies.get(name) ?? { size, keys: name.split(" "), forms: new Map(), pages: new Set(), count };
        const form = joined(sentence.slice(at, at + size).map((word) => word.form));
        tally.forms.set(form, (tally.forms.get(form) ?? 0) + 1);
        tally.pages.add(page);
        tallies.set(name, tally);
      }
  return [...tallies.values()];
}

/** Of each n-gram that stands within a longer one: how often the commonest of those is said. */
function countsWithin(common: readonly Tally[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { keys, count } of common)
    for (let size = 2; size < keys.length; size += 1)
      for (let at = 0; at + size <= keys.length; at += 1) {
        const name = keys.slice(at, at + size).join(" ");
        counts.set(name, Math.max(counts.get(name) ?? 0, count));
      }
  return counts;
}

const ends = (
  [first = "", last = ""]: readonly string[],
  words: ReadonlyMap<string, number>,
  total: number,
): [number, number] => [(words.get(first) ?? 0) / total, (words.get(last) ?? 0) / total];

const shownOf = (forms: ReadonlyMap<string, number>): string =>
  [...forms].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? "";

/** Words with blanks between; of overlapping pairs of letters, each letter once. */
const joined = (forms: readonly string[]): string =>
  forms.reduce((text, form) => {
    if (!isUnspaced(form) || !isUnspaced(text.at(-1) ?? "")) return `${text} ${form}`;
    return text.endsWith([...form][0] ?? form) ? text + [...form].slice(1).join("") : text + form;
  });
