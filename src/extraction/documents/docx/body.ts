import type { Element } from "domhandler";
import type { Block, Cell, Inline } from "../../markdown/nodes.ts";
import { isEmpty, paragraphsOf, tidy } from "../../markdown/tidy.ts";
import { Flow } from "../flow.ts";
import { codeTextOf, isCodeLine, unweighted } from "../marks.ts";
import { childOf, childrenOf, elementsOf } from "../xml.ts";
import { indentOf, type Numbering } from "./numbering.ts";
import { alternativeOf } from "./package.ts";
import { type RunContext, RunReader } from "./runs.ts";
import { levelOf, type Style, switchOf, valOf } from "./styles.ts";

/** Containers of blocks whose content is read as if it stood there. */
const THROUGH = new Set(["w:sdt", "w:sdtContent", "w:customXml", "w:ins", "w:moveTo", "w:smartTag"]);

const MAX_SPAN = 200;
/** Twentieths of a point that are no difference. */
const INDENT_SLACK = 40;

/** Reads the blocks of one part: the body, or a note. */
export class BodyReader {
  readonly #context: RunContext;
  readonly #numbering: Numbering;
  readonly #runs: RunReader;
  /** What stands before a paragraph mark that was deleted: the next paragraph goes on with it. */
  #carried: Inline[] = [];
  /** How far the items of the list under way are set in, by level. */
  readonly #indents: (number | undefined)[] = [];
  #list: string | undefined;

  constructor(context: RunContext, numbering: Numbering) {
    this.#context = context;
    this.#numbering = numbering;
    this.#runs = new RunReader(context);
  }

  blocks(parent: Element): Block[] {
    const flow = new Flow();
    this.#into(flow, parent);
    return flow.done();
  }

  #into(flow: Flow, parent: Element): void {
    for (const child of elementsOf(parent))
      if (child.name === "w:p") this.#paragraph(flow, child);
      else if (child.name === "w:tbl") flow.add(...this.#table(child));
      else if (isContents(child)) continue;
      else if (THROUGH.has(child.name)) this.#into(flow, child);
      else if (child.name === "mc:AlternateContent") {
        const instead = alternativeOf(child);
        if (instead) this.#into(flow, instead);
      }
  }

  #paragraph(flow: Flow, paragraph: Element): void {
    const properties = childOf(paragraph, "w:pPr");
    const id = valOf(properties, "w:pStyle");
    const style = this.#context.styleOf(id);
    const wasInContents = this.#runs.isInContents;
    const { line: read, boxes, hasRule } = this.#runs.read(paragraph, style);
    const line = [...this.#carried, ...read];
    this.#carried = [];
    const mark = childOf(properties, "w:rPr");
    if (childOf(mark, "w:del") || childOf(mark, "w:moveFrom")) this.#carried = line;
    else if (!(style.isContents && (wasInContents || this.#runs.isInContents)))
      this.#place(flow, line, { id, style, properties });
    if (hasRule) flow.add({ type: "rule" });
    for (const box of boxes) flow.add(...this.blocks(box));
  }

  #place(
    flow: Flow,
    line: readonly Inline[],
    { id, style, properties }: { id: string | undefined; style: Style; properties: Element | undefined },
  ): void {
    const numPr = childOf(properties, "w:numPr");
    const stated = valOf(properties, "w:outlineLvl");
    const level = stated === undefined ? style.outline : levelOf(stated);
    if (style.isTitle || level !== undefined) {
      if (!isEmpty(line)) flow.add(headingOf(line, style.isTitle ? 1 : (level ?? 0) + 1));
      return;
    }
    const place = this.#numbering.place(numPr, id, style.numPr);
    if (style.isCode) {
      flow.code(codeTextOf(line), undefined, place?.level);
      return;
    }
    if (isEmpty(line)) return;
    const blocks = paragraphsOf(line, true);
    if (!place) {
      const around = style.isQuote ? undefined : this.#itemAround(flow, indentOf(properties) ?? 0);
      if (style.isQuote) flow.quote(blocks);
      else if (isCodeLine(line)) flow.code(codeTextOf(line));
      else if (around !== undefined) flow.under(around, blocks);
      else flow.add(...blocks);
    } else if ("continues" in place) flow.under(place.level, blocks);
    else {
      const indent = indentOf(properties) ?? place.indent;
      const level = this.#levelOf(flow, place.list, place.level, indent);
      this.#indents[level] = indent;
      this.#indents.length = level + 1;
      this.#list = place.list;
      flow.item({ ...place, level }, blocks);
    }
  }

  /** Lists of styles ("List Bullet 2") have one level each, and are set in as far as the level that they stand for. */
  #levelOf(flow: Flow, list: string, level: number, indent: number): number {
    if (!flow.isInList || list === this.#list || level > 0 || indent <= 0) return level;
    return this.#indents.filter((one) => one !== undefined && one > 0 && one + INDENT_SLACK < indent).length;
  }

  /** The level of the list item that a paragraph without a mark is set in as far as. */
  #itemAround(flow: Flow, indent: number): number | undefined {
    if (!flow.isInList || indent <= 0) return undefined;
    const level = this.#indents.findLastIndex((one) => one !== undefined && one > 0 && one <= indent + INDENT_SLACK);
    return level < 0 ? undefined : level;
  }

  #table(table: Element): Block[] {
    const rows = rowsIn(table).filter((row) => !childOf(childOf(row, "w:trPr"), "w:del"));
    let heads = 0;
    while (heads < rows.length && switchOf(childOf(rows[heads], "w:trPr"), "w:tblHeader")) heads += 1;
    // GFM has a head always: the first row is the likeliest.
    if (heads === 0) heads = 1;
    const placed = rows.map(placedCells);
    const written = placed.map((cells, at): Cell[] =>
      cells
        .filter(({ merge }) => merge !== "continue")
        .map(({ element, column, columns, merge }) => ({
          children: element ? this.blocks(element) : [],
          isHead: at < heads,
          columns,
          rows: merge === "restart" ? heightOf(placed, at, column) : 1,
        })),
    );
    if (written.every((row) => row.every(({ children }) => children.length === 0))) return [];
    const [only] = written[0] ?? [];
    if (written.length === 1 && written[0]?.length === 1 && only) return [...only.children];
    return [{ type: "table", heads, rows: written }];
  }
}

function headingOf(line: readonly Inline[], level: number): Block {
  const flat = line.map((node): Inline => (node.type === "break" ? { type: "text", value: " " } : node));
  return { type: "heading", level: Math.min(6, level), children: tidy(unweighted(flat)) };
}

/** A table of contents says what the headings say, with the numbers of pages that Markdown has not. */
const isContents = (element: Element): boolean =>
  element.name === "w:sdt" &&
  /^table of contents$/i.test(valOf(childOf(childOf(element, "w:sdtPr"), "w:docPartObj"), "w:docPartGallery") ?? "");

const rowsIn = (parent: Element): Element[] =>
  elementsOf(parent).flatMap((child) =>
    child.name === "w:tr" ? [child] : THROUGH.has(child.name) ? rowsIn(child) : [],
  );

const cellsIn = (parent: Element): Element[] =>
  elementsOf(parent).flatMap((child) =>
    child.name === "w:tc" ? [child] : THROUGH.has(child.name) ? cellsIn(child) : [],
  );

interface PlacedCell {
  /** Absent for the room before a row's first cell. */
  readonly element?: Element;
  readonly column: number;
  readonly columns: number;
  readonly merge: string | undefined;
}

function placedCells(row: Element): PlacedCell[] {
  const before = spanOf(valOf(childOf(row, "w:trPr"), "w:gridBefore"), 0);
  const cells: PlacedCell[] = before > 0 ? [{ column: 0, columns: before, merge: undefined }] : [];
  let column = before;
  for (const element of cellsIn(row)) {
    const properties = childOf(element, "w:tcPr");
    const columns = spanOf(valOf(properties, "w:gridSpan"), 1);
    const merge = childOf(properties, "w:vMerge");
    cells.push({ element, column, columns, merge: merge && (merge.attribs["w:val"] ?? "continue") });
    column += columns;
  }
  return cells;
}

function spanOf(stated: string | undefined, least: number): number {
  const span = Number(stated ?? least);
  return Number.isInteger(span) ? Math.min(MAX_SPAN, Math.max(least, span)) : least;
}

/** How many rows a cell goes down that begins in a row and a column. */
function heightOf(rows: readonly (readonly PlacedCell[])[], from: number, column: number): number {
  let at = from + 1;
  while (rows[at]?.some((cell) => cell.column === column && cell.merge === "continue")) at += 1;
  return at - from;
}

/** The notes of a part, by id; what separates notes from the text is none. */
export const notesIn = (root: Element | undefined, kind: "footnote" | "endnote"): ReadonlyMap<string, Element> =>
  new Map(
    childrenOf(root, `w:${kind}`)
      .filter(({ attribs }) => (attribs["w:type"] ?? "normal") === "normal")
      .map((element) => [element.attribs["w:id"] ?? "", element]),
  );
