import { emojiEmotion } from "emoji-emotion";

/** A word of a text, or a sign (emoji, emoticon) that stands for a mood. */
export interface Token {
  /** In lower case, with plain apostrophes, "oe" for "œ"; of an emoji without its variants. */
  readonly text: string;
  /** Whether it is written in capitals, two letters or more. */
  readonly capitals: boolean;
  /** Whether a sentence ends before it, or a clause. */
  readonly after?: "sentence" | "clause";
  /** A sign's valence; absent: it is a word. */
  readonly mood?: number;
}

/** Characters that vary an emoji without changing what it says: presentation, skin. */
const VARIANTS = /[\ufe0e\ufe0f]|\ud83c[\udffb-\udfff]/g;

/** Polarities of emoji run from -5 to 5, valences of words from -4 to 4. */
const EMOJI: ReadonlyMap<string, number> = new Map(
  emojiEmotion.map(({ emoji, polarity }) => [emoji.replace(VARIANTS, ""), polarity * 0.8]),
);

/** A word with at most one mark behind it, as most are written. */
const PLAIN = /^([\p{L}\p{N}](?:[\p{L}\p{M}\p{N}'*-]*[\p{L}\p{M}\p{N}])?)([.!?…;,:])?$/u;

const PIECES =
  /(?<word>[\p{L}\p{N}][\p{L}\p{M}\p{N}'*-]*)|(?<sentence>[.!?…\n;]+)|(?<clause>[,:()«»"]+)|(?<emoji>\p{Extended_Pictographic}(?:\u200d\p{Extended_Pictographic})*)/gu;

/** What nobody wrote himself, or wrote for no reader: code, quoted lines, addresses, names of accounts. */
const UNREAD =
  /```[\s\S]*?(?:```|(?![\s\S]))|`[^`\n]*`|^[ \t]*>.*$|(?:https?:\/\/|www\.)\S+|(?<![\p{L}\p{N}])@[\p{L}\p{N}_.@-]+/gmu;

const MAX_LENGTH = 10_000;

/**
 * A text's words and signs in order, `emoticons` among them; `cut` says what a word is made of ("l'horreur" → horreur).
 * Links, quoted lines, code and names of accounts are not read.
 */
export function tokensOf(
  text: string,
  emoticons: ReadonlyMap<string, number>,
  cut: (word: string) => readonly string[],
): readonly Token[] {
  const tokens: Token[] = [];
  let after: "sentence" | "clause" | undefined;
  const add = (token: Omit<Token, "after">) => {
    tokens.push(after ? { ...token, after } : token);
    after = undefined;
  };
  const addWord = (word: string) => {
    const capitals = word === word.toUpperCase() && /\p{Lu}.*\p{Lu}/u.test(word);
    for (const part of cut(plainLetters(word))) add({ text: part, capitals });
  };
  const read = text
    .slice(0, MAX_LENGTH)
    .normalize("NFC")
    .replace(UNREAD, " ")
    .replace(VARIANTS, "")
    .replace(/[’ʼ`´]/g, "'");
  for (const chunk of read.split(/(\n)|[^\S\n]+/)) {
    if (!chunk) continue;
    const mood = moodOf(chunk, emoticons);
    if (mood !== undefined) {
      add({ text: chunk, capitals: false, mood });
      continue;
    }
    const [, plain, mark] = PLAIN.exec(chunk) ?? [];
    if (plain) {
      addWord(plain);
      if (mark) after = /[,:]/.test(mark) ? "clause" : "sentence";
      continue;
    }
    for (const { groups = {} } of chunk.matchAll(PIECES)) {
      const { word, sentence, clause, emoji } = groups;
      if (sentence) after = "sentence";
      else if (clause) after ??= "clause";
      else if (word) addWord(word);
      else if (emoji) {
        const shown = EMOJI.get(emoji) ?? EMOJI.get(String.fromCodePoint(emoji.codePointAt(0) ?? 0));
        if (shown !== undefined) add({ text: emoji, capitals: false, mood: shown });
      }
    }
  }
  return tokens;
}

const moodOf = (chunk: string, emoticons: ReadonlyMap<string, number>): number | undefined =>
  emoticons.get(chunk) ?? emoticons.get(without(chunk, ".,!?"));

/** A text without the marks at its end; in one pass, however many there are. */
function without(text: string, marks: string): string {
  let end = text.length;
  while (end > 0 && marks.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

const ASCII = /^[!-~]*$/;

function plainLetters(word: string): string {
  const lower = word.toLowerCase();
  return without(ASCII.test(lower) ? lower : lower.replace(/œ/g, "oe").replace(/æ/g, "ae"), "'*-");
}
