import type { Element } from "domhandler";
import { classesOf, elementsIn, findIn, parentOf, textIn } from "../elements.ts";
import type { Alignment, Block, Cell, Table } from "./nodes.ts";
import type { Walker } from "./page.ts";

const MAX_COLUMNS = 200;
const MAX_ROWS = 20_000;
/** A cell of so many characters without a table head arranges the page. */
const LONG_CELL = 600;
const PARTS = new Set(["thead", "tbody", "tfoot"]);
/** What stands in cells of tables that arrange a page. */
const ARRANGING = new Set([
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "article",
  "section",
  "form",
  "main",
  "nav",
  "header",
  "footer",
]);

interface Row {
  readonly cells: readonly Element[];
  readonly part: string;
}

/** The rows of a table, those of tables within it apart. */
function rowsOf(table: Element): Row[] {
  const rows: Row[] = [];
  const collect = (element: Element, part: string) => {
    for (const child of elementsIn(element)) {
      if (rows.length >= MAX_ROWS) return;
      if (child.name === "tr") rows.push({ cells: elementsIn(child).filter(isCell), part });
      else if (PARTS.has(child.name)) collect(child, child.name);
    }
  };
  collect(table, "tbody");
  return [
    ...rows.filter(({ part }) => part === "thead"),
    ...rows.filter(({ part }) => part === "tbody"),
    ...rows.filter(({ part }) => part === "tfoot"),
  ];
}

const isCell = ({ name }: Element): boolean => name === "td" || name === "th";

/** Whether a table holds data: others arrange what stands in them. */
export function isDataTable(table: Element): boolean {
  if (/^(?:presentation|none)$/.test(table.attribs["role"] ?? "")) return false;
  const rows = rowsOf(table);
  const widest = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  if (widest < 2 && !(widest === 1 && rows.length > 2 && rows[0]?.cells[0]?.name === "th")) return false;
  const heads = rows.some(({ cells, part }) => part === "thead" || cells.some(({ name }) => name === "th"));
  const named = elementsIn(table).some(({ name }) => name === "caption");
  if (heads || named)
    return !rows.some(({ cells }) =>
      cells.some((cell) => findIn(cell, ({ name }) => name === "article" || name === "form" || name === "main")),
    );
  if (rows.length < 2) return false;
  return !rows.some(({ cells }) =>
    cells.some(
      (cell) =>
        textIn(cell, LONG_CELL).length >= LONG_CELL ||
        findIn(cell, ({ name }) => name === "table" || ARRANGING.has(name)),
    ),
  );
}

/** A table of data as its rows of cells, and its caption before it. */
export function tableOf(table: Element, walker: Walker): Block[] {
  const rows = rowsOf(table);
  const written = rows.map(({ cells }) => cells.map((cell) => cellOf(cell, walker)));
  const filled = written.filter((row) => row.some(({ children, rows: down }) => children.length > 0 || down > 1));
  if (filled.length === 0) return [];
  const caption = elementsIn(table)
    .filter(({ name }) => name === "caption")
    .flatMap((element) => walker.blocks(element));
  const node: Table = { type: "table", heads: headsOf(rows, written), rows: written.filter((row) => row.length > 0) };
  return [...caption, node];
}

/** How many rows are heads: those of `thead`, else the first where all its cells are, or look it. */
function headsOf(rows: readonly Row[], written: readonly (readonly Cell[])[]): number {
  const heads = rows.filter(({ part, cells }) => part === "thead" && cells.length > 0).length;
  if (heads > 0) return heads;
  const isHeadRow = (row: readonly Cell[] | undefined): boolean =>
    row !== undefined &&
    row.length > 0 &&
    row.some(({ isHead }) => isHead) &&
    row.every(({ isHead, children }) => isHead || children.length === 0);
  if (!isHeadRow(written[0])) return looksLikeHead(written[0], written[1]) ? 1 : 0;
  // A second row of heads belongs to the first where a cell of that goes down to it.
  return 1;
}

/** A first row all in bold, over one that is not. */
const looksLikeHead = (first: readonly Cell[] | undefined, second: readonly Cell[] | undefined): boolean =>
  first !== undefined && first.length > 1 && first.every(isBold) && second !== undefined && !second.every(isBold);

const isBold = ({ children }: Cell): boolean => {
  const [only] = children;
  return (
    children.length === 1 &&
    only?.type === "paragraph" &&
    only.children.length === 1 &&
    only.children[0]?.type === "strong"
  );
};

function cellOf(cell: Element, walker: Walker): Cell {
  const { attribs } = cell;
  const text = cell.name === "th" || attribs["role"] === "columnheader";
  return {
    children: walker.blocks(cell),
    isHead: text,
    columns: spanOf(attribs["colspan"], MAX_COLUMNS),
    rows: spanOf(attribs["rowspan"], MAX_ROWS),
    align: alignOf(cell),
  };
}

function spanOf(stated: string | undefined, most: number): number {
  const span = /^\s*(\d{1,6})/.exec(stated ?? "")?.[1];
  return span === undefined ? 1 : Math.min(most, Math.max(1, Number(span)));
}

function alignOf(cell: Element): Alignment | undefined {
  const { align, style } = cell.attribs;
  const said =
    align ??
    /text-align\s*:\s*(\w+)/i.exec(style ?? "")?.[1] ??
    /(?:^|[\s-])(?:text|align)-(?:align-)?(right|center|end)(?:\s|$)/i.exec(classesOf(cell))?.[1];
  const lower = said?.toLowerCase();
  if (lower === "right" || lower === "end") return "right";
  if (lower === "center") return "center";
  return lower === "left" ? "left" : undefined;
}

/** A table whose cells are the parts of one signature (Doxygen's `memname`): its words in one line. */
export function signatureOf(element: Element): string | undefined {
  if (element.name !== "table" || !/(?:^|\s)(?:memname|memproto|signature)(?:\s|$)/.test(classesOf(element)))
    return undefined;
  return signatureText(textIn(element, 5_000));
}

/** The words of a signature, without the blanks that its markup has between them. */
export const signatureText = (text: string): string =>
  text
    .replace(/[\u200b\u00ad]/g, "")
    .replace(/[\s\u00a0]+/g, " ")
    .replace(/ ?([(),]) ?/g, (_, mark: string) => (mark === "," ? ", " : mark))
    .replace(/\)(?=[\p{L}→-])/gu, ") ")
    .trim();

/** Whether a table is that of a numbered formula (LaTeXML): formulas, and the numbers beside them. */
export const isEquation = (table: Element): boolean =>
  /(?:^|\s)ltx_(?:equation|eqn)/.test(classesOf(table)) || isWithinEquation(table);

const isWithinEquation = (table: Element): boolean => {
  const parent = parentOf(table);
  return parent !== undefined && /(?:^|\s)ltx_equation(?:group)?(?:\s|$)/.test(classesOf(parent));
};
