import type { Block } from "./blocks.ts";

/** How many words of content blocks are expected to hold, by their chances. */
export const expectedWords = (blocks: readonly Block[], chances: Float64Array): number =>
  blocks.reduce((sum, { words }, at) => sum + words * (chances[at] ?? 0), 0);

/** The places of chances, the highest first, equal ones in their order. */
export const likeliestFirst = (chances: Float64Array): Uint32Array =>
  new Uint32Array(chances.length)
    .map((_, at) => at)
    .sort((left, right) => (chances[right] ?? 0) - (chances[left] ?? 0) || left - right);

/**
 * The cut for the highest expected F1 over words: blocks are taken from the likeliest down, and with k of them kept the
 * expected F1 is 2·Σ(kept words × chance) / (Σ kept words + Σ(all words × chance)).
 */
export function bestCut(
  blocks: readonly Block[],
  chances: Float64Array,
  order = likeliestFirst(chances),
): { cut: number; score: number } {
  const expected = expectedWords(blocks, chances);
  let found = 0;
  let taken = 0;
  let score = 0;
  let cut = Number.POSITIVE_INFINITY;
  for (const index of order) {
    const chance = chances[index] ?? 0;
    const words = blocks[index]?.words ?? 0;
    found += words * chance;
    taken += words;
    const here = taken + expected > 0 ? (2 * found) / (taken + expected) : 0;
    if (here >= score) {
      score = here;
      cut = chance;
    }
  }
  return { cut, score };
}
