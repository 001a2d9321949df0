import type { Block, Cell, ListItem } from "../markdown/nodes.ts";
import { wordsOf } from "../markdown/tidy.ts";
import { codeOfLines, inlinesOf } from "./inlines.ts";
import { append } from "./joined.ts";
import { type Line, linesOf } from "./lines.ts";
import { spanned } from "./spans.ts";
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
