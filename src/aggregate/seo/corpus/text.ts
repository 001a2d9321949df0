import { wordsIn } from "../../../language/words.ts";
import type { SpokenPage } from "../../formulas/ngrams.ts";
import { sentenceWords, type Word, wordsOf } from "../../formulas/words.ts";
import type { PageRead } from "./reading.ts";

/** So much of a page's text is read. */
const MAX_CHARS = 100_000;
/** A paragraph of fewer words says nothing about what belongs together. */
const PARAGRAPH_WORDS = 20;

/** A page's text, cut into words. */
export interface PageText {
  readonly page: PageRead;
  readonly sentences: SpokenPage;
  /** Words of the main text, as `readability` counts them. */
  readonly words: number;
  /** All terms, in order: words, and pairs of letters in scripts without spaces. */
  readonly keys: readonly string[];
  /** Those that may be terms, in order and with repetition. */
  readonly telling: readonly string[];
  /** Each paragraph of 20 words and more. */
  readonly paragraphs: readonly (readonly string[])[];
  /** The words of each sentence and heading. */
  readonly said: readonly ReadonlySet<string>[];
  readonly title: readonly string[];
  /** The words of each heading; undefined: the headings are not known. */
  readonly headings: readonly (readonly string[])[] | undefined;
}

const keysOf = (words: readonly Word[]): readonly string[] => words.map(({ key }) => key);

/** A page's main text in words; undefined where it has none. Its language is what the page says, else the search's. */
export function textOf(page: PageRead, language: string): PageText | undefined {
  const text = page.content?.raw_content?.slice(0, MAX_CHARS).trim();
  if (!text) return undefined;
  const own = page.measures?.lang ?? page.content?.language?.slice(0, 2).toLowerCase() ?? language;
  const spoken = { language: own, foreign: own !== language };
  const sentences = sentenceWords(text, spoken);
  const words = sentences.flat();
  const outline = page.headings?.flatMap(({ title, hidden }) =>
    title && !hidden ? [keysOf(wordsOf(title, spoken))] : [],
  );
  return {
    page,
    words: page.measures?.words ?? wordsIn(text).length,
    sentences,
    keys: keysOf(words),
    telling: words.filter(({ telling }) => telling).map(({ key }) => key),
    paragraphs: text
      .split(/\n\s*\n/)
      .map((paragraph) => keysOf(wordsOf(paragraph, spoken)))
      .filter(({ length }) => length >= PARAGRAPH_WORDS),
    said: [...sentences.map(keysOf), ...(outline ?? [])].map((keys) => new Set(keys)),
    title: keysOf(wordsOf(page.title, spoken)),
    headings: outline,
  };
}
