import type { Word } from "./words.ts";

/** Words beside one another. */
export interface Line {
  readonly words: readonly Word[];
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  /** Of most of its letters. */
  readonly size: number;
  readonly bold: boolean;
  readonly mono: boolean;
  readonly page: number;
}

/** A line under way. */
interface Open {
  readonly words: Word[];
  y: number;
  size: number;
  left: number;
  right: number;
}

/** So far back a line is looked for that a piece belongs to, though it is drawn later. */
const MAX_BACK = 60;
/** A mark of a list stands so far before its text at most. */
const MARK_GAP = 2.2;
const MARK = /^(?:[•·▪◦‣○●■□–-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)])$/iu;

/** Words put together to lines, in the order in which they are drawn; what is drawn later beside a line goes into it. */
export function linesOf(words: readonly Word[], page: number): Line[] {
  const lines: Open[] = [];
  let current: Open | undefined;
  for (const word of words) {
    if (!current || !follows(word, current)) current = lines.slice(-MAX_BACK).findLast((line) => fitsIn(word, line));
    if (current) add(word, current);
    else {
      current = { words: [word], y: word.y, size: word.size, left: word.left, right: word.right };
      lines.push(current);
    }
  }
  return lines.map((one) => lineOf(one.words, page));
}

/** Whether a word is on the level of a line, or raised or lowered beside it, and so smaller. */
function isLevel(word: Word, line: Open): boolean {
  const height = Math.max(line.size, word.size);
  const shift = Math.abs(word.y - line.y);
  return shift <= 0.25 * height || (Math.min(line.size, word.size) < 0.92 * height && shift <= 0.65 * height);
}

function follows(word: Word, line: Open): boolean {
  const height = Math.max(line.size, word.size);
  const isRaised = Math.abs(word.y - line.y) > 0.25 * height;
  // Beyond a gap, larger type is another column's; a list's mark may be smaller than its text.
  const isOther = word.left - line.right > 0.85 * line.size && word.size > 1.15 * line.size && line.words.length > 1;
  if (isOther) return false;
  return (
    word.left >= line.right - height * 0.6 &&
    isLevel(word, line) &&
    (!isRaised || word.left - line.right < 1.2 * height)
  );
}

/** Whether a word that is drawn out of turn stands right beside a line's words, or in a gap between them. */
function fitsIn(word: Word, line: Open): boolean {
  if (!isLevel(word, line)) return false;
  const height = Math.max(line.size, word.size);
  if (word.left >= line.right - 0.15 * height) return word.left - line.right < 0.8 * Math.min(line.size, word.size);
  if (word.right <= line.left + 0.15 * height) {
    const gap = line.left - word.right;
    return gap < 0.8 * height || (MARK.test(word.text) && gap < MARK_GAP * height);
  }
  return line.words.every(
    ({ left, right }) => word.right <= left + 0.15 * height || word.left >= right - 0.15 * height,
  );
}

function add(word: Word, line: Open): void {
  const at = line.words.findLastIndex(({ left }) => left <= word.left) + 1;
  line.words.splice(at, 0, word);
  if (word.size > line.size * 1.05) [line.y, line.size] = [word.y, word.size];
  line.left = Math.min(line.left, word.left);
  line.right = Math.max(line.right, word.right);
}

function lineOf(drawn: readonly Word[], page: number): Line {
  let [all, bold, mono, rtl] = [0, 0, 0, 0];
  let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  // Most lines have one size, or two.
  const sizes: { readonly size: number; readonly y: number; letters: number }[] = [];
  for (const word of drawn) {
    const letters = word.text.length;
    all += letters;
    if (word.bold) bold += letters;
    if (word.mono) mono += letters;
    if (word.isRtl) rtl += letters;
    if (word.left < left) left = word.left;
    if (word.right > right) right = word.right;
    const size = Math.round(word.size * 2) / 2;
    const known = sizes.find((one) => one.size === size);
    if (known) known.letters += letters;
    else sizes.push({ size, y: word.y, letters });
  }
  const main = sizes.reduce(
    (most, one) => (one.letters > most.letters ? one : most),
    sizes[0] ?? { size: 0, y: 0, letters: 0 },
  );
  const words = rtl * 2 > all ? drawn.toSorted((one, other) => other.left - one.left) : drawn;
  const { size, y } = main;
  return { words, text: joined(words), left, right, y, size, bold: bold >= 0.9 * all, mono: mono >= 0.95 * all, page };
}

/** A line with other words. */
export const withWords = (line: Line, words: readonly Word[]): Line => ({ ...line, words, text: joined(words) });

function joined(words: readonly Word[]): string {
  let text = "";
  let before: Word | undefined;
  for (const word of words) {
    text += isSpaced(before, word) ? ` ${word.text}` : word.text;
    before = word;
  }
  return text;
}

/** Whether a blank stands between two words of a line. */
export const isSpaced = (before: Word | undefined, word: Word): boolean =>
  before !== undefined &&
  (word.left - before.right >= 0.17 * Math.max(word.size, before.size) ||
    (word.spaced && word.left > before.right - 0.3 * word.size && !word.apart));

/** What is drawn by itself is parted by a smaller gap. */
const APART = 0.25;

/** A line cut where a gap is wider than any between words. */
export function segmentsOf({ words, size, page }: Line, gap = 0.85): Line[] {
  const segments: Word[][] = [];
  let last: Word | undefined;
  for (const word of words) {
    const between = last ? word.left - last.right : 0;
    if (last && between < gap * size && !(word.apart && between >= APART * size)) segments.at(-1)?.push(word);
    else segments.push([word]);
    last = word;
  }
  return segments.map((one) => lineOf(one, page));
}
