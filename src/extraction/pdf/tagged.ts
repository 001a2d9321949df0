import type { Block, Cell, ListItem } from "../markdown/nodes.ts";
import { wordsOf } from "../markdown/tidy.ts";
import { codeOfLines, inlinesOf } from "./inlines.ts";
import { type Line, linesOf } from "./lines.ts";
import type { Word } from "./words.ts";

/** A page with its tag tree (ISO 32000-1, 14.7), as pdf.js gives it. */
export interface TaggedPage {
  readonly words: readonly Word[];
  readonly tags: unknown;
}

interface Node {
  readonly role: string;
  readonly alt: string | undefined;
  /** A leaf's place in the content. */
  readonly id: string | undefined;
  readonly children: readonly Node[];
}

const MAX_DEPTH = 200;
/** So much of the text must be tagged for the tags to be believed. */
const MOST = 0.85;
const TELLING = /^(?:H\d?|Title|L|Table|LI|BlockQuote)$/;
const BLOCKS =
  /^(?:H\d?|Title|P|L|LI|Table|BlockQuote|Figure|Note|FENote|Caption|TOC|Sect|Div|Art|Part|Document|Index|Aside)$/;
const ROWS = /^(?:THead|TBody|TFoot)$/;

function nodeOf(value: unknown, depth = 0): Node | undefined {
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return undefined;
  const field = (name: string): unknown => Reflect.get(value, name);
  const [role, alt, id, children] = [field("role"), field("alt"), field("id"), field("children")];
  return {
    role: typeof role === "string" ? role : "",
    alt: typeof alt === "string" ? alt : undefined,
    id: field("type") === "content" && typeof id === "string" ? id.slice(id.lastIndexOf("_") + 1) : undefined,
    children: (Array.isArray(children) ? children : []).flatMap((child) => nodeOf(child, depth + 1) ?? []),
  };
}

/** Blocks by the tags of all pages; undefined where the tags tell nothing, or leave text out. */
export function blocksOfTags(pages: readonly TaggedPage[]): Block[] | undefined {
  const out: Block[] = [];
  let [all, tagged] = [0, 0];
  let tells = false;
  pages.forEach(({ words, tags }, page) => {
    const root = nodeOf(tags);
    const reader = new TagReader(words, page);
    if (root) {
      const blocks = reader.blocks(root);
      append(out, blocks, page > 0);
      tells ||= isTelling(root);
    }
    all += words.reduce((sum, { text, isArtifact }) => sum + (isArtifact ? 0 : text.length), 0);
    tagged += reader.chars;
  });
  return tells && tagged >= MOST * all ? out : undefined;
}

const isTelling = (node: Node): boolean => TELLING.test(node.role) || node.children.some(isTelling);

/** Adds a page's blocks; what the page's edge cut in two is put together. */
function append(out: Block[], blocks: readonly Block[], cut: boolean): void {
  const [first, ...rest] = blocks;
  const last = out.at(-1);
  if (!cut || !first || !last) {
    out.push(...blocks);
    return;
  }
  if (last.type === "paragraph" && first.type === "paragraph" && isOpen(last)) {
    out[out.length - 1] = {
      type: "paragraph",
      children: [...last.children, { type: "text", value: " " }, ...first.children],
    };
    out.push(...rest);
  } else if (last.type === "table" && first.type === "table" && widthOf(last) === widthOf(first)) {
    const isRepeated = JSON.stringify(last.rows[0]) === JSON.stringify(first.rows[0]);
    out[out.length - 1] = { ...last, rows: [...last.rows, ...first.rows.slice(isRepeated ? 1 : 0)] };
    out.push(...rest);
  } else if (last.type === "list" && first.type === "list" && goesOn(last.items, first.items)) {
    out[out.length - 1] = { type: "list", items: joinedItems(last.items, first.items) };
    out.push(...rest);
  } else out.push(...blocks);
}

const isOnlyList = (item: ListItem | undefined): boolean =>
  item?.children.length === 1 && item.children[0]?.type === "list";

/** Whether a list at a page's beginning is the one that ended the page before. */
function goesOn(before: readonly ListItem[], items: readonly ListItem[]): boolean {
  const [last, first] = [before.at(-1), items[0]];
  if (isOnlyList(first)) return true;
  return first?.number === undefined ? last?.number === undefined : first.number === nextNumber(before);
}

/** Items of one list; one that holds but a list goes on with the item before. */
function joinedItems(before: readonly ListItem[], items: readonly ListItem[]): ListItem[] {
  const [first, ...rest] = items;
  const last = before.at(-1);
  if (!first || !last || !isOnlyList(first)) return [...before, ...items];
  const [inner] = first.children;
  const open = last.children.at(-1);
  const children =
    open?.type === "list" && inner?.type === "list"
      ? [...last.children.slice(0, -1), { type: "list", items: [...open.items, ...inner.items] } as const]
      : [...last.children, ...first.children];
  return [...before.slice(0, -1), { ...last, children }, ...rest];
}

const nextNumber = (items: readonly ListItem[]): number => {
  const number = items.at(-1)?.number;
  return number === undefined ? 0 : number + 1;
};

const widthOf = (table: Extract<Block, { type: "table" }>): number =>
  Math.max(0, ...table.rows.map((row) => row.reduce((sum, { columns }) => sum + columns, 0)));

function isOpen(paragraph: Extract<Block, { type: "paragraph" }>): boolean {
  const last = paragraph.children.at(-1);
  return last?.type === "text" && !/[.!?:;…]["'”’)\]]*\s*$/u.test(last.value);
}

class TagReader {
  chars = 0;
  readonly #words = new Map<string, Word[]>();
  readonly #page: number;

  constructor(words: readonly Word[], page: number) {
    this.#page = page;
    for (const word of words)
      if (word.tag !== undefined && !word.isArtifact) {
        const known = this.#words.get(word.tag);
        if (known) known.push(word);
        else this.#words.set(word.tag, [word]);
      }
  }

  /** The words below a node, in its order; each is given once. */
  #take(node: Node): Word[] {
    if (node.id !== undefined) {
      const words = this.#words.get(node.id) ?? [];
      this.#words.delete(node.id);
      this.chars += words.reduce((sum, { text }) => sum + text.length, 0);
      return words;
    }
    return node.children.flatMap((child) => this.#take(child));
  }

  #lines(nodes: readonly Node[]): Line[] {
    return linesOf(
      nodes.flatMap((node) => this.#take(node)),
      this.#page,
    );
  }

  blocks(node: Node): Block[] {
    const { role } = node;
    const heading = /^H([1-6])$/.exec(role)?.[1];
    if (heading !== undefined || role === "H" || role === "Title") {
      const children = inlinesOf(this.#lines([node]), { unweighted: true });
      return children.length > 0 ? [{ type: "heading", level: Number(heading ?? 1), children }] : [];
    }
    switch (role) {
      case "Table":
        return this.#table(node);
      case "L":
        return this.#list(node);
      case "TOC":
      case "Artifact":
        this.#take(node);
        return [];
      case "BlockQuote": {
        const children = this.#mixed(node.children);
        return children.length > 0 ? [{ type: "quote", children }] : [];
      }
      case "Figure": {
        const inner = this.#mixed(node.children);
        const alt = node.alt?.trim();
        return inner.length > 0 || !alt ? inner : [{ type: "paragraph", children: [{ type: "image", url: "", alt }] }];
      }
      default:
        return this.#mixed(node.id === undefined ? node.children : [node]);
    }
  }

  /** Nodes of which some are blocks: what stands between these is a paragraph. */
  #mixed(nodes: readonly Node[]): Block[] {
    const out: Block[] = [];
    let run: Node[] = [];
    // Lines of code may be paragraphs each.
    let code: Node[] = [];
    const flush = () => {
      out.push(...this.#paragraph(code), ...this.#paragraph(run));
      code = [];
      run = [];
    };
    for (const node of nodes)
      if (!hasBlock(node)) {
        if (code.length > 0) flush();
        run.push(node);
      } else if (node.role === "P" && this.#isCode(node)) {
        if (run.length > 0) flush();
        code.push(node);
      } else {
        flush();
        out.push(...this.blocks(node));
      }
    flush();
    return out;
  }

  #isCode(node: Node): boolean {
    const words = this.#peek(node);
    return words.length > 0 && words.every(({ mono }) => mono);
  }

  #paragraph(nodes: readonly Node[]): Block[] {
    const lines = this.#lines(nodes);
    if (lines.length === 0) return [];
    if (lines.every(({ mono }) => mono)) return [{ type: "code", text: codeOfLines(lines) }];
    const children = inlinesOf(lines);
    return children.length > 0 ? [{ type: "paragraph", children }] : [];
  }

  #list(list: Node): Block[] {
    const items: ListItem[] = [];
    for (const node of itemsIn(list)) {
      if (node.role !== "LI") {
        const blocks = this.blocks(node);
        const last = items.at(-1);
        if (last) items[items.length - 1] = { ...last, children: [...last.children, ...blocks] };
        else if (blocks.length > 0) items.push({ children: blocks });
        continue;
      }
      const labels = node.children.filter(({ role }) => role === "Lbl");
      const label =
        labels.length > 0
          ? this.#lines(labels)
              .map(({ text }) => text)
              .join(" ")
              .trim()
          : "";
      const inner = this.#mixed(node.children.filter(({ role }) => role !== "Lbl"));
      const written = label === "" ? markIn(inner[0]) : undefined;
      const mark = written ?? label;
      const body = written === undefined ? inner : inner.slice(1);
      const before = items.at(-1);
      if (mark === "" && before && body[0]?.type === "list") {
        items[items.length - 1] = { ...before, children: [...before.children, ...body] };
        continue;
      }
      const stated = /^\(?(\d{1,5})[.)]?$/.exec(mark)?.[1];
      const isNumbered = stated !== undefined || /^\(?[a-z]{1,4}[.)]$/i.test(mark);
      const number = stated === undefined ? (items.at(-1)?.number ?? 0) + 1 : Number(stated);
      const within = mark === "" ? writtenMark(body) : undefined;
      const own = within ? within.number : isNumbered ? number : undefined;
      const children = within ? withoutStart(body, within.length) : body;
      if (body.length > 0) items.push({ ...(own !== undefined && { number: own }), children });
    }
    return items.length > 0 ? [{ type: "list", items }] : [];
  }

  #table(table: Node): Block[] {
    const rows: { readonly cells: Cell[]; readonly lefts: number[]; readonly isHead: boolean }[] = [];
    const captions: Block[] = [];
    const visit = (nodes: readonly Node[], part: string): void => {
      for (const node of nodes)
        if (node.role === "TR") rows.push(this.#row(node, part));
        else if (ROWS.test(node.role) || node.role === "NonStruct") visit(node.children, node.role);
        else captions.push(...this.blocks(node));
    };
    visit(table.children, "");
    const filled = rows.filter(({ cells }) => cells.some(({ children }) => children.length > 0));
    if (filled.length === 0) return captions;
    const [only] = filled[0]?.cells ?? [];
    if (filled.length === 1 && filled[0]?.cells.length === 1 && only) return [...captions, ...only.children];
    const heads = filled.findIndex(({ isHead }) => !isHead);
    return [...captions, { type: "table", heads: Math.max(1, heads < 0 ? 1 : heads), rows: spanned(filled) }];
  }

  #row(row: Node, part: string) {
    const lefts: number[] = [];
    const cells = row.children
      .filter(({ role }) => role === "TH" || role === "TD")
      .map((node): Cell => {
        const words = this.#peek(node);
        lefts.push(Math.min(...words.map(({ left }) => left)));
        return { children: this.#mixed(node.children), isHead: node.role === "TH", columns: 1, rows: 1 };
      });
    const isHead = part === "THead" || (cells.length > 0 && cells.every((cell) => cell.isHead));
    return { cells, lefts, isHead };
  }

  #peek(node: Node): readonly Word[] {
    return node.id !== undefined
      ? (this.#words.get(node.id) ?? [])
      : node.children.flatMap((child) => this.#peek(child));
  }
}

/** Cells with the columns that they reach over, as far as the places of their texts tell: tags of pdf.js do not. */
function spanned(rows: readonly { readonly cells: readonly Cell[]; readonly lefts: readonly number[] }[]): Cell[][] {
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const full = rows.find(({ cells, lefts }) => cells.length === width && lefts.every(Number.isFinite));
  const reachesDown = new Set<string>();
  const placed = rows.map(({ cells, lefts }, row) => {
    if (cells.length === width || !full) return [...cells];
    const columnOf = (left: number): number =>
      full.lefts.reduce(
        (best, one, at) => (Math.abs(one - left) < Math.abs((full.lefts[best] ?? 0) - left) ? at : best),
        0,
      );
    let column = 0;
    let spare = width - cells.length;
    return cells.map((cell, at): Cell => {
      const [left, next] = [lefts[at], lefts[at + 1]];
      // Room at a row's beginning is a cell's that reaches down from above.
      if (at === 0 && spare > 0 && left !== undefined && Number.isFinite(left)) {
        const from = Math.min(columnOf(left), spare);
        for (; column < from; column += 1) reachesDown.add(`${row}/${column}`);
        spare -= from;
      }
      const until = next !== undefined && Number.isFinite(next) ? columnOf(next) : width;
      const columns = at + 1 < cells.length ? Math.max(1, Math.min(until - column, 1 + spare)) : 1 + spare;
      spare -= columns - 1;
      column += columns;
      return { ...cell, columns };
    });
  });
  return placed.map((cells, row) => {
    let column = 0;
    while (reachesDown.has(`${row}/${column}`)) column += 1;
    return cells.map((cell): Cell => {
      let tall = 1;
      while (reachesDown.has(`${row + tall}/${column}`)) tall += 1;
      column += cell.columns;
      return { ...cell, rows: tall };
    });
  });
}

/** Whether a node is a block, or has one in it. */
const hasBlock = (node: Node): boolean => BLOCKS.test(node.role) || node.children.some(hasBlock);

/** The mark that is all of a paragraph. */
function markIn(block: Block | undefined): string | undefined {
  if (block?.type !== "paragraph") return undefined;
  const text = wordsOf(block.children).trim();
  return /^(?:[•·▪◦‣○●■□]|\(?(?:\d{1,4}|[a-z]|[ivx]{1,5})[.)])$/iu.test(text) ? text : undefined;
}

const WRITTEN = /^\s*(?:[•·▪◦‣○●■□\uf0b7]|\(?(\d{1,4})[.)])\s+/u;

/** What an item's text begins with, where its mark is written there. */
function writtenMark(
  blocks: readonly Block[],
): { readonly number: number | undefined; readonly length: number } | undefined {
  const [first] = blocks;
  const text = first?.type === "paragraph" ? first.children[0] : undefined;
  const found = text?.type === "text" ? WRITTEN.exec(text.value) : null;
  return found ? { number: found[1] === undefined ? undefined : Number(found[1]), length: found[0].length } : undefined;
}

/** Blocks without the first characters of their text. */
function withoutStart(blocks: readonly Block[], length: number): readonly Block[] {
  const [first, ...rest] = blocks;
  const [text, ...others] = first?.type === "paragraph" ? first.children : [];
  if (text?.type !== "text") return blocks;
  return [{ type: "paragraph", children: [{ type: "text", value: text.value.slice(length) }, ...others] }, ...rest];
}

/** A list's items; Chromium puts some, or their parts, into elements that say nothing. */
const itemsIn = (list: Node): Node[] =>
  list.children.map((child) =>
    child.role === "NonStruct" && child.children.some(({ role }) => role === "Lbl") ? { ...child, role: "LI" } : child,
  );
