import { sentences } from "../../extraction/sentences.ts";
import type { CountTokens } from "./tokens.ts";

/** The longest beginning of a list whose costs add up to `room` at most, as its length. */
export function fitting(costs: readonly number[], room: number): number {
  let used = 0;
  const end = costs.findIndex((cost) => {
    used += cost;
    return used > room;
  });
  return end === -1 ? costs.length : end;
}

/**
 * Shares `room` among wants so that none gets more than it wants and the smallest share is as large as can be (max-min
 * fairness).
 */
export function fairShares(wants: readonly number[], room: number): readonly number[] {
  const shares = new Map<number, number>();
  let left = Math.max(0, room);
  for (const [done, { want, index }] of wants
    .map((want, index) => ({ want, index }))
    .toSorted((a, b) => a.want - b.want || a.index - b.index)
    .entries()) {
    const share = Math.min(want, Math.floor(left / (wants.length - done)));
    shares.set(index, share);
    left -= share;
  }
  return wants.map((_, index) => shares.get(index) ?? 0);
}

/** Characters a token has at most, nearly always: what is beyond cannot fit and need not be read. */
const CHARS_A_TOKEN = 24;

/**
 * A text's beginning that has `room` tokens at most as JSON, ended after a block, else after a sentence; where not even
 * the first sentence fits, after a word, with `…`. Undefined where nothing fits.
 */
export function beginning(text: string, room: number, count: CountTokens): string | undefined {
  const cost = (part: string): number => count(JSON.stringify(part));
  if (room <= 0) return undefined;
  if (text.length <= room * CHARS_A_TOKEN && cost(text) <= room) return text;
  const readable = text.slice(0, room * CHARS_A_TOKEN);
  const blocks = [...ends(readable, /\n[ \t]*\n\s*/g)];
  const block = longest(readable, blocks, room, cost);
  const from = block?.length ?? 0;
  const next = blocks.find((end) => end > from + 2) ?? readable.length;
  const sentence = longest(readable, sentenceEnds(readable, from, next), room, cost);
  if (sentence) return sentence;
  if (block) return block;
  const words = [...ends(readable.slice(0, next), /\s+/g)];
  const word = longest(readable, words, room, (part) => cost(`${part}…`));
  if (word) return `${word}…`;
  const letters = Array.from({ length: Math.min(readable.length, 400) }, (_, index) => index + 1);
  const some = longest(readable, letters, room, (part) => cost(`${part}…`));
  return some && `${some.replace(/[\ud800-\udbff]$/, "")}…`;
}

/** The longest of the beginnings that end there and fit, by bisection: a longer beginning never has fewer tokens by more than a few. */
function longest(
  text: string,
  ends: readonly number[],
  room: number,
  cost: (part: string) => number,
): string | undefined {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (cost(text.slice(0, ends[middle]).trimEnd()) <= room) low = middle + 1;
    else high = middle;
  }
  const end = low === 0 ? undefined : ends[low - 1];
  return end === undefined ? undefined : text.slice(0, end).trimEnd() || undefined;
}

function* ends(text: string, separator: RegExp): Iterable<number> {
  for (const { index } of text.matchAll(separator)) if (index > 0) yield index;
}

/** Where the sentences between two places end. */
function sentenceEnds(text: string, from: number, to: number): readonly number[] {
  let at = from;
  return sentences(text.slice(from, to)).flatMap((sentence) => {
    for (const word of sentence.split(" ")) {
      const found = text.indexOf(word, at);
      if (found === -1 || found > to) return [];
      at = found + word.length;
    }
    return at < text.length || text.length <= to ? [at] : [];
  });
}
