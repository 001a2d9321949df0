import { folded } from "../language/fold.ts";
import { segmentsBy } from "../language/segments.ts";
import { stopWordsFor } from "../language/stop-words.ts";

/** Letters of the scripts that put no space between words. */
const UNSPACED = String.raw`[[\p{L}\p{M}\p{N}]&&[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]`;
const UNSPACED_RUN = new RegExp(`^${UNSPACED}+$`, "v");
const WORD_OR_RUN = new RegExp(String.raw`[[\p{L}\p{M}\p{N}]--${UNSPACED}]+(?:\+\+|#)?|${UNSPACED}+`, "gv");
const ASCII_WORD = /[a-z0-9]+(?:\+\+|#)?/g;

/** Letters of an unspaced script that count as a word where a text's length is measured. */
const LETTERS_A_WORD = 2;

const ASCII = /^[ -~\s]*$/;

/** Operators whose value need not stand in a result's text. */
const FILTERS = /^(site|filetype|ext|inurl|url|link|lang|language|loc|location|region|before|after|tagged|is|ip):/i;

const MAX_TERMS = 24;
const segments = segmentsBy("word");

/**
 * A text field's part in BM25F (Robertson, Zaragoza and Taylor 2004): its weight, how much its length counts (b), the
 * usual length in words of search results, and the characters read at most. Of an address, host and path are read.
 */
const TITLE = { weight: 3, b: 0.5, usualWords: 9, maxChars: 300 };
const SNIPPET = { weight: 1, b: 0.75, usualWords: 28, maxChars: 2000 };
const ADDRESS = { weight: 1, b: 0, usualWords: 9, maxChars: 200 };

/** BM25's saturation of term frequency. */
const K1 = 1.2;

/** A word in another number or case: one begins with the other, which is at most so much longer and at least so long. */
const ENDING = 3;
const STEM = 4;
/** What such a word counts beside the very word. */
const INFLECTED = 0.8;

export interface ShownText {
  readonly title?: string | undefined;
  readonly snippet?: string | undefined;
  readonly url?: string | undefined;
}

/** A query's distinct words, and how to look for them. */
export interface QueryWords {
  readonly words: readonly string[];
  /** Of each word: whether it tells something, i.e. is no stop word of the query's language; all do where all are such. */
  readonly telling: readonly boolean[];
  /** How much of each word is in a text: BM25F's `tf / (tf + k1)`, 0 (absent) to below 1, `tf` its weighted, length-normalised count. */
  found(text: ShownText): readonly number[];
}

/**
 * The words of a query as they are looked for in results. Words are Unicode words without case, diacritics and
 * compatibility forms, and count in another number or case as well (`parser`, `parsers`); Chinese, Japanese, Thai and other
 * unspaced scripts are cut by `Intl.Segmenter` in the query and looked for anywhere in the text, because the same
 * characters are cut differently in different sentences. Search operators (`site:…`, `-word`, `OR`) are no words.
 */
export function wordsOf(query: string, language?: string): QueryWords {
  const words = [...new Set(cut(folded(askedFor(query))))].slice(0, MAX_TERMS);
  const stopWords = stopWordsFor(words, language);
  const telling = words.map((word) => !stopWords.has(word));
  const finders = words.map((word) => (UNSPACED_RUN.test(word) ? runFinder(word) : wordFinder(word)));
  const inAscii = asciiScan(words);
  return {
    words,
    telling: telling.includes(true) ? telling : words.map(() => true),
    found: ({ title, snippet, url }) => {
      const tf = words.map(() => 0);
      const read = (field: typeof TITLE, text: string | undefined) => {
        if (!text) return;
        const start = text.slice(0, field.maxChars);
        const { length, counts } = inAscii(start) ?? elsewhere(folded(start));
        const perHit = perHitIn(length, field);
        for (let word = 0; word < tf.length; word += 1) tf[word] = (tf[word] ?? 0) + perHit * (counts[word] ?? 0);
      };
      read(TITLE, title);
      read(SNIPPET, snippet);
      read(ADDRESS, url && addressWords(url));
      return tf.map((count) => count / (count + K1));
    },
  };

  function elsewhere(lower: string): Scanned {
    const runs = runsOf(lower);
    return { length: lengthInWords(runs, lower), counts: finders.map((count) => count(lower, runs)) };
  }
}

/** A text's length in words, and how often it has each word of the query. */
interface Scanned {
  readonly length: number;
  readonly counts: ArrayLike<number>;
}

/** What one occurrence counts: weighted, and the less the longer the field is. */
const perHitIn = (length: number, { weight, b, usualWords }: typeof TITLE): number =>
  weight / (1 - b + (b * length) / usualWords);

/** What an ASCII character is to words: a letter in lower case, a digit, what may end a word (`c++`, `c#`), else nothing. */
const [BESIDE, HASH, PLUS, FIRST_IN_WORDS] = [0, 1, 2, 3];
const IN_WORDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const lower = String.fromCharCode(code).toLowerCase();
  if (/[a-z0-9]/.test(lower)) return lower.charCodeAt(0);
  return lower === "#" ? HASH : lower === "+" ? PLUS : BESIDE;
});

/** The text that is being scanned, and what ends it; in any script a text is three times its length at most. */
const scanned = new Uint8Array(3 * SNIPPET.maxChars + 2);
const encoder = new TextEncoder();
const NONE: readonly number[] = [];

/**
 * Counts words in ASCII texts as `runsOf` cuts them and `wordFinder` counts them, without cutting: most results are such, and
 * a search has hundreds. Undefined for any other text. What it gives holds until it is called again.
 */
function asciiScan(words: readonly string[]): (text: string) => Scanned | undefined {
  const codes = words.map((word) => Uint8Array.from(word, (letter) => IN_WORDS[letter.charCodeAt(0)] ?? BESIDE));
  const inflected = words.map(isInflected);
  const beginning = new Array<readonly number[]>(IN_WORDS.length).fill(NONE);
  for (const [index, [first = BESIDE]] of codes.entries()) beginning[first] = [...(beginning[first] ?? NONE), index];
  const counts = new Float64Array(words.length);
  return (text) => {
    const end = text.length;
    // A character that is not ASCII is several bytes.
    if (encoder.encodeInto(text, scanned).written !== end) return undefined;
    scanned[end] = 0;
    scanned[end + 1] = 0;
    counts.fill(0);
    let length = 0;
    for (let from = 0; from < end; from += 1) {
      const first = codeAt(from);
      if (first < FIRST_IN_WORDS) continue;
      let to = from + 1;
      while (codeAt(to) >= FIRST_IN_WORDS) to += 1;
      if (codeAt(to) === HASH) to += 1;
      else if (codeAt(to) === PLUS && codeAt(to + 1) === PLUS) to += 2;
      length += 1;
      for (const index of beginning[first] ?? NONE)
        counts[index] = (counts[index] ?? 0) + worth(codes[index] ?? scanned, inflected[index] ?? false, from, to);
      from = to - 1;
    }
    return { length, counts };
  };
}

const codeAt = (at: number): number => IN_WORDS[scanned[at] ?? 0] ?? BESIDE;

/** What the run from `from` to `to` counts for a word: 1 where it is that word. */
function worth(word: Uint8Array, inflected: boolean, from: number, to: number): number {
  const [own, its] = [word.length, to - from];
  const shorter = Math.min(own, its);
  if (own !== its && !(inflected && shorter >= STEM && Math.abs(own - its) <= ENDING)) return 0;
  for (let at = 0; at < shorter; at += 1) if (word[at] !== codeAt(from + at)) return 0;
  return own === its ? 1 : INFLECTED;
}

type Finder = (text: string, runs: readonly string[]) => number;

const runFinder =
  (word: string): Finder =>
  (text) =>
    text.split(word).length - 1;

const isInflected = (word: string): boolean => word.length >= STEM && /^\p{L}+$/u.test(word);

function wordFinder(word: string): Finder {
  const inflected = isInflected(word);
  return (_text, runs) => {
    let count = 0;
    for (const run of runs) {
      if (run === word) count += 1;
      else if (inflected && isInflection(run, word)) count += INFLECTED;
    }
    return count;
  };
}

const isInflection = (run: string, word: string): boolean =>
  run.length >= word.length
    ? run.length - word.length <= ENDING && run.startsWith(word)
    : run.length >= STEM && word.length - run.length <= ENDING && word.startsWith(run);

const lengthInWords = (found: readonly string[], text: string): number =>
  ASCII.test(text)
    ? found.length
    : found.reduce((sum, run) => sum + (UNSPACED_RUN.test(run) ? run.length / LETTERS_A_WORD : 1), 0);

/** `https://www.example.com/a-page?id=1` as `www.example.com/a-page`. */
const addressWords = (url: string): string | undefined => /^https?:\/\/([^?#]+)/i.exec(url)?.[1];

const askedFor = (query: string): string =>
  query
    .slice(0, 1000)
    .split(/\s+/)
    .filter((word) => !/^-./.test(word) && !/^(OR|AND|NOT)$/.test(word) && !FILTERS.test(word))
    .map((word) => word.replace(/^(intitle|allintitle|inbody|intext):/i, ""))
    .join(" ");

/** The words of spaced scripts, and whole runs of unspaced ones. */
const runsOf = (lower: string): readonly string[] => lower.match(ASCII.test(lower) ? ASCII_WORD : WORD_OR_RUN) ?? [];

const cut = (lower: string): readonly string[] =>
  runsOf(lower).flatMap((run) => (UNSPACED_RUN.test(run) ? [...segments(run)].map(({ segment }) => segment) : [run]));
