import { Document, Element, Text } from "domhandler";
import { readTree, type Tree } from "../html/tree.ts";

export type { Tree } from "../html/tree.ts";

/** The attributes that reading a page asks for, each to itself; all others are left out. */
const ATTRIBUTES: ReadonlyMap<string, string> = new Map(
  `class id role hidden aria-hidden style itemprop itemtype property name content http-equiv href rel sizes
  lang xml:lang type datetime pubdate src alt width height start shadowrootmode aria-label title data-src
  data-original data-lazy-src data-lazy data-original-src data-img-src data-url data-hi-res-src data-full-src
  srcset data-srcset data-lazy-srcset data-original-set
  checked value reversed colspan rowspan align for open popover cite poster data videoid data-videoid playlabel
  aria-controls aria-expanded aria-level aria-checked aria-labelledby data-target data-bs-target data-controls
  data-lang data-language data-enlighter-language data-code-language syntax data-line-number data-callout data-admonition
  alttext encoding display mode mathvariant separators close accent linethickness columnalign stretchy data-mathml data-latex
  data-footnote-ref data-footnote-backref epub:type data-w-id data-aos`
    .split(/\s+/)
    .map((name) => [name, name]),
);

/** A page as the tree on which its blocks are judged: with what no page shows, for the model counts it. */
export const parseTree = (html: string): Tree => readTree(html, { attributes: ATTRIBUTES, unseen: true });

/**
 * The text below an element as it stands in the source, scripts and the like included, a line break as one. It is read no
 * further than `limit` characters or nodes, whichever comes first: the same text may be asked for at every depth.
 */
export function rawText(element: Element | Document, limit = Number.POSITIVE_INFINITY): string {
  let text = "";
  let visited = 0;
  const stack: unknown[] = [element];
  for (let node = stack.pop(); node && text.length < limit && visited < limit; node = stack.pop()) {
    visited += 1;
    if (node instanceof Text) text += node.data.slice(0, limit - text.length);
    else if (node instanceof Element && node.name === "br") text += "\n";
    else if (node instanceof Element || node instanceof Document)
      for (let i = node.children.length - 1; i >= 0; i -= 1) stack.push(node.children[i]);
  }
  return text;
}

/** Whether an element, or one around it, passes; no more than `limit` are asked, the innermost first. */
export function isWithin(element: Element, test: (element: Element) => boolean, limit = Number.POSITIVE_INFINITY) {
  let at: Element["parent"] = element;
  for (let up = 0; up < limit && at instanceof Element; up += 1, at = at.parent) if (test(at)) return true;
  return false;
}
