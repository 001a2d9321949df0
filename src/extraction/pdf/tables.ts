import type { Block, Cell } from "../markdown/nodes.ts";
import { inlinesOf } from "./inlines.ts";
import { type Line, linesOf, segmentsOf } from "./lines.ts";
import { markOf } from "./titles.ts";
import type { Rule, Word } from "./words.ts";

/** Something of a page in its order: a line, or a table in the place of the lines that it is made of. */
export type Piece =
  | { readonly line: Line }
  | { readonly table: Block; readonly page: number; readonly top: number; readonly bottom: number };

const NEAR = 3;
const MAX_CELLS = 20_000;
/** Lines so much larger than the text are headings, though a gap parts them from their number. */
const LARGE = 1.12;

/* ——— tables with rules ——— */

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

function cellOf(lines: readonly Line[], columns: number, rows: number): Cell {
  const children = lines.length > 0 ? inlinesOf(lines) : [];
  return { children: children.length > 0 ? [{ type: "paragraph", children }] : [], isHead: false, columns, rows };
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

/* ——— tables that are only aligned ——— */

interface Row {
  readonly segments: readonly Line[];
  readonly top: number;
  readonly bottom: number;
  /** How many of the page's pieces it takes. */
  readonly pieces: number;
}

interface Span {
  left: number;
  right: number;
}

/** Pieces with the tables in them that no rules show: rows one below another whose cells stand in columns. */
export function withAlignedTables(pieces: readonly Piece[], body: number): Piece[] {
  const out: Piece[] = [];
  for (let at = 0; at < pieces.length; ) {
    const found = tableFrom(pieces, at, body);
    if (found) {
      const { pieces: taken, ...table } = found;
      out.push(table);
      at += taken;
    } else {
      const piece = pieces[at];
      if (piece) out.push(piece);
      at += 1;
    }
  }
  return out;
}

interface Found {
  readonly table: Block;
  readonly page: number;
  readonly top: number;
  readonly bottom: number;
  readonly pieces: number;
}

function tableFrom(pieces: readonly Piece[], from: number, body: number): Found | undefined {
  const rows: Row[] = [];
  let columns: Span[] = [];
  let taken = 0;
  for (let at = from; at < pieces.length; ) {
    const row = rowAt(pieces, at, body);
    const last = rows.at(-1);
    if (!row || (last && (row.top < last.top || row.top - last.bottom > 3.2 * (row.segments[0]?.size ?? 10)))) break;
    const isRow = row.segments.length >= 2;
    if (!isRow && (!last || !isContinuation(row, last, columns))) break;
    const next = mergedColumns(columns, row.segments);
    const most = Math.max(columns.length, row.segments.length);
    // Columns that run into one another are none.
    if (next.length < Math.min(2, most) || (last && next.length < most - 1)) break;
    columns = next;
    if (isRow) rows.push(row);
    else if (last)
      rows[rows.length - 1] = { ...last, segments: [...last.segments, ...row.segments], bottom: row.bottom };
    taken += row.pieces;
    at += row.pieces;
  }
  if (!isTable(rows, columns)) return undefined;
  const written = rows.map(({ segments }) =>
    columns.map(
      (column): Cell =>
        cellOf(
          segments.filter((segment) => overlaps(segment, column)),
          1,
          1,
        ),
    ),
  );
  return {
    table: { type: "table", heads: 1, rows: written },
    page: rows[0]?.segments[0]?.page ?? 0,
    top: rows[0]?.top ?? 0,
    bottom: rows.at(-1)?.bottom ?? 0,
    pieces: taken,
  };
}

/** The row that begins with a piece: the segments of a line, and of those drawn after it beside it. */
function rowAt(pieces: readonly Piece[], at: number, body: number): Row | undefined {
  const first = pieces[at];
  if (!first || !("line" in first) || first.line.mono || first.line.size > LARGE * body) return undefined;
  const segments = [...segmentsOf(first.line)];
  // The mark of a list's item, and its text.
  if (markOf(segments[0] ? segments[0].text.trim() : "") !== undefined) return undefined;
  let [top, bottom] = [first.line.y, first.line.y];
  let right = first.line.right;
  let count = 1;
  for (;;) {
    const next = pieces[at + count];
    if (!next || !("line" in next) || next.line.mono || next.line.page !== first.line.page) break;
    const { line } = next;
    const isBeside =
      line.left > right + 0.3 * line.size && line.y >= top - line.size * 0.6 && line.y <= bottom + line.size * 0.6;
    // The further lines of a cell, before the next cell begins beside it.
    const below = isBeside ? 0 : linesOfCell(pieces, at + count, { top, bottom, right });
    if (!isBeside && below === 0) break;
    for (let more = 0; more <= below; more += 1) {
      const piece = pieces[at + count + more];
      if (!piece || !("line" in piece)) break;
      segments.push(...segmentsOf(piece.line));
      bottom = Math.max(bottom, piece.line.y);
      right = Math.max(right, piece.line.right);
    }
    count += below + 1;
    top = Math.min(top, line.y);
  }
  return { segments, top, bottom, pieces: count };
}

const MAX_CELL_LINES = 8;

/** How many lines go on with a cell until one stands beside its first; none where no line does. */
function linesOfCell(
  pieces: readonly Piece[],
  from: number,
  { top, bottom, right }: { readonly top: number; readonly bottom: number; readonly right: number },
): number {
  let beside = -1;
  for (let count = 0; count < MAX_CELL_LINES && beside < 0; count += 1) {
    const piece = pieces[from + count];
    if (!piece || !("line" in piece)) return 0;
    const { line } = piece;
    if (Math.abs(line.y - top) < 0.6 * line.size && line.left > right) beside = count;
  }
  let last = bottom;
  for (let count = 0; count < beside; count += 1) {
    const piece = pieces[from + count];
    if (!piece || !("line" in piece)) return 0;
    const { line } = piece;
    if (line.y <= last || line.y - last > 1.6 * line.size || segmentsOf(line).length > 1) return 0;
    last = line.y;
  }
  return Math.max(0, beside);
}

const overlaps = (segment: Line, column: Span): boolean => segment.left < column.right && segment.right > column.left;

function mergedColumns(columns: readonly Span[], segments: readonly Line[]): Span[] {
  const all = [...columns.map((one) => ({ ...one })), ...segments.map(({ left, right }) => ({ left, right }))].toSorted(
    (one, other) => one.left - other.left,
  );
  const out: Span[] = [];
  for (const span of all) {
    const last = out.at(-1);
    if (last && span.left < last.right) last.right = Math.max(last.right, span.right);
    else out.push(span);
  }
  return out;
}

/** Whether a line of one segment goes on with a cell of the row above: near it, and within one column. */
function isContinuation(row: Row, last: Row, columns: readonly Span[]): boolean {
  const [segment] = row.segments;
  if (!segment || row.top - last.bottom > 1.35 * segment.size) return false;
  const within = columns.filter((column) => overlaps(segment, column));
  return within.length === 1 && columns.indexOf(within[0] ?? { left: 0, right: 0 }) > 0;
}

function isTable(rows: readonly Row[], columns: readonly Span[]): boolean {
  if (columns.length < 2 || rows.length < 2) return false;
  const isWide = rows.every(({ segments: [one, other] }) => one && other && other.left - one.right > 3 * one.size);
  if (rows.length === 2 && columns.length < 3 && !isWide) return false;
  const leaders = rows.filter(({ segments }) => segments.some((one) => /\.{4,}|(?:\. ){4,}/.test(one.text))).length;
  if (leaders * 2 > rows.length) return false;
  const lengths = rows.flatMap(({ segments }) => segments.map((one) => one.text.length));
  const mean = lengths.reduce((sum, one) => sum + one, 0) / lengths.length;
  return mean < 45;
}
