import type { Element } from "domhandler";
import type { Block, Inline } from "../../markdown/nodes.ts";
import { wordsOf } from "../../markdown/tidy.ts";
import { MAX_CELLS, type Sheet, type SheetCell } from "../sheets/grid.ts";
import { allOf, childOf, childrenOf, elementsOf } from "../xml.ts";

const GROUPS = new Set(["table:table-row-group", "table:table-rows", "table:table-header-rows"]);
const COLUMN_GROUPS = new Set(["table:table-column-group", "table:table-columns", "table:table-header-columns"]);
const MAX_SPAN = 16_384;
/** Rows or columns alike: what is filled is repeated so often at most. */
const MAX_REPEATED = 1_000;

/** The sheets of an OpenDocument workbook, those that are shown. */
export function sheetsOf(
  content: Element | undefined,
  spreadsheet: Element,
  read: (cell: Element) => Block[],
): Sheet[] {
  const hiddenStyles = new Set(
    allOf(content, "style:style")
      .filter((style) => childOf(style, "style:table-properties")?.attribs["table:display"] === "false")
      .map(({ attribs }) => attribs["style:name"]),
  );
  let left = MAX_CELLS;
  return childrenOf(spreadsheet, "table:table").flatMap((table): Sheet[] => {
    if (hiddenStyles.has(table.attribs["table:style-name"])) return [];
    const reader = new SheetReader(columnsHidden(table), read, left);
    reader.rowsIn(table);
    left -= reader.cells;
    return [{ name: table.attribs["table:name"] ?? "", rows: reader.rows, leftOut: reader.leftOut }];
  });
}

const countOf = (stated: string | undefined): number => {
  const count = Number(stated ?? 1);
  return Number.isInteger(count) ? Math.max(1, count) : 1;
};

/** Which columns are hidden; folded ones are not. */
function columnsHidden(table: Element): ReadonlySet<number> {
  const hidden = new Set<number>();
  let at = 0;
  const visit = (parent: Element): void => {
    for (const child of elementsOf(parent))
      if (child.name === "table:table-column") {
        const count = countOf(child.attribs["table:number-columns-repeated"]);
        if (child.attribs["table:visibility"] === "collapse" && parent.name !== "table:table-column-group")
          for (let column = at; column < Math.min(at + count, MAX_SPAN); column += 1) hidden.add(column);
        at += count;
      } else if (COLUMN_GROUPS.has(child.name)) visit(child);
  };
  visit(table);
  return hidden;
}

class SheetReader {
  readonly rows = new Map<number, Map<number, SheetCell>>();
  cells = 0;
  leftOut = 0;
  readonly #hidden: ReadonlySet<number>;
  readonly #read: (cell: Element) => Block[];
  readonly #most: number;
  #row = 0;

  constructor(hidden: ReadonlySet<number>, read: (cell: Element) => Block[], most: number) {
    this.#hidden = hidden;
    this.#read = read;
    this.#most = most;
  }

  rowsIn(parent: Element): void {
    for (const child of elementsOf(parent))
      if (GROUPS.has(child.name)) this.rowsIn(child);
      else if (child.name === "table:table-row") {
        const count = countOf(child.attribs["table:number-rows-repeated"]);
        // `filter` hides rows that another filter shows again.
        const isHidden = child.attribs["table:visibility"] === "collapse" && parent.name !== "table:table-row-group";
        const cells = isHidden ? undefined : this.#cellsOf(child);
        if (cells && cells.size > 0) {
          const times = Math.min(count, MAX_REPEATED);
          for (let time = 0; time < times; time += 1)
            if (this.cells < this.#most) {
              this.rows.set(this.#row + time, cells);
              this.cells += cells.size;
            } else this.leftOut += 1;
          this.leftOut += count - times;
        }
        this.#row += count;
      }
  }

  #cellsOf(row: Element): Map<number, SheetCell> {
    const cells = new Map<number, SheetCell>();
    let column = 0;
    for (const cell of elementsOf(row)) {
      if (cell.name !== "table:table-cell" && cell.name !== "table:covered-table-cell") continue;
      const { attribs } = cell;
      const count = countOf(attribs["table:number-columns-repeated"]);
      const line =
        cell.name === "table:table-cell" ? dated(lineOf(this.#read(cell)), attribs["office:date-value"]) : [];
      if (line.length > 0)
        for (let at = column; at < column + Math.min(count, MAX_REPEATED); at += 1)
          if (!this.#hidden.has(at))
            cells.set(at, {
              line,
              isNumber: /^(?:float|percentage|currency|date|time)$/.test(attribs["office:value-type"] ?? ""),
              columns: Math.min(MAX_SPAN, countOf(attribs["table:number-columns-spanned"])),
              rows: Math.min(MAX_SPAN, countOf(attribs["table:number-rows-spanned"])),
            });
      column += count;
    }
    return cells;
  }
}

/** A date whose year is cut short is said in full. */
function dated(line: Inline[], value: string | undefined): Inline[] {
  if (value === undefined || line.length === 0 || /\d{4}/.test(wordsOf(line))) return line;
  return [{ type: "text", value: value.replace(/T00:00:00(?:\.0+)?$/, "").replace("T", " ") }];
}

/** The paragraphs of a cell as one line. */
const lineOf = (blocks: readonly Block[]): Inline[] =>
  blocks.flatMap((block, at): Inline[] =>
    block.type === "paragraph" || block.type === "heading"
      ? [...(at > 0 ? [{ type: "break" } as const] : []), ...block.children]
      : [],
  );
