import type { Block } from "./blocks.ts";

/**
 * Which blocks to keep: those that together have the highest expected F1 over words, given each block's chance of being
 * content. Blocks are taken from the likeliest down, and with k of them kept the expected F1 is
 * 2·Σ(kept words × chance) / (Σ kept words + Σ(all words × chance)).
 */
export function choose(blocks: readonly Block[], chances: readonly number[]): boolean[] {
  const order = blocks.map((_, index) => index).sort((left, right) => (chances[right] ?? 0) - (chances[left] ?? 0));
  const expected = blocks.reduce((sum, block, index) => sum + block.words * (chances[index] ?? 0), 0);
  let found = 0;
  let taken = 0;
  let best = 0;
  let cut = Number.POSITIVE_INFINITY;
  for (const index of order) {
    const chance = chances[index] ?? 0;
    const words = blocks[index]?.words ?? 0;
    found += words * chance;
    taken += words;
    const score = taken + expected > 0 ? (2 * found) / (taken + expected) : 0;
    if (score >= best) {
      best = score;
      cut = chance;
    }
  }
  return chances.map((chance) => chance >= cut);
}
