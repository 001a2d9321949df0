import { Element, Text } from "domhandler";
import { BLOCK } from "./blocks.ts";
import type { Tree } from "./tree.ts";

/** How a dialect writes the things that a page is made of. */
export interface Dialect {
  heading(level: number): string;
  bullet(ordinal: number | undefined): string;
  readonly quote: string;
  code(text: string, language: string | undefined): string;
  /** Between, before and after the cells of a row, and the line under the first row. */
  readonly cell: { readonly between: string; readonly before: string; readonly after: string };
  headRule(columns: number): string | undefined;
  /** Marks around inline content; undefined for none. */
  inline(element: Element): { readonly open: string; readonly close: string } | undefined;
  escape(text: string, inCell: boolean): string;
}

const NONE = 0;
const SPACE = 1;
const LINE = 2;
const PARAGRAPH = 3;

/** Blocks that stand right under their neighbour, without a blank line. */
const TIGHT = new Set(["li", "tr", "dd", "option", "caption"]);
const CELLS = new Set(["td", "th"]);
/** A table with one of these in it arranges the page; it holds no data. */
const ARRANGING = new Set("table h1 h2 h3 h4 h5 h6 article section blockquote pre form".split(" "));

/** White space that is not one blank already. */
const WIDE_GAP = / [\s\u00a0\u200b\ufeff]+|(?! )[\s\u00a0\u200b\ufeff]+/g;

interface Mark {
  readonly open: string;
  readonly close: string;
  live: boolean;
}

/** Writes the kept texts of a page in a dialect; walked without recursion. */
export function render(tree: Tree, kept: ReadonlySet<Text>, dialect: Dialect): string {
  const arranging = arrangingTables(tree);
  const writer = new Writer(dialect);
  const around = ancestorsOf(kept);
  type Step = Element | Text | { readonly leave: Element };
  const stack: Step[] = [];
  const push = (parent: { readonly children: readonly unknown[] }) => {
    for (let i = parent.children.length - 1; i >= 0; i -= 1) {
      const child = parent.children[i];
      if (child instanceof Text) {
        if (kept.has(child)) stack.push(child);
      } else if (child instanceof Element && (around.has(child) || child.name === "br" || CELLS.has(child.name)))
        stack.push(child);
    }
  };
  push(tree.root);
  for (let step = stack.pop(); step; step = stack.pop()) {
    if (step instanceof Text) writer.text(step.data);
    else if (step instanceof Element) {
      if (step.name === "pre") writer.code(verbatim(step), languageOf(step));
      else {
        writer.enter(step, CELLS.has(step.name) && isData(step, arranging));
        stack.push({ leave: step });
        push(step);
      }
    } else writer.leave(step.leave, CELLS.has(step.leave.name) && isData(step.leave, arranging));
  }
  return writer.finish();
}

class Writer {
  readonly #dialect: Dialect;
  readonly #out: string[] = [];
  #gap = NONE;
  /** What goes before the next words: a list marker or a heading's. */
  #lead = "";
  readonly #marks: Mark[] = [];
  readonly #lists: { ordinal: number | undefined }[] = [];
  #quotes = 0;
  #inCell = 0;
  #rowCells = 0;
  #rowHasText = false;
  #pendingCells = 0;
  #rowsOfTable = 0;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  text(data: string): void {
    const words = data.replace(WIDE_GAP, " ");
    if (words === " " || words === "") {
      if (words) this.#want(SPACE);
      return;
    }
    if (words.startsWith(" ")) this.#want(SPACE);
    this.#write(this.#dialect.escape(words.trim(), this.#inCell > 0));
    if (words.endsWith(" ")) this.#want(SPACE);
  }

  code(text: string, language: string | undefined): void {
    if (!text.trim()) return;
    this.#want(PARAGRAPH);
    this.#write(this.#dialect.code(text, language).replaceAll("\n", `\n${this.#indent(true)}`));
    this.#want(PARAGRAPH);
  }

  enter(element: Element, cell: boolean): void {
    const { name } = element;
    if (cell) {
      this.#inCell += 1;
      this.#pendingCells += 1;
      return;
    }
    if (name === "br") this.#want(this.#inCell ? SPACE : LINE);
    else if (name === "hr") this.#want(PARAGRAPH);
    else if (BLOCK.has(name)) this.#block(element);
    else {
      const mark = this.#dialect.inline(element);
      if (mark) this.#marks.push({ ...mark, live: false });
    }
  }

  leave(element: Element, cell: boolean): void {
    const { name } = element;
    if (cell) {
      this.#inCell -= 1;
      return;
    }
    if (name === "tr") this.#endRow();
    if (name === "ul" || name === "ol") this.#lists.pop();
    if (name === "blockquote") this.#quotes -= 1;
    if (name === "table") this.#rowsOfTable = 0;
    if (BLOCK.has(name)) {
      this.#want(TIGHT.has(name) || this.#lists.length > 0 ? LINE : PARAGRAPH);
      if (/^h[1-6]$|^li$/.test(name)) this.#lead = "";
    } else if (name !== "br" && this.#dialect.inline(element)) {
      const mark = this.#marks.pop();
      if (mark?.live) this.#out.push(mark.close);
    }
  }

  finish(): string {
    this.#closeMarks();
    const lines = this.#out.join("").split("\n");
    return lines
      .map((line) => line.trimEnd())
      .join("\n")
      .trim();
  }

  #block({ name, attribs }: Element): void {
    const inList = this.#lists.length > 0;
    this.#want(TIGHT.has(name) || (inList && name !== "pre") ? LINE : PARAGRAPH);
    if (name === "tr") {
      this.#rowCells = 0;
      this.#pendingCells = 0;
      this.#rowHasText = false;
    } else if (name === "ul" || name === "ol")
      this.#lists.push({ ordinal: name === "ol" ? Number.parseInt(attribs["start"] ?? "1", 10) || 1 : undefined });
    else if (name === "blockquote") this.#quotes += 1;
    else if (name === "li") {
      const list = this.#lists[this.#lists.length - 1];
      this.#lead = this.#dialect.bullet(list?.ordinal);
      if (list?.ordinal !== undefined) list.ordinal += 1;
    } else if (/^h[1-6]$/.test(name)) this.#lead += this.#dialect.heading(Number(name[1]));
  }

  #want(gap: number): void {
    this.#gap = Math.max(this.#gap, this.#inCell ? Math.min(gap, SPACE) : gap);
  }

  #write(words: string): void {
    if (this.#out.length === 0) this.#out.push(this.#lineStart());
    else if (this.#gap >= LINE) {
      this.#closeMarks();
      if (this.#gap === PARAGRAPH && this.#quotes > 0)
        this.#out.push(`\n${this.#dialect.quote.repeat(this.#quotes).trimEnd()}`);
      this.#out.push(this.#gap === PARAGRAPH && this.#quotes === 0 ? "\n\n" : "\n", this.#lineStart());
    } else if (this.#pendingCells === 0 && this.#gap === SPACE) this.#out.push(" ");
    this.#cells();
    this.#gap = NONE;
    for (const mark of this.#marks)
      if (!mark.live) {
        this.#out.push(mark.open);
        mark.live = true;
      }
    this.#out.push(words);
  }

  #lineStart(): string {
    const start = this.#indent(this.#lead === "") + this.#lead;
    this.#lead = "";
    return start;
  }

  #indent(continued: boolean): string {
    const depth = Math.min(this.#lists.length, 12) - (continued ? 0 : 1);
    return this.#dialect.quote.repeat(Math.min(this.#quotes, 6)) + "  ".repeat(Math.max(0, depth));
  }

  #cells(): void {
    if (this.#pendingCells === 0) return;
    const { before, between } = this.#dialect.cell;
    if (!this.#rowHasText) {
      this.#out.push(before);
      if (before) this.#out.push(between.repeat(this.#pendingCells - 1));
    } else this.#out.push(before ? between.repeat(this.#pendingCells) : between);
    this.#rowHasText = true;
    this.#rowCells += this.#pendingCells;
    this.#pendingCells = 0;
  }

  #endRow(): void {
    if (!this.#rowHasText) return;
    this.#closeMarks();
    const { before, between, after } = this.#dialect.cell;
    if (before) this.#out.push(between.repeat(this.#pendingCells), after);
    this.#rowCells += this.#pendingCells;
    this.#pendingCells = 0;
    this.#rowsOfTable += 1;
    const rule = this.#rowsOfTable === 1 ? this.#dialect.headRule(this.#rowCells) : undefined;
    if (rule) this.#out.push(`\n${this.#indent(true)}${rule}`);
    this.#rowHasText = false;
  }

  #closeMarks(): void {
    for (let i = this.#marks.length - 1; i >= 0; i -= 1) {
      const mark = this.#marks[i];
      if (mark?.live) {
        this.#out.push(mark.close);
        mark.live = false;
      }
    }
  }
}

function ancestorsOf(kept: ReadonlySet<Text>): Set<unknown> {
  const around = new Set<unknown>();
  for (const text of kept)
    for (let at: unknown = text.parent; at instanceof Element && !around.has(at); at = at.parent) around.add(at);
  return around;
}

function arrangingTables(tree: Tree): Set<Element> {
  const arranging = new Set<Element>();
  if (!tree.elements.some(({ name }) => name === "table")) return arranging;
  for (const element of tree.elements) {
    if (element.name === "table" && /presentation|none/.test(element.attribs["role"] ?? "")) arranging.add(element);
    if (!ARRANGING.has(element.name)) continue;
    const table = tableOf(element);
    if (table) arranging.add(table);
  }
  return arranging;
}

function isData(cell: Element, arranging: ReadonlySet<Element>): boolean {
  const table = tableOf(cell);
  return table !== undefined && !arranging.has(table);
}

function tableOf(element: Element): Element | undefined {
  for (let at: unknown = element.parent; at instanceof Element; at = at.parent) if (at.name === "table") return at;
  return undefined;
}

/** The text of preformatted content, with `<br>` as a line break. */
function verbatim(pre: Element): string {
  let text = "";
  const stack: unknown[] = [...pre.children].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node instanceof Text) text += node.data;
    else if (node instanceof Element) {
      if (node.name === "br" || (node.name === "div" && text && !text.endsWith("\n"))) text += "\n";
      if (!["button", "svg", "style", "script"].includes(node.name))
        for (const child of [...node.children].reverse()) stack.push(child);
    }
  }
  return text.replace(/^(?:[ \t]*\r?\n)+/, "").trimEnd();
}

function languageOf(pre: Element): string | undefined {
  const inner = pre.children.find((child) => child instanceof Element && child.name === "code");
  for (const element of [inner, pre, pre.parent])
    if (element instanceof Element) {
      const name = /(?:^|\s)(?:language-|lang-|highlight-source-|highlight-)([\w+#-]{1,20})/.exec(
        element.attribs["class"] ?? "",
      )?.[1];
      if (name) return name.toLowerCase();
    }
  return undefined;
}
