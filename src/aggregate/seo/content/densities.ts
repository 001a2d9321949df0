import { wordsIn } from "../../../language/words.ts";
import { density } from "../../formulas/density.ts";
import { ngramsOf } from "../../formulas/ngrams.ts";
import { occurrences } from "../../formulas/phrases.ts";
import { sentenceWords, termsOf, wordsOf } from "../../formulas/words.ts";

/** A page's text, and where else words count. */
export interface Written {
  readonly text: string;
  /** ISO 639-1; "" where it is not known. */
  readonly language: string;
  readonly url: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** What each h1 says. */
  readonly h1: readonly string[];
  readonly keyword?: string | undefined;
}

const KEPT = { one: 20, two: 15, three: 10 } as const;
const FIRST_WORDS = 100;
/** So much of a text is read. */
const MAX_CHARS = 1_000_000;

/** How dense a page's commonest terms are, and its keyword. */
export function densitiesOf({ text, language, url, title, description, h1, keyword }: Written) {
  const sentences = sentenceWords(text.slice(0, MAX_CHARS), { language });
  const words = sentences.flat();
  const keysOf = (said = ""): readonly string[] => wordsOf(said, { language }).map(({ key }) => key);
  const [titled, described, headed] = [keysOf(title), keysOf(description), h1.map(keysOf)];
  const keys = words.map(({ key }) => key);
  const first = keys.slice(0, FIRST_WORDS);
  const says = (place: readonly string[], phrase: readonly string[]): boolean => occurrences(place, phrase) > 0;
  // The same count as the main text's: terms of scripts without spaces overlap, and elided articles are terms of their own.
  const total = wordsIn(text.slice(0, MAX_CHARS)).length;
  const dense = (count: number, size: number): number =>
    Math.min(100, Math.round((density(count, size, total) ?? 0) * 100) / 100);
  const termOf = (term: string, phrase: readonly string[], count: number) => ({
    term,
    words: phrase.length,
    count,
    density_pct: dense(count, phrase.length),
    in_title: says(titled, phrase),
    in_h1: headed.some((heading) => says(heading, phrase)),
    in_description: says(described, phrase),
    in_first_100: says(first, phrase),
  });
  const { bigrams, trigrams } = ngramsOf([sentences]);
  const wanted = keysOf(keyword);
  return {
    top: [
      ...termsOf(words)
        .slice(0, KEPT.one)
        .map(({ key, shown, count }) => termOf(shown, [key], count)),
      ...bigrams.slice(0, KEPT.two).map((one) => termOf(one.text, one.keys, one.count)),
      ...trigrams.slice(0, KEPT.three).map((one) => termOf(one.text, one.keys, one.count)),
    ],
    keyword:
      keyword === undefined || wanted.length === 0
        ? undefined
        : {
            term: keyword,
            count: occurrences(keys, wanted),
            density_pct: dense(occurrences(keys, wanted), wanted.length),
            in_title: says(titled, wanted),
            in_h1: headed.some((heading) => says(heading, wanted)),
            in_first_100: says(first, wanted),
            in_url: inAddress(url, keyword, language),
          },
    n_words: total,
  };
}
export type Densities = ReturnType<typeof densitiesOf>;

/** As they are answered. */
export function shown({ keyword, ...rest }: Densities) {
  if (!keyword) return rest;
  const { in_first_100, ...shownOfKeyword } = keyword;
  return { ...rest, keyword: shownOfKeyword };
}

/** Whether an address names every word of a keyword that is no stop word. */
function inAddress(url: string, keyword: string, language: string): boolean {
  const { hostname = "", pathname = "" } = URL.parse(url) ?? {};
  const said = new Set(wordsOf(`${hostname} ${unescaped(pathname)}`, { language }).map(({ key }) => key));
  const wanted = wordsOf(keyword, { language }).filter(({ telling }) => telling);
  return wanted.length > 0 && wanted.every(({ key }) => said.has(key));
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Percent signs that escape nothing are part of the path.
    return path;
  }
}
