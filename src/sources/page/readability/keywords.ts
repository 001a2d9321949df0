import { STOP_LISTS } from "../../../language/stop-lists.ts";

const STOP: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries(STOP_LISTS).map(([language, words]) => [language, new Set(words)]),
);

/** How many terms of one, two and three words are kept. */
const KEPT = [20, 15, 10] as const;

/** A term and how often it stands in the text. */
export interface Term {
  readonly keyword: string;
  /** Words in it. */
  readonly words: number;
  readonly count: number;
  /** Percent of the text's words that belong to it. */
  readonly density: number;
}

/** A word that says something: no stop word, more than a letter, not only digits; French elision is taken off. */
const bare = (word: string, language: string): string => {
  const lower = word.toLowerCase().replaceAll("’", "'");
  return language === "fr" || language === "it" ? lower.replace(/^(?:[cdjlmnst]|qu|dell|all|un)'(?=.)/, "") : lower;
};

/** The commonest terms of one, two and three words within sentences, none of which begins or ends with a stop word. */
export function keywordsOf(spoken: readonly (readonly string[])[], language: string): Term[] {
  const stop = STOP[language];
  const says = (word: string): boolean => word.length > 1 && /\p{L}/u.test(word) && !(stop?.has(word) ?? false);
  const total = spoken.reduce((sum, { length }) => sum + length, 0);
  const sentences = spoken.map((words) => words.map((word) => bare(word, language)));
  return KEPT.flatMap((kept, index) => {
    const size = index + 1;
    const counts = new Map<string, number>();
    for (const words of sentences)
      for (let at = 0; at + size <= words.length; at += 1) {
        const [first = "", last = ""] = [words[at], words[at + size - 1]];
        if (!says(first) || !says(last)) continue;
        const term = words.slice(at, at + size).join(" ");
        counts.set(term, (counts.get(term) ?? 0) + 1);
      }
    return [...counts]
      .filter(([, count]) => size === 1 || count > 1)
      .toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
      .slice(0, kept)
      .map(([keyword, count]) => ({
        keyword,
        words: size,
        count,
        density: Math.round((10_000 * count * size) / total) / 100,
      }));
  });
}
