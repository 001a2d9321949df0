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
  /** Words of the longest phrase among these, by the word that it begins with (`phrasesIn`). */
  readonly phrases: ReadonlyMap<string, number>;
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

/** A text's words with their entries; of phrases that the lexicon knows the longest is one word. */
export function wordsOf(text: string, lexicon: Lexicon): readonly Word[] {
  const tokens = tokensOf(text, lexicon.emoticons, lexicon.cut);
  const words: Word[] = [];
  for (let at = 0; at < tokens.length; ) {
    const phrase = phraseAt(tokens, at, lexicon);
    words.push(phrase?.word ?? wordAt(tokens, at, lexicon));
    at += phrase?.length ?? 1;
  }
  return words;
}

function wordAt(tokens: readonly Token[], at: number, { entries }: Lexicon): Word {
  const token = tokens[at];
  if (!token) throw new RangeError(`There is no token ${at}.`);
  if (token.mood !== undefined) return token;
  // "soooo" is "so".
  const entry = entries.get(token.text) ?? entries.get(token.text.replace(/(\p{L})\1{2,}/gu, "$1"));
  return entry ? { ...token, entry } : token;
}

/** The longest phrase that begins at a token, within its clause; undefined where none does. */
function phraseAt(
  tokens: readonly Token[],
  at: number,
  { entries, boosters, phrases }: Lexicon,
): { readonly length: number; readonly word: Word } | undefined {
  const [first, ...rest] = tokens.slice(at, at + (phrases.get(tokens[at]?.text ?? "") ?? 1));
  if (!first || first.mood !== undefined) return undefined;
  const end = rest.findIndex(({ after, mood }) => after !== undefined || mood !== undefined);
  for (let length = end < 0 ? rest.length : end; length > 0; length -= 1) {
    const text = [first, ...rest.slice(0, length)].map((token) => token.text).join(" ");
    const entry = entries.get(text);
    if (entry || boosters.has(text)) return { length: length + 1, word: { ...first, text, ...(entry && { entry }) } };
  }
  return undefined;
}

/** How many words the longest phrase has that begins with a word, by that word. */
export function phrasesIn(...known: readonly Iterable<string>[]): ReadonlyMap<string, number> {
  const lengths = new Map<string, number>();
  for (const text of known.flatMap((texts) => [...texts])) {
    const words = text.split(" ");
    const [first = ""] = words;
    if (words.length > 1) lengths.set(first, Math.max(words.length, lengths.get(first) ?? 0));
  }
  return lengths;
}
