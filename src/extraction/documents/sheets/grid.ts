import type { Block, Cell, Inline } from "../../markdown/nodes.ts";
import { isEmpty } from "../../markdown/tidy.ts";

/** A cell of a sheet. */
export interface SheetCell {
  readonly line: readonly Inline[];
  /** Whether it is a number or a date, which are set to the right. */
  readonly isNumber: boolean;
  readonly columns: number;
  readonly rows: number;
}

export interface Sheet {
  readonly name: string;
  /** Rows by their place, and cells by theirs; what is empty is absent. */
  readonly rows: ReadonlyMap<number, ReadonlyMap<number, SheetCell>>;
  /** Rows that were left out, for there are too many. */
  readonly leftOut: number;
}

/** Cells of a workbook that are read. */
export const MAX_CELLS = 400_000;
const MAX_COLUMNS = 200;

/** Sheets as blocks: a heading each, and a table for each run of rows with no empty row between. */
export const blocksOfSheets = (sheets: readonly Sheet[]): Block[] =>
  sheets.flatMap((sheet) => {
    const blocks = regionsOf(sheet).flatMap(regionBlocks);
    if (blocks.length === 0) return [];
    const heading: Block = { type: "heading", level: 2, children: [{ type: "text", value: sheet.name }] };
    const rest: Block[] =
      sheet.leftOut > 0
        ? [{ type: "paragraph", children: [{ type: "text", value: `(${sheet.leftOut} further rows are left out.)` }] }]
        : [];
    return [heading, ...blocks, ...rest];
  });

type Row = ReadonlyMap<number, SheetCell>;

const isFilled = (row: Row | undefined): boolean =>
  row !== undefined && [...row.values()].some(({ line }) => !isEmpty(line));

function regionsOf({ rows }: Sheet): Row[][] {
  const regions: Row[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  let reach = Number.NEGATIVE_INFINITY;
  for (const [at, row] of [...rows].toSorted(([one], [other]) => one - other)) {
    if (!isFilled(row)) continue;
    const region = at === last + 1 || at <= reach ? regions.at(-1) : undefined;
    if (region) region.push(row);
    else regions.push([row]);
    last = at;
    for (const { rows: tall } of row.values()) reach = Math.max(reach, at + tall - 1);
  }
  return regions;
}

function regionBlocks(region: readonly Row[]): Block[] {
  const [first, ...rest] = region;
  if (!first) return [];
  const filled = [...first.values()].filter(({ line }) => !isEmpty(line));
  const [only] = filled;
  // A line of one cell over a table is its title.
  if (only && filled.length === 1 && (rest.length === 0 || rest.some((row) => row.size > 1)) && only.rows === 1)
    return [{ type: "paragraph", children: only.line }, ...regionBlocks(rest)];
  const columns = region.flatMap((row) => [...row.keys()]);
  const from = columns.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
  const to = Math.min(
    columns.reduce((most, one) => Math.max(most, one), 0),
    from + MAX_COLUMNS - 1,
  );
  const heads = region.length > 1 && filled.every(({ isNumber }) => !isNumber) ? 1 : 0;
  const covered = new Set<string>();
  const rows = region.map((row, at): Cell[] => {
    const cells: Cell[] = [];
    for (let column = from; column <= to; column += 1) {
      if (covered.has(`${at}/${column}`)) continue;
      const cell = row.get(column);
      const wide = Math.min(cell?.columns ?? 1, to - column + 1);
      const tall = Math.min(cell?.rows ?? 1, region.length - at);
      if (wide * tall > 1 && wide * tall <= MAX_CELLS)
        for (let down = 0; down < tall; down += 1)
          for (let right = 0; right < wide; right += 1) covered.add(`${at + down}/${column + right}`);
      cells.push({
        children: cell && !isEmpty(cell.line) ? [{ type: "paragraph", children: cell.line }] : [],
        isHead: at < heads,
        columns: wide,
        rows: tall,
      });
    }
    return cells;
  });
  return [{ type: "table", heads, rows }];
}
