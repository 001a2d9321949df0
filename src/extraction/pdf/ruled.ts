import type { Block, Cell } from "../markdown/nodes.ts";
import { linesOf } from "./lines.ts";
import { cellOf, type Piece } from "./pieces.ts";
import type { Rule } from "./rules.ts";
import type { Word } from "./words.ts";

/** Points that are no distance. */
const NEAR = 3;
const MAX_CELLS = 20_000;

interface Grid {
  readonly columns: readonly number[];
  readonly rows: readonly number[];
  readonly uprights: readonly Rule[];
  readonly levels: readonly Rule[];
}

const isUpright = ({ left, right, top, bottom }: Rule): boolean => bottom - top > 3 && right - left <= 3;
const isLevel = ({ left, right, top, bottom }: Rule): boolean => right - left > 3 && bottom - top <= 3;

/** Grids of rules that touch one another. */
function gridsOf(rules: readonly Rule[]): Grid[] {
  const all = rules.filter((rule) => isUpright(rule) || isLevel(rule)).slice(0, 4_000);
  const group = all.map((_, at) => at);
  const find = (at: number): number => {
    let root = at;
    while (group[root] !== root) root = group[root] ?? root;
    group[at] = root;
    return root;
  };
  const order = all.map((_, at) => at).toSorted((one, other) => (all[one]?.top ?? 0) - (all[other]?.top ?? 0));
  let open: number[] = [];
  for (const at of order) {
    const rule = all[at];
    if (!rule) continue;
    open = open.filter((other) => (all[other]?.bottom ?? 0) >= rule.top - NEAR);
    for (const other of open) {
      const box = all[other];
      if (box && box.left <= rule.right + NEAR && box.right >= rule.left - NEAR) group[find(at)] = find(other);
    }
    open.push(at);
  }
  const parts = new Map<number, Rule[]>();
  all.forEach((rule, at) => {
    const part = parts.get(find(at));
    if (part) part.push(rule);
    else parts.set(find(at), [rule]);
  });
  return [...parts.values()].flatMap((part) => {
    const uprights = part.filter(isUpright);
    const levels = part.filter(isLevel);
    const columns = placesOf(uprights.map(({ left, right }) => (left + right) / 2));
    const rows = placesOf(levels.map(({ top, bottom }) => (top + bottom) / 2));
    const isTable = columns.length >= 3 ? rows.length >= 2 : columns.length === 2 && rows.length >= 4;
    return isTable && columns.length * rows.length < MAX_CELLS ? [{ columns, rows, uprights, levels }] : [];
  });
}

/** Numbers without those that are as good as another. */
function placesOf(values: readonly number[]): number[] {
  const places: number[] = [];
  for (const value of values.toSorted((one, other) => one - other))
    if (value - (places.at(-1) ?? Number.NEGATIVE_INFINITY) > NEAR) places.push(value);
  return places;
}

const slotOf = (places: readonly number[], value: number): number => places.findLastIndex((place) => place <= value);

const isBetween = (value: number, from: number | undefined, to: number | undefined): boolean =>
  value >= (from ?? 0) - NEAR && value <= (to ?? 0) + NEAR;

function tableOfGrid({ columns, rows, uprights, levels }: Grid, words: readonly Word[], page: number): Block {
  const cells = new Map<string, Word[]>();
  for (const word of words) {
    const key = `${slotOf(rows, word.y - word.size * 0.3)}/${slotOf(columns, (word.left + word.right) / 2)}`;
    cells.set(key, [...(cells.get(key) ?? []), word]);
  }
  const isParted = (row: number, column: number): boolean => {
    const middle = ((rows[row] ?? 0) + (rows[row + 1] ?? 0)) / 2;
    const at = columns[column] ?? 0;
    return uprights.some(
      (rule) => Math.abs((rule.left + rule.right) / 2 - at) <= NEAR && isBetween(middle, rule.top, rule.bottom),
    );
  };
  const isUnderlined = (row: number, column: number): boolean => {
    const middle = ((columns[column] ?? 0) + (columns[column + 1] ?? 0)) / 2;
    const at = rows[row] ?? 0;
    return levels.some(
      (rule) => Math.abs((rule.top + rule.bottom) / 2 - at) <= NEAR && isBetween(middle, rule.left, rule.right),
    );
  };
  const taken = new Set<string>();
  const out: Cell[][] = [];
  for (let row = 0; row + 1 < rows.length; row += 1) {
    const line: Cell[] = [];
    for (let column = 0; column + 1 < columns.length; column += 1) {
      if (taken.has(`${row}/${column}`)) continue;
      let wide = 1;
      while (column + wide + 1 < columns.length && !isParted(row, column + wide)) wide += 1;
      let tall = 1;
      while (row + tall + 1 < rows.length && !isUnderlined(row + tall, column)) tall += 1;
      const inside: Word[] = [];
      for (let down = 0; down < tall; down += 1)
        for (let right = 0; right < wide; right += 1) {
          taken.add(`${row + down}/${column + right}`);
          inside.push(...(cells.get(`${row + down}/${column + right}`) ?? []));
        }
      line.push(cellOf(linesOf(inside, page), wide, tall));
    }
    out.push(line);
  }
  return { type: "table", heads: 1, rows: out.filter((line) => line.length > 0) };
}

/** Words of a page with the tables that its rules make in the place of their own. */
export function withRuledTables(words: readonly Word[], rules: readonly Rule[], page: number): Piece[] {
  const grids = gridsOf(rules);
  const owner = (word: Word): Grid | undefined =>
    grids.find(
      ({ columns, rows }) =>
        isBetween((word.left + word.right) / 2, columns[0], columns.at(-1)) &&
        isBetween(word.y - word.size * 0.3, rows[0], rows.at(-1)),
    );
  const own = new Map<Grid, Word[]>();
  const pieces: (Word[] | Grid)[] = [];
  for (const word of words) {
    const grid = owner(word);
    const last = pieces.at(-1);
    if (grid) {
      const known = own.get(grid);
      if (known) known.push(word);
      else {
        own.set(grid, [word]);
        pieces.push(grid);
      }
    } else if (Array.isArray(last)) last.push(word);
    else pieces.push([word]);
  }
  return pieces.flatMap((piece): Piece[] => {
    if (Array.isArray(piece)) return linesOf(piece, page).map((line) => ({ line }));
    const inside = own.get(piece) ?? [];
    // A box around text is no table.
    const filled = new Set(inside.map((word) => slotOf(piece.columns, (word.left + word.right) / 2)));
    if (filled.size < 2) return linesOf(inside, page).map((line) => ({ line }));
    const [top = 0, bottom = 0] = [piece.rows[0], piece.rows.at(-1)];
    return [{ table: tableOfGrid(piece, inside, page), page, top, bottom }];
  });
}
