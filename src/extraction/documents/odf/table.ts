import type { Element } from "domhandler";
import type { Block, Cell } from "../../markdown/nodes.ts";
import { elementsOf } from "../xml.ts";

const MAX_COLUMNS = 200;
const MAX_ROWS = 20_000;
const GROUPS = new Set(["table:table-row-group", "table:table-rows"]);

interface Row {
  readonly element: Element;
  readonly isHead: boolean;
}

function rowsIn(parent: Element, isHead: boolean): Row[] {
  return elementsOf(parent).flatMap((child) => {
    if (child.name === "table:table-row") return [{ element: child, isHead }];
    if (child.name === "table:table-header-rows") return rowsIn(child, true);
    return GROUPS.has(child.name) ? rowsIn(child, isHead) : [];
  });
}

/** A table of a text document or a slide. */
export function tableOf(table: Element, read: (cell: Element) => Block[]): Block[] {
  const rows = rowsIn(table, false).slice(0, MAX_ROWS);
  const written = rows.map(({ element, isHead }) => cellsOf(element, isHead, read));
  if (written.every((row) => row.every(({ children }) => children.length === 0))) return [];
  const [only] = written[0] ?? [];
  if (written.length === 1 && written[0]?.length === 1 && only) return [...only.children];
  const stated = rows.findIndex(({ isHead }) => !isHead);
  const heads = stated < 0 ? 1 : stated;
  return [{ type: "table", heads: Math.max(1, heads), rows: written }];
}

function cellsOf(row: Element, isHead: boolean, read: (cell: Element) => Block[]): Cell[] {
  const cells: Cell[] = [];
  for (const cell of elementsOf(row)) {
    if (cell.name !== "table:table-cell") continue;
    const children = read(cell);
    const columns = spanOf(cell.attribs["table:number-columns-spanned"]);
    const again = spanOf(cell.attribs["table:number-columns-repeated"]);
    for (let time = 0; time < again && cells.length < MAX_COLUMNS; time += 1)
      cells.push({ children, isHead, columns, rows: spanOf(cell.attribs["table:number-rows-spanned"], MAX_ROWS) });
  }
  return cells;
}

function spanOf(stated: string | undefined, most = MAX_COLUMNS): number {
  const span = Number(stated ?? 1);
  return Number.isInteger(span) ? Math.min(most, Math.max(1, span)) : 1;
}
