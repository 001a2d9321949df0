import { clipped, clippedAtSentence } from "./clean.ts";
import type { Frame } from "./prompt.ts";

/** A row's cells, cleaned, and the address that it can be cited by. */
export interface CleanRow {
  readonly cells: readonly string[];
  readonly address: string | undefined;
}

/** A block whose rows are clean lines' cells. */
export interface CleanBlock {
  readonly name: string;
  readonly columns: readonly string[] | undefined;
  readonly start: number;
  readonly least: number;
  readonly rows: readonly CleanRow[];
  /** Set: its cells are cut at a sentence's end only. */
  readonly sentences: Frame | undefined;
}

/** How much of each block is shown. */
export interface Shown {
  /** Rows of each block, in the blocks' order. */
  readonly counts: readonly number[];
  /** Characters of a cell at most. */
  readonly cell: number;
}

const TARGET = 800;
const MOST = 880;
const FEW = 700;
const NEVER_ABOVE = 900;
const SHORT_CELL = 60;
/** For scripts of which a word is many tokens. */
const SHORTER_CELLS = [30, 15, 8];

/**
 * How much of each block makes a prompt of some 800 tokens: from each block's start, rows are dropped from the least important
 * block above its minimum, then whole blocks, then cells are shortened; where there is room, rows are added, the most
 * important block's first. Depends on nothing but what it is given. `tokens` counts the whole prompt with so much shown.
 */
export function fitted(blocks: readonly CleanBlock[], tokens: (shown: Shown) => number): Shown {
  let shown: Shown = {
    counts: blocks.map(({ rows, start }) => Math.min(rows.length, start)),
    cell: Number.POSITIVE_INFINITY,
  };
  const over = (most: number): boolean => tokens(shown) > most;
  const leastImportant = (cuttable: (count: number, index: number) => boolean): number =>
    shown.counts.findLastIndex(cuttable);
  const less = (index: number, count: number): void => {
    shown = { ...shown, counts: shown.counts.with(index, count) };
  };

  while (over(MOST)) {
    const index = leastImportant((count, at) => count > Math.max(1, blocks[at]?.least ?? 0));
    if (index < 0) break;
    less(index, (shown.counts[index] ?? 0) - 1);
  }
  while (over(MOST)) {
    const index = leastImportant((count, at) => at > 0 && count > 0);
    if (index < 0) break;
    less(index, 0);
  }
  if (over(MOST)) shown = { ...shown, cell: SHORT_CELL };
  while (over(NEVER_ABOVE)) {
    const index = leastImportant((count) => count > 1);
    if (index < 0) break;
    less(index, (shown.counts[index] ?? 0) - 1);
  }
  for (const cell of SHORTER_CELLS) if (over(NEVER_ABOVE)) shown = { ...shown, cell };
  return tokens(shown) < FEW ? filled(blocks, shown, tokens) : shown;
}

/** Rows added until the target is reached, none of which leads past what is too much. */
function filled(blocks: readonly CleanBlock[], begin: Shown, tokens: (shown: Shown) => number): Shown {
  let shown = begin;
  for (const [index, { rows }] of blocks.entries()) {
    for (let count = (shown.counts[index] ?? 0) + 1; count <= rows.length; count += 1) {
      if (tokens(shown) >= TARGET) return shown;
      const more = { ...shown, counts: shown.counts.with(index, count) };
      if (tokens(more) > MOST) break;
      shown = more;
    }
  }
  return shown;
}

/** Addresses at most. */
const MAX_ADDRESSES = 12;

/**
 * The lines of the blocks: a name, then its rows; what is not shown is counted. A row with an address ends its first cell
 * with a mark [n]; the addresses stand behind the blocks, under `addresses`.
 */
export function linesOf(blocks: readonly CleanBlock[], { counts, cell }: Shown, addresses: string): readonly string[] {
  const marks = new Map<string, number>();
  const markOf = (address: string | undefined): string => {
    if (address === undefined) return "";
    const mark = marks.get(address) ?? (marks.size < MAX_ADDRESSES ? marks.size + 1 : undefined);
    if (mark === undefined) return "";
    marks.set(address, mark);
    return ` [${mark}]`;
  };
  const lines = blocks.flatMap((block, index) => {
    const { name, columns, rows } = block;
    const count = counts[index] ?? 0;
    if (rows.length === 0) return [];
    const shown = rows.slice(0, count).flatMap((row) => cutRow(row, block, cell));
    const held = rows.length - shown.length;
    const head = held > 0 ? `${name} (+${held})` : name;
    if (shown.length === 0) return [head];
    if (columns)
      return [
        `${head}:`,
        tableRow(columns),
        ...shown.map(({ cells: [first = "", ...rest], address }) => tableRow([`${first}${markOf(address)}`, ...rest])),
      ];
    return [
      `${head}:`,
      ...shown.map(({ cells, address }) => `- ${cells.filter(Boolean).join(" · ")}${markOf(address)}`),
    ];
  });
  if (marks.size === 0) return lines;
  return [...lines, `${addresses}:`, ...[...marks].map(([address, mark]) => `[${mark}] ${address}`)];
}

/** A row with cells of that length; none where a warning would break off inside a sentence. */
function cutRow({ cells, address }: CleanRow, { sentences }: CleanBlock, most: number): readonly CleanRow[] {
  if (sentences === undefined) return [{ cells: cells.map((text) => clipped(text, most)), address }];
  const cut = cells.map((text) => clippedAtSentence(text, most, sentences));
  return cut.some((text, index) => text === "" && cells[index] !== "") ? [] : [{ cells: cut, address }];
}

const tableRow = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
