import { syllable } from "syllable";

/*
 * Syllables of a word. English by the package `syllable`; other languages by their groups of vowels, with what each
 * language does otherwise.
 */

/** Longer words are no words. */
const MAX_LETTERS = 60;

const VOWELS = /[aeiouyàáâãäåæèéêëìíîïòóôõöøœùúûüýÿ]+/g;

const COUNTERS: Readonly<Record<string, (word: string) => number>> = {
  en: (word) => syllable(word),
  // A final e, es or ent after a consonant is mute, and so is the u of que, gue.
  fr: (word) =>
    groups(word.replace(/([qg])u(?=[eéèêiîy])/g, "$1").replace(/([^aeiouyàâäéèêëîïôöùûü])(?:es?|ent)$/, "$1")),
  // Each vowel letter is one.
  ru: (word) => word.match(/[аеёиоуыэюя]/g)?.length ?? 0,
};

const groups = (word: string): number => word.match(VOWELS)?.length ?? 0;

const counted = new Map<string, number>();
const MAX_HELD = 50_000;

/** Languages of Latin script whose syllables are their groups of vowels, near enough for the scales made for them. */
const BY_GROUPS: ReadonlySet<string> = new Set(["de", "es", "it", "nl", "pt"]);

/** At least one; undefined for languages whose syllables are not counted: none is invented for them. */
export function syllablesOf(word: string, language: string): number | undefined {
  const counter = COUNTERS[language] ?? (BY_GROUPS.has(language) ? groups : undefined);
  if (!counter) return undefined;
  const lower = word.toLowerCase().slice(0, MAX_LETTERS);
  const key = `${language} ${lower}`;
  const before = counted.get(key);
  if (before !== undefined) return before;
  const count = Math.max(1, counter(lower));
  if (counted.size >= MAX_HELD) counted.clear();
  counted.set(key, count);
  return count;
}
