import { type Token, tokensOf } from "./tokens.ts";

/** What a word or phrase says by itself. */
export interface Entry {
  /** -4 (worst) to 4 (best); 0: nothing, though its words say something elsewhere. */
  readonly valence: number;
  /** A verb that may be negated by what follows it, as in French. */
  readonly finite?: boolean;
}

/** How polarity is written in a language. */
export interface Lexicon {
  readonly language: string;
  /** By word, or phrase with blanks. */
  readonly entries: ReadonlyMap<string, Entry>;
  readonly emoticons: ReadonlyMap<string, number>;
  /** What makes the next words stronger (1) or weaker (-1); words and phrases. */
  readonly boosters: ReadonlyMap<string, 1 | -1>;
  /** Whether the word at a place negates what follows. */
  negates(words: readonly Word[], at: number): boolean;
  /** Whether the word at a place is negated by what follows it. */
  negatedBehind(words: readonly Word[], at: number): boolean;
  /** What parts a text in a weaker first and a stronger second half. */
  readonly contrast: string;
  /** Between a "never" and the word it seems to negate: "never so good". */
  readonly heightened: ReadonlySet<string>;
  /** What no booster or negation reaches over. */
  readonly bounds: ReadonlySet<string>;
  /** The words that a written word is made of. */
  cut(word: string): readonly string[];
}

/** A word or phrase of a text, and what the lexicon says of it. */
export interface Word extends Token {
  readonly entry?: Entry;
}

const MAX_PHRASE = 6;

/** A text's words with their entries; of phrases that the lexicon knows the longest is one word. */
export function wordsOf(text: string, lexicon: Lexicon): readonly Word[] {
  const tokens = tokensOf(text, lexicon.emoticons, lexicon.cut);
  const words: Word[] = [];
  for (let at = 0; at < tokens.length; ) {
    const { length, word } = longest(tokens, at, lexicon);
    words.push(word);
    at += length;
  }
  return words;
}

function longest(tokens: readonly Token[], at: number, { entries, boosters }: Lexicon): { length: number; word: Word } {
  const first = tokens[at];
  if (!first) throw new RangeError(`no token at ${at}`);
  if (first.mood !== undefined) return { length: 1, word: first };
  const phrase = tokens.slice(at, at + MAX_PHRASE);
  const end = phrase.findIndex(({ after, mood }, index) => index > 0 && (after !== undefined || mood !== undefined));
  for (let length = end < 0 ? phrase.length : end; length > 1; length -= 1) {
    const text = phrase
      .slice(0, length)
      .map((token) => token.text)
      .join(" ");
    const entry = entries.get(text);
    if (entry || boosters.has(text)) return { length, word: { ...first, text, ...(entry && { entry }) } };
  }
  const entry = entries.get(first.text) ?? entries.get(first.text.replace(/(\p{L})\1{2,}/gu, "$1"));
  return { length: 1, word: entry ? { ...first, entry } : first };
}
