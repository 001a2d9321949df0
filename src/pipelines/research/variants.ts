import { folded } from "../../language/fold.ts";
import { segmentsBy } from "../../language/segments.ts";
import { COMMON } from "../../language/stop-words.ts";
import { counted, isUnspaced, terms } from "../../language/terms.ts";
import type { Item } from "../../sources/source.ts";

/** Other ways to ask at most, and how many of them may be suggestions. */
const MAX_VARIANTS = 3;
const MAX_SUGGESTED = 2;
const MAX_VARIANT_CHARS = 300;

/** Results whose words are read, and how many of their titles must hold a word for it to be the topic's. */
const FIRST_RESULTS = 10;
const MIN_TITLES = 2;
const MIN_LETTERS = 4;

const WORD = /[\p{L}\p{M}\p{N}]+(?:\+\+|#)?/gu;
const segments = segmentsBy("word");

/**
 * Other ways to ask a query, three at most, the most promising first: what suggestion sources complete it to (most
 * sources first, then the better place, then the earlier source), then the query with a word that several of the first results' titles hold and
 * the query does not. None asks the same words again.
 */
export function variantsOf(
  query: string,
  suggestions: readonly (readonly Item[])[],
  results: readonly Item[],
): readonly string[] {
  const seen = new Set([keyOf(query)]);
  const fresh = (text: string): boolean => {
    const key = keyOf(text);
    if (key === "" || seen.has(key) || text.length > MAX_VARIANT_CHARS) return false;
    seen.add(key);
    return true;
  };
  const suggested = suggestedFor(query, suggestions).filter(fresh).slice(0, MAX_SUGGESTED);
  const worded = wordsOfTitles(query, results)
    .map((word) => `${query} ${word}`)
    .filter(fresh);
  return [...suggested, ...worded].slice(0, MAX_VARIANTS);
}

/** What makes two queries the same: their words, whatever the order. */
const keyOf = (text: string): string => [...new Set(terms(text))].toSorted().join(" ");

function suggestedFor(query: string, suggestions: readonly (readonly Item[])[]): readonly string[] {
  const asked = new Set(terms(query));
  const offers = new Map<string, { text: string; sources: number; place: number }>();
  for (const list of suggestions) {
    for (const [place, { title }] of list.entries()) {
      if (typeof title !== "string" || !terms(title).some((term) => asked.has(term))) continue;
      const key = keyOf(title);
      const known = offers.get(key);
      if (known) offers.set(key, { ...known, sources: known.sources + 1, place: Math.min(known.place, place) });
      else offers.set(key, { text: title.trim(), sources: 1, place });
    }
  }
  return [...offers.values()].toSorted((a, b) => b.sources - a.sources || a.place - b.place).map(({ text }) => text);
}

/** Words of the first titles, those of most titles first, then the longer; each result counts a word once. */
function wordsOfTitles(query: string, results: readonly Item[]): readonly string[] {
  const asked = new Set(wordsOf(query));
  const text = folded(query);
  const titles = results
    .slice(0, FIRST_RESULTS)
    .flatMap(({ title }) => (typeof title === "string" ? [...new Set(wordsOf(title))] : []));
  return [...counted(titles)]
    .filter(([word, count]) => count >= MIN_TITLES && !asked.has(word) && !(isUnspaced(word) && text.includes(word)))
    .toSorted(([a, inA], [b, inB]) => inB - inA || b.length - a.length || (a < b ? -1 : 1))
    .map(([word]) => word);
}

const wordsOf = (text: string): readonly string[] =>
  (folded(text.slice(0, 300)).match(WORD) ?? [])
    .flatMap((run) => (/^[ -~]*$/.test(run) ? [run] : [...segments(run)].map(({ segment }) => segment)))
    .filter((word) => (isUnspaced(word) ? word.length > 1 : word.length >= MIN_LETTERS) && !COMMON.has(word))
    .filter((word) => !/^\d+$/.test(word));
