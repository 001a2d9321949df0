import type { Area } from "./areas.ts";
import { type Block, isHeading } from "./blocks.ts";
import { bestCut, likeliestFirst } from "./choose.ts";
import { log, share } from "./figures.ts";
import type { Forest } from "./forest.ts";

const NEIGHBOURS = [-4, -3, -2, -1, 1, 2, 3, 4];
const WINDOWS = [2, 5, 12];
const LEVELS = 6;
/** How far a block with a good chance is looked for. */
const FAR = 50;
const GOOD = 0.5;
/** The share of what is expected that the best container holds at least. */
const MOST = 0.7;

/** Where among the surroundings those stand that all blocks of a page share, and how many they are. */
export const PAGE_AT = 1 + NEIGHBOURS.length + WINDOWS.length + 2;
export const PAGE_SURROUNDINGS = 5;
export const SURROUNDING_FEATURES = PAGE_AT + PAGE_SURROUNDINGS + 2 + LEVELS * 2 + 2 + 2 + 2 + 3 + 2;

/** What a block weighs: one without words weighs a little. */
const weightOf = ({ words }: Block) => Math.max(words, 0.25);

/** What has so small a chance is not judged again: of fifty thousand blocks none came to a chance of 0.15. */
const HOPELESS = 0.03;

const hasHope = (chance: number): boolean => chance >= HOPELESS;

/** The chances, those of the blocks that have hope being a second forest's, which is asked about their surroundings too. */
export function judgedAgain(forest: Forest, chances: Float64Array, rows: readonly Float32Array[]): Float64Array {
  const again = forest.chances(rows.filter((_, at) => hasHope(chances[at] ?? 0)));
  let next = 0;
  return chances.map((chance) => (hasHope(chance) ? (again[next++] ?? 0) : chance));
}

/**
 * Writes into the row of each block that has hope, and of the first, from `from` on, what the first forest's chances say of
 * its surroundings: neighbours, areas, the blocks under the same heading and those of its kind, its place in the best
 * container, and the page as a whole.
 */
export function surround(
  blocks: readonly Block[],
  areas: readonly Area[],
  chances: Float64Array,
  rows: readonly Float32Array[],
  from: number,
): void {
  const count = blocks.length;
  const sums = new Float64Array(count + 1);
  const weights = new Float64Array(count + 1);
  let most = 0;
  for (let at = 0; at < count; at += 1) {
    const weight = weightOf(blocks[at] as Block);
    const chance = chances[at] ?? 0;
    sums[at + 1] = (sums[at] ?? 0) + weight * chance;
    weights[at + 1] = (weights[at] ?? 0) + weight;
    if (chance > most) most = chance;
  }
  const expected = sums[count] ?? 0;
  const total = weights[count] ?? 0;
  const mean = (first: number, end: number) => {
    const low = Math.max(0, first);
    const high = Math.min(count, end);
    return share((sums[high] ?? 0) - (sums[low] ?? 0), (weights[high] ?? 0) - (weights[low] ?? 0));
  };
  const order = likeliestFirst(chances);
  const { cut, score } = bestCut(blocks, chances, order);
  const above = ranks(blocks, order, total);
  const { ahead, behind, first, last } = distances(chances);
  const headings = sections(blocks, mean);
  const kinds = kindsOf(blocks, chances);
  const container = containerOf(areas, expected, mean);
  const said = new Map<string, number>();

  for (let at = 0; at < count; at += 1) {
    const block = blocks[at];
    const row = rows[at];
    const area = areas[at];
    if (!block || !row || !area) continue;
    const chance = chances[at] ?? 0;
    const key = block.words >= 6 ? block.text : "";
    const before = key ? (said.get(key) ?? 0) : -1;
    if (key) said.set(key, before + 1);
    if (at > 0 && !hasHope(chance)) continue;
    let to = from;
    row[to++] = chance;
    for (const step of NEIGHBOURS) row[to++] = chances[at + step] ?? -1;
    for (const wide of WINDOWS) row[to++] = mean(at - wide, at + wide + 1);
    row[to++] = share(sums[at] ?? 0, expected);
    row[to++] = above[at] ?? 0;
    row[to++] = log(expected);
    row[to++] = share(expected, total);
    row[to++] = most;
    row[to++] = Math.min(cut, 1);
    row[to++] = score;
    row[to++] = ahead[at] ?? FAR;
    row[to++] = behind[at] ?? FAR;
    let inner: Area | undefined = area;
    for (let level = 0; level < LEVELS; level += 1) {
      if (!inner) {
        row[to++] = -1;
        row[to++] = -1;
        continue;
      }
      const around: Area = inner.level;
      const end = around.first + around.blocks;
      row[to++] = mean(around.first, end);
      row[to++] = share((sums[end] ?? expected) - (sums[around.first] ?? 0), expected);
      inner = around.up;
    }
    row[to++] = chances[headings.heading[at] ?? -1] ?? -1;
    row[to++] = headings.mean[at] ?? 0;
    const kind = kinds[at];
    row[to++] = share(kind?.sum ?? 0, kind?.weight ?? 0);
    row[to++] = log(kind?.count ?? 0);
    row[to++] = before;
    row[to++] = at < first ? at - first : at > last ? at - last : 0;
    row[to++] = depthBelow(area, container?.area);
    row[to++] = share(container?.area.words ?? 0, total);
    row[to++] = container?.mean ?? 0;
    const parent = area.up?.level ?? area;
    const end = parent.first + parent.blocks;
    const others = (sums[end] ?? expected) - (sums[parent.first] ?? 0) - weightOf(block) * chance;
    row[to++] = share(others, (weights[end] ?? total) - (weights[parent.first] ?? 0) - weightOf(block));
    row[to++] = share(at - first, Math.max(1, last - first));
  }
}

/** The share of the page's words in blocks that have a better chance, of each block. */
function ranks(blocks: readonly Block[], order: Uint32Array, total: number): Float64Array {
  const above = new Float64Array(blocks.length);
  let words = 0;
  for (const at of order) {
    above[at] = share(words, total);
    words += weightOf(blocks[at] as Block);
  }
  return above;
}

/** How many blocks away the nearest good one is, before and behind; and where the first and the last good one are. */
function distances(chances: Float64Array) {
  const count = chances.length;
  const ahead = new Float64Array(count).fill(FAR);
  const behind = new Float64Array(count).fill(FAR);
  let first = -1;
  let last = -1;
  for (let at = 0; at < count; at += 1) {
    if (last >= 0) ahead[at] = Math.min(FAR, at - last);
    if ((chances[at] ?? 0) < GOOD) continue;
    if (first < 0) first = at;
    last = at;
  }
  let next = -1;
  for (let at = count - 1; at >= 0; at -= 1) {
    if (next >= 0) behind[at] = Math.min(FAR, next - at);
    if ((chances[at] ?? 0) >= GOOD) next = at;
  }
  return { ahead, behind, first: Math.max(first, 0), last: last < 0 ? count : last };
}

/** The heading above each block, -1 for none, and the mean chance of the blocks from one heading to the next. */
function sections(blocks: readonly Block[], mean: (first: number, end: number) => number) {
  const heading = new Int32Array(blocks.length).fill(-1);
  const means = new Float64Array(blocks.length);
  let begun = 0;
  const close = (end: number) => {
    const value = mean(begun, end);
    for (let at = begun; at < end; at += 1) means[at] = value;
  };
  for (let at = 0; at < blocks.length; at += 1) {
    if (isHeading(blocks[at]?.owner.name ?? "")) {
      close(at);
      begun = at;
      heading[at] = at;
    } else heading[at] = at > 0 ? (heading[at - 1] ?? -1) : -1;
  }
  close(blocks.length);
  return { heading, mean: means };
}

interface Kind {
  sum: number;
  weight: number;
  count: number;
}

/** Blocks whose elements, and those around them, have the same names and classes: cards, posts, menus. */
function kindsOf(blocks: readonly Block[], chances: Float64Array): Kind[] {
  const kinds = new Map<string, Kind>();
  return blocks.map((block, at) => {
    const { owner } = block;
    const up = owner.parent;
    const around = up && "attribs" in up ? `${up.name}.${(up.attribs["class"] ?? "").slice(0, 60)}` : "";
    const name = `${owner.name}.${(owner.attribs["class"] ?? "").slice(0, 60)}/${around}`;
    let kind = kinds.get(name);
    if (!kind) {
      kind = { sum: 0, weight: 0, count: 0 };
      kinds.set(name, kind);
    }
    kind.sum += weightOf(block) * (chances[at] ?? 0);
    kind.weight += weightOf(block);
    kind.count += 1;
    return kind;
  });
}

/** The innermost area that holds most of what is expected. */
function containerOf(areas: readonly Area[], expected: number, mean: (first: number, end: number) => number) {
  let best: { area: Area; mean: number } | undefined;
  const seen = new Set<Area>();
  for (const area of areas)
    for (let at: Area | undefined = area; at && !seen.has(at); at = at.up) {
      seen.add(at);
      const value = mean(at.first, at.first + at.blocks);
      if (value * at.words >= MOST * expected && (!best || at.blocks < best.area.blocks))
        best = { area: at, mean: value };
    }
  return best;
}

/** How many areas a block is below another; -1 where it is not below it. */
function depthBelow(area: Area, container: Area | undefined): number {
  let depth = 0;
  for (let at: Area | undefined = area; at; at = at.up) {
    if (at === container) return depth;
    depth += 1;
  }
  return -1;
}
