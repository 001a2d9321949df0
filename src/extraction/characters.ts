/* What characters are, asked of every one of a page's: a table's bits, where a regular expression would go over the text for each. */

/** A letter, a digit or the underscore. */
const WORD = 1;
/** A digit of any script (`\p{N}`). */
export const DIGIT = 2;
/** A capital letter (`\p{Lu}`). */
export const CAPITAL = 4;
/** Ends a sentence. */
export const STOP = 8;
/** Parts a sentence. */
export const PAUSE = 16;
/** Stands between the links of a menu. */
export const DIVIDER = 32;
/** Any mark that sentences have and labels have not. */
export const PUNCTUATION = 64;
/** White space and what looks like none. */
const SPACE = 128;
/** Goes on with a word that it follows: accents, signs of vowels, joiners. */
const MARK = 256;
/** Of the scripts without blanks whose words have about two characters: Chinese, Japanese. */
export const WIDE = 512;
/** Of those whose words have about five, and whose sentences have no marks: Thai, Lao, Khmer, Burmese. */
export const CROWDED = 1024;

const KINDS: readonly (readonly [bit: number, kind: RegExp])[] = [
  [WORD, /[\p{L}\p{N}_]/gu],
  [DIGIT, /\p{N}/gu],
  [CAPITAL, /\p{Lu}/gu],
  [STOP, /[.!?。！？．｡؟۔।॥։።။]/gu],
  [PAUSE, /[,;:，、；：､،؛]/gu],
  [DIVIDER, /[|•·»›→>/]/gu],
  [PUNCTUATION, /[.!?,:;。！？、，…．｡；：､؟۔،؛।॥։።။]/gu],
  [SPACE, /[\s\u00a0\u200b\u200e\u200f\ufeff]/gu],
  [MARK, /[\p{M}\u200c\u200d]/gu],
  [WIDE, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu],
  [CROWDED, /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu],
];

/** The bits of each UTF-16 code unit that is a character by itself; surrogates have none. */
const BITS = tableOf(KINDS);

function tableOf(kinds: typeof KINDS): Uint16Array {
  const bits = new Uint16Array(65_536);
  const units = Uint16Array.from({ length: 0xd800 }, (_, code) => code);
  const after = Uint16Array.from({ length: 0x2000 }, (_, code) => 0xe000 + code);
  for (const [from, part] of [[0, units] as const, [0xe000, after] as const]) {
    const text = Buffer.from(part.buffer).toString("utf16le");
    for (const [bit, kind] of kinds)
      for (const { index } of text.matchAll(kind)) bits[from + index] = (bits[from + index] ?? 0) | bit;
  }
  return bits;
}

/** The bits of the character at a place; 0 for half of one. */
export function bitsAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if ((code & 0xf800) !== 0xd800) return BITS[code] ?? 0;
  return code < 0xdc00 ? bitsOfPair(text, at) : 0;
}

/** Of a character beyond the table: few pages have many. */
function bitsOfPair(text: string, at: number): number {
  const point = text.codePointAt(at) ?? 0;
  if (point < 0x10000) return 0;
  const character = String.fromCodePoint(point);
  return /\p{N}/u.test(character)
    ? WORD | DIGIT
    : /\p{Lu}/u.test(character)
      ? WORD | CAPITAL
      : /\p{Script=Han}/u.test(character)
        ? WORD | WIDE
        : /\p{L}/u.test(character)
          ? WORD
          : 0;
}

/** How much a text says. */
interface Extent {
  /** Its runs of letters and digits, and in scripts without blanks one for as many characters as a word has there. */
  readonly words: number;
  /** Its length, in which a character counts as many as letters of a word would stand in its stead. */
  readonly letters: number;
}

export function extentOf(text: string): Extent {
  let words = 0;
  let wide = 0;
  let crowded = 0;
  let inside = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    let bits: number;
    if ((code & 0xf800) !== 0xd800) bits = BITS[code] ?? 0;
    else {
      bits = bitsAt(text, at);
      if (code < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) at += 1;
    }
    if (bits & (WIDE | CROWDED)) {
      if (bits & WIDE) wide += 1;
      else crowded += 1;
      inside = 0;
    } else {
      words += bits & WORD & ~inside;
      inside = bits & WORD || (bits & MARK ? inside : 0);
    }
  }
  return { words: words + wide / 2 + crowded / 5, letters: text.length + 2 * wide };
}

/** Whether any character by itself has one of the bits. */
export function hasBits(text: string, wanted: number): boolean {
  for (let at = 0; at < text.length; at += 1) if ((BITS[text.charCodeAt(at)] ?? 0) & wanted) return true;
  return false;
}

const RUNS = /[\s\u00a0\u200b\u200e\u200f\ufeff]+/g;

/** White space collapsed to single spaces; undefined when nothing is left. */
export function collapse(text: string | undefined): string | undefined {
  if (!text) return undefined;
  let from = 0;
  let to = text.length;
  while (from < to && (BITS[text.charCodeAt(from)] ?? 0) & SPACE) from += 1;
  while (to > from && (BITS[text.charCodeAt(to - 1)] ?? 0) & SPACE) to -= 1;
  if (from === to) return undefined;
  const inner = text.slice(from, to);
  for (let at = from; at < to; at += 1)
    if ((BITS[text.charCodeAt(at)] ?? 0) & SPACE) {
      if (text.charCodeAt(at) !== 32) return inner.replace(RUNS, " ");
      // The text ends with no space, so that there is a next character.
      if ((BITS[text.charCodeAt(at + 1)] ?? 0) & SPACE) return inner.replace(RUNS, " ");
    }
  return inner;
}
