import type { Block, Cell } from "../markdown/nodes.ts";
import { type Line, segmentsOf } from "./lines.ts";
import { cellOf, type Piece } from "./pieces.ts";
import { markOf } from "./titles.ts";

/** Lines so much larger than the text are headings, though a gap parts them from their number. */
const LARGE = 1.12;

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
