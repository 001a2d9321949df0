import { Document, Element, Text } from "domhandler";
import { type MarkupHandler, MarkupReader } from "./markup.ts";

/** Characters of a page that are read; what follows is left out. */
const MAX_HTML_CHARS = 12_000_000;
/** Deeper elements are attached to their ancestor at this depth, as browsers do (they stop at 512). */
const MAX_DEPTH = 512;
/** Nested this deep, a page is no page: the rest of it is not read, since the parser's own stack costs its square. */
const ABANDON_DEPTH = 20_000;
const MAX_ELEMENTS = 400_000;

/** A parsed page: the tree and, since most questions are asked of all of them, its elements in document order. */
export interface Tree {
  readonly root: Document;
  readonly elements: readonly Element[];
}

/**
 * HTML as a tree, built without recursion and bounded in size and depth. Comments, styles and scripts are left out, but
 * for the text of `application/ld+json`; so are the attributes that are not in `ATTRIBUTES`.
 */
export function parseTree(html: string): Tree {
  const builder = new TreeBuilder();
  // In HTML a CDATA section hides nothing; the reader would drop what it holds.
  new MarkupReader(html.slice(0, MAX_HTML_CHARS).replaceAll("<![CDATA[", ""), builder).read();
  return builder;
}

class TreeBuilder implements Tree, MarkupHandler {
  readonly root = new Document([]);
  readonly elements: Element[] = [];
  deaf = false;
  done = false;
  readonly #open: (Document | Element)[] = [this.root];
  #top: Document | Element = this.root;
  #beyond = 0;
  #text: Text | undefined;

  open(name: string, attribs: Record<string, string>): void {
    this.#text = undefined;
    if (this.#beyond > ABANDON_DEPTH || this.elements.length >= MAX_ELEMENTS) {
      this.done = true;
      return;
    }
    if (this.#open.length > MAX_DEPTH) {
      this.#beyond += 1;
      return;
    }
    const element = new Element(name, attribs);
    this.deaf = name === "style" || (name === "script" && !/ld\+json/i.test(attribs["type"] ?? ""));
    append(this.#top, element);
    this.elements.push(element);
    this.#open.push(element);
    this.#top = element;
  }

  close(): void {
    this.#text = undefined;
    this.deaf = false;
    if (this.#beyond > 0) this.#beyond -= 1;
    else if (this.#open.length > 1) {
      this.#open.pop();
      this.#top = this.#open[this.#open.length - 1] ?? this.root;
    }
  }

  text(data: string): void {
    if (this.#text) this.#text.data += data;
    else {
      this.#text = new Text(data);
      append(this.#top, this.#text);
    }
  }
}

function append(parent: Document | Element, child: Element | Text): void {
  const last = parent.children[parent.children.length - 1];
  if (last) {
    last.next = child;
    child.prev = last;
  }
  child.parent = parent;
  parent.children.push(child);
}

/**
 * The text below an element as it stands in the source, scripts and the like included. It is read no further than `limit`
 * characters or nodes, whichever comes first: the same text may be asked for at every depth.
 */
export function rawText(element: Element | Document, limit = Number.POSITIVE_INFINITY): string {
  let text = "";
  let visited = 0;
  const stack: unknown[] = [element];
  for (let node = stack.pop(); node && text.length < limit && visited < limit; node = stack.pop()) {
    visited += 1;
    if (node instanceof Text) text += node.data.slice(0, limit - text.length);
    else if (node instanceof Element || node instanceof Document)
      for (let i = node.children.length - 1; i >= 0; i -= 1) stack.push(node.children[i]);
  }
  return text;
}
