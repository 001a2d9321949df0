import { Document, Element, Text } from "domhandler";
import { Parser } from "htmlparser2";

/** Characters of a page that are read; what follows is left out. */
export const MAX_HTML_CHARS = 12_000_000;
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
 * for the text of `application/ld+json`.
 */
export function parseTree(html: string): Tree {
  const root = new Document([]);
  const elements: Element[] = [];
  const open: (Document | Element)[] = [root];
  let top: Document | Element = root;
  let beyond = 0;
  let silent = false;
  let text: Text | undefined;
  let abandoned = false;

  const parser = new Parser(
    {
      onopentag(name, attribs) {
        text = undefined;
        if (beyond > ABANDON_DEPTH || elements.length >= MAX_ELEMENTS) {
          abandoned = true;
          parser.pause();
        }
        if (open.length > MAX_DEPTH || abandoned) {
          beyond += 1;
          return;
        }
        const element = new Element(name, attribs);
        silent = name === "style" || (name === "script" && !/ld\+json/i.test(attribs["type"] ?? ""));
        append(top, element);
        elements.push(element);
        open.push(element);
        top = element;
      },
      onclosetag() {
        text = undefined;
        silent = false;
        if (beyond > 0) beyond -= 1;
        else if (open.length > 1) {
          open.pop();
          top = open[open.length - 1] ?? root;
        }
      },
      ontext(data) {
        if (silent || abandoned) return;
        if (text) text.data += data;
        else {
          text = new Text(data);
          append(top, text);
        }
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  // In HTML a CDATA section hides nothing; the parser would drop what it holds.
  const source = html.slice(0, MAX_HTML_CHARS).replaceAll("<![CDATA[", "");
  for (let at = 0; at < source.length && !abandoned; at += 65_536) parser.write(source.slice(at, at + 65_536));
  if (!abandoned) parser.end();
  return { root, elements };
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
