import { type ChildNode, type Document, Element, Text } from "domhandler";
import { BLOCK } from "../blocks.ts";
import { classesOf, elementsIn, findIn, parentOf, textIn } from "../elements.ts";
import type { Tree } from "../tree.ts";
import { calloutOf, iconTitleOf, isKindName } from "./callouts.ts";
import { codeOf, type Unselectable } from "./code.ts";
import { type InlineWalker, inlineOf, isTool, textOf } from "./inlines.ts";
import { listOf, shellOf } from "./lists.ts";
import { formulaOf, setsMarkedText } from "./math.ts";
import { EMBEDS } from "./media.ts";
import type { Block, Inline } from "./nodes.ts";
import type { Content, Wrap } from "./page.ts";
import { isDataTable, isEquation, signatureOf, signatureText, tableOf } from "./tables.ts";
import { isEmpty, paragraphsOf, tidy, wordsOf } from "./tidy.ts";

const HEADING = /^h([1-6])$/;
/** Elements in which a formula that is all of the line still stands in it. */
const IN_LINE = new Set(["li", "td", "th", "dt", "dd"]);
const LABELS =
  /(?:^|[\s_-])(?:label|fn-label|footnote-label|footnote-number|fn-number|ltx_tag|ltx_note_mark|ltx_tag_note|mw-cite-backlink|cite-accessibility-label|footnote-mark)(?:[\s_-]|$)/;

/** What is kept of a page, as blocks. */
export function convert(tree: Tree, content: Content, base: string, unselectable: Unselectable): Block[] {
  return new Converter(tree, content, base, unselectable).all();
}

class Converter implements InlineWalker {
  readonly base: string;
  readonly dollars: boolean;
  readonly #tree: Tree;
  readonly #content: Content;
  readonly #unselectable: Unselectable;
  /** Elements with something in them that is kept, and of those the ones with a block in them. */
  readonly #around = new Set<Element>();
  readonly #blocky = new Set<Element>();
  /** Notes of the line that is read. */
  #pending: Block[] = [];
  #taken = 0;

  constructor(tree: Tree, content: Content, base: string, unselectable: Unselectable) {
    this.#tree = tree;
    this.#content = content;
    this.base = base;
    this.#unselectable = unselectable;
    this.dollars = setsMarkedText(tree.elements);
    for (const node of content.kept) {
      if (node instanceof Element) this.#enclose(node);
      for (let at = parentOf(node); at && !this.#around.has(at); at = parentOf(at)) this.#enclose(at);
    }
  }

  #enclose(element: Element): void {
    this.#around.add(element);
    if (BLOCK.has(element.name) && element.name !== "button")
      for (let at = parentOf(element); at && !this.#blocky.has(at); at = parentOf(at)) this.#blocky.add(at);
  }

  all(): Block[] {
    return this.blocks(this.#tree.root);
  }

  isKept(node: ChildNode): boolean {
    return node instanceof Element ? this.#around.has(node) : this.#content.kept.has(node);
  }

  referenceOf(element: Element): string | undefined {
    return this.#content.notes.references.get(element);
  }

  isBacklink(element: Element): boolean {
    return this.#content.notes.backlinks.has(element);
  }

  take(note: Element, mark: string | undefined): string | undefined {
    const before = this.#pending;
    this.#pending = [];
    const children = this.#noteBlocks(note);
    this.#pending = before;
    if (children.length === 0) return undefined;
    this.#taken += 1;
    const alone = this.#content.notes.notes.size === 0;
    const label = alone ? (mark && /^[\w-]{1,20}$/.test(mark) ? mark : String(this.#taken)) : `s${this.#taken}`;
    this.#pending.push({ type: "note", label, children });
    return label;
  }

  blocks(parent: Element | Document, wrap?: Wrap): Block[] {
    const out: Block[] = [];
    let line: Inline[] = [];
    const shows = !(parent instanceof Element && IN_LINE.has(parent.name));
    const flush = () => {
      if (line.length > 0) out.push(...this.lines(line, wrap, shows));
      line = [];
    };
    for (const child of parent.children) {
      if (child instanceof Text) {
        if (this.#content.kept.has(child)) line.push(...textOf(child, this.dollars));
        continue;
      }
      if (!(child instanceof Element) || !this.#isSeen(child)) continue;
      const blocks = this.#block(child, wrap);
      if (blocks === undefined) line.push(...inlineOf(child, this));
      else {
        flush();
        const last = out[out.length - 1];
        const [first] = blocks;
        // Items without a list around them make one.
        if (child.name === "li" && last?.type === "list" && first?.type === "list")
          out[out.length - 1] = { type: "list", items: [...last.items, ...first.items] };
        else out.push(...blocks);
      }
    }
    flush();
    return out;
  }

  /** Line breaks and rules are no content by themselves; they are seen between what is. */
  #isSeen(element: Element): boolean {
    return this.#around.has(element) || element.name === "br";
  }

  line(parent: Element): Inline[] {
    const line: Inline[] = [];
    for (const child of parent.children)
      if (child instanceof Text) {
        if (this.#content.kept.has(child)) line.push(...textOf(child, this.dollars));
      } else if (child instanceof Element && this.#isSeen(child)) {
        const isBlock = BLOCK.has(child.name) && line.length > 0;
        if (isBlock) line.push({ type: "text", value: " " });
        line.push(...inlineOf(child, this));
        if (isBlock) line.push({ type: "text", value: " " });
      }
    return line;
  }

  lines(line: readonly Inline[], wrap?: Wrap, shows = true): Block[] {
    const blocks = paragraphsOf(line, shows).map((block) =>
      block.type === "paragraph" && wrap ? { ...block, children: wrap(block.children) } : block,
    );
    const notes = this.#pending;
    this.#pending = [];
    return [...blocks, ...notes];
  }

  note(element: Element): Block | undefined {
    const label = this.#content.notes.notes.get(element);
    return label === undefined ? undefined : { type: "note", label, children: this.#noteBlocks(element) };
  }

  /** The blocks that an element makes; undefined where it stands in a line. */
  #block(element: Element, wrap: Wrap | undefined): Block[] | undefined {
    const { name, attribs } = element;
    if (name === "br" || EMBEDS.has(name) || this.referenceOf(element) !== undefined) return undefined;
    if (this.isBacklink(element) || isTool(element)) return [];
    const note = this.note(element);
    if (note) return [note];
    if (name === "math" || name === "script" || BLOCK.has(name) === this.#blocky.has(element)) {
      const formula = formulaOf(element);
      if (formula === "twin") return [];
      if (formula) return BLOCK.has(name) && formula.display ? [{ type: "math", tex: formula.tex }] : undefined;
    }
    const code = codeOf(element, this.#unselectable);
    if (code) return [{ type: "code", ...code }];
    const level =
      HEADING.exec(name)?.[1] ?? (attribs["role"] === "heading" ? (attribs["aria-level"] ?? "2") : undefined);
    if (level !== undefined) return this.#heading(element, Number(level), wrap);
    if (name === "hr") return [{ type: "rule" }];
    if (name === "table") return this.#table(element, wrap);
    if (!BLOCK.has(name))
      return this.#blocky.has(element) ? this.blocks(element, this.#wrapOf(element, wrap)) : undefined;
    if (name === "ul" || name === "ol" || name === "menu" || name === "dir") return listOf(element, this);
    if (name === "li") {
      const children = this.blocks(element, wrap);
      return children.length > 0 ? [{ type: "list", items: [{ children }] }] : [];
    }
    if (name === "dt") return this.#term(element, wrap);
    const callout = calloutOf(element);
    if (callout) return this.#callout(element, callout.kind, callout.title);
    if (name === "blockquote") return this.#quote(element);
    const caption = captionOf(element);
    if (name === "figure" || caption) return this.#figure(element, caption, wrap);
    if (name === "summary") return this.#summary(element);
    return this.blocks(element, wrap);
  }

  /** A mark or link that goes over several lines is put on each. */
  #wrapOf(element: Element, outer: Wrap | undefined): Wrap | undefined {
    if (
      element.name !== "a" &&
      element.name !== "b" &&
      element.name !== "strong" &&
      element.name !== "em" &&
      element.name !== "i"
    )
      return outer;
    const own: Wrap = (line) => {
      const shell = new Element(element.name, element.attribs);
      return inlineOf(shell, { ...this.#asWalker(), line: () => [...line] });
    };
    return outer ? (line) => outer(own(line)) : own;
  }

  #asWalker(): InlineWalker {
    return {
      base: this.base,
      dollars: this.dollars,
      isKept: (node) => this.isKept(node),
      note: () => undefined,
      blocks: (parent, wrap) => this.blocks(parent, wrap),
      line: (parent) => this.line(parent),
      lines: (line, wrap) => this.lines(line, wrap),
      referenceOf: () => undefined,
      isBacklink: () => false,
      take: () => undefined,
    };
  }

  #heading(element: Element, level: number, wrap: Wrap | undefined): Block[] {
    const children = tidy(
      this.line(element).map((node) => (node.type === "break" ? { type: "text", value: " " } : node)),
    );
    if (isEmpty(children)) return [];
    const depth = Math.min(6, Math.max(1, Number.isInteger(level) ? level : 2));
    return [{ type: "heading", level: depth, children: wrap ? wrap(children) : children }];
  }

  #table(table: Element, wrap: Wrap | undefined): Block[] {
    const signature = signatureOf(table);
    if (signature) return [{ type: "paragraph", children: [{ type: "code", value: signature }] }];
    if (isEquation(table)) return this.#equation(table);
    return isDataTable(table) ? tableOf(table, this) : this.blocks(table, wrap);
  }

  /** A table of a numbered formula: its formulas, one a row, and their numbers. */
  #equation(table: Element): Block[] {
    const rows = [table, ...elementsIn(table).flatMap((part) => [part, ...elementsIn(part)])].filter(
      ({ name }) => name === "tr",
    );
    return rows.flatMap((row): Block[] => {
      const line = this.line(row);
      const tex = line.flatMap((node) => (node.type === "math" ? [node.tex] : []));
      const rest = tidy(line.filter(({ type }) => type !== "math"));
      return [
        ...(tex.length > 0 ? [{ type: "math", tex: tex.join(" ") } as const] : []),
        ...(isEmpty(rest) ? [] : [{ type: "paragraph", children: rest } as const]),
      ];
    });
  }

  /** A term that is explained: bold, or code where it is a signature. */
  #term(element: Element, wrap: Wrap | undefined): Block[] {
    if (
      /(?:^|\s)sig(?:-object)?(?:\s|$)/.test(classesOf(element)) ||
      findIn(element, (inner) => /(?:^|\s)descname(?:\s|$)/.test(classesOf(inner)))
    ) {
      const signature = signatureText(wordsOf(this.line(element).filter((node) => !isSource(node))));
      return signature ? [{ type: "paragraph", children: [{ type: "code", value: signature }] }] : [];
    }
    if (this.#blocky.has(element)) return this.blocks(element, wrap);
    const children = tidy(this.line(element));
    if (isEmpty(children)) return [];
    const plain = children.every(({ type }) => type !== "code" && type !== "strong" && type !== "link");
    return [{ type: "paragraph", children: plain ? [{ type: "strong", children }] : children }];
  }

  #summary(element: Element): Block[] {
    if (this.#blocky.has(element)) return this.blocks(element);
    const children = tidy(this.line(element));
    if (isEmpty(children)) return [];
    const [only] = children;
    return [
      {
        type: "paragraph",
        children: children.length === 1 && only?.type === "strong" ? children : [{ type: "strong", children }],
      },
    ];
  }

  #callout(element: Element, kind: string | undefined, title: Element | undefined): Block[] {
    const words = title ? tidy(this.line(title)) : [];
    const said = wordsOf(words).trim() || iconTitleOf(element) || "";
    const children = withoutFirst(this.blocks(element), title ? wordsOf(words) : undefined);
    if (children.length === 0) return this.blocks(element);
    const needsTitle = said !== "" && !isKindName(said, kind);
    const named: Inline[] = words.length > 0 ? words : [{ type: "text", value: said }];
    const head: Block[] = needsTitle
      ? [
          {
            type: "paragraph",
            children: [
              { type: "strong", children: named.flatMap((node) => (node.type === "strong" ? node.children : [node])) },
            ],
          },
        ]
      : [];
    return [{ type: "quote", kind, children: [...head, ...children] }];
  }

  #quote(element: Element): Block[] {
    const children = this.blocks(element);
    const cite = element.attribs["cite"]?.trim();
    const source = findIn(element, ({ name }) => name === "cite" || name === "footer" || name === "figcaption");
    const link = cite && !source && /^https?:/i.test(cite) && cite.length < 500 ? cite : undefined;
    const last: Block[] = link
      ? [
          {
            type: "paragraph",
            children: [
              { type: "text", value: "— " },
              { type: "link", url: link, children: [{ type: "text", value: link }] },
            ],
          },
        ]
      : [];
    return children.length > 0 ? [{ type: "quote", children: [...children, ...last] }] : [];
  }

  /** A figure: a quotation takes its caption in as its source; all others have it after them. */
  #figure(figure: Element, caption: Element | undefined, wrap: Wrap | undefined): Block[] {
    const children = figure.children.flatMap((child) =>
      child === caption || !(child instanceof Element) ? [] : this.blocks(shellOf(child), wrap),
    );
    const under = caption && this.isKept(caption) ? this.blocks(caption, wrap) : [];
    const [first, ...rest] = children;
    if (first?.type === "quote" && first.kind === undefined && under.length > 0)
      return [{ ...first, children: [...first.children, ...rest, ...under] }];
    if (children.some(({ type }) => type === "table" || type === "code")) return [...children, ...under];
    return children.length > 0 || under.length > 0 ? [{ type: "figure", children, caption: under }] : [];
  }

  /** A note without its own mark and the links back to where it is referred to. */
  #noteBlocks(note: Element): Block[] {
    const blocks = this.blocks(note);
    const marks = findIn(note, (inner) => LABELS.test(classesOf(inner)));
    const mark = marks
      ? textIn(marks, 60)
          .replace(/[\s\u00a0]+/g, " ")
          .trim()
      : "";
    const [first, ...rest] = blocks;
    if (first?.type !== "paragraph") return blocks;
    const children = withoutMark(first.children, mark);
    return isEmpty(children) ? rest : [{ ...first, children }, ...rest];
  }
}

/** The caption of a figure, or of another element that holds a picture and what is called its caption. */
function captionOf(element: Element): Element | undefined {
  const parts = elementsIn(element);
  if (element.name === "figure") return parts.find(({ name }) => name === "figcaption") ?? parts.find(isCaption);
  const caption = parts.find(isCaption);
  return caption &&
    parts.some((part) => part !== caption && (part.name === "img" || findIn(part, ({ name }) => name === "img")))
    ? caption
    : undefined;
}

const isCaption = (element: Element): boolean =>
  /(?:^|[\s_-])(?:caption|legend)(?:[\s_-]|$)/i.test(classesOf(element)) &&
  !findIn(element, ({ name }) => name === "img");

/** A link to where something is defined: no part of its signature. */
const isSource = (node: Inline): boolean =>
  node.type === "link" && /^\s*\[?(?:source|src)\]?\s*$/i.test(wordsOf(node.children));

/** Blocks without the first where that says just these words. */
function withoutFirst(blocks: readonly Block[], words: string | undefined): readonly Block[] {
  const [first, ...rest] = blocks;
  if (words === undefined || (first?.type !== "paragraph" && first?.type !== "heading")) return blocks;
  return wordsOf(first.children).trim() === words.trim() ? rest : blocks;
}

/** A line without the mark that it begins with: what a label holds, a number in brackets, a sign that leads back. */
function withoutMark(line: readonly Inline[], mark: string): readonly Inline[] {
  const [first, ...rest] = line;
  if (first?.type === "sup" && /^\W*\w{1,4}\W*$/.test(wordsOf(first.children))) return tidy(rest);
  if (first?.type !== "text") return line;
  let value = first.value;
  if (mark !== "" && value.startsWith(mark)) value = value.slice(mark.length);
  value = value.replace(/^\s*(?:\[\s*[\w+-]{0,30}\s*\]|\(\s*\w{0,4}\s*\)|[↑^↩]|\d{1,3}\s*[.):](?=\s))\s*[.:]?\s*/u, "");
  return tidy([{ type: "text", value }, ...rest]);
}
