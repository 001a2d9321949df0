import { Element, Text } from "domhandler";
import { collapse, type Tree } from "./tree.ts";

/** Elements that end a line: their text and their neighbours' are different blocks. */
export const BLOCK = new Set(
  "address article aside blockquote body button caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section summary table tbody td tfoot th thead tr ul".split(
    " ",
  ),
);

/** Elements whose content is no text of the page. */
export const SILENT = new Set(
  "title script style template noscript svg math select textarea iframe object video audio canvas datalist map".split(
    " ",
  ),
);

/** A stretch of text that stands on lines of its own. */
export interface Block {
  /** The nearest element around it that makes a block. */
  readonly owner: Element;
  readonly nodes: readonly Text[];
  /** White space collapsed. */
  readonly text: string;
  readonly words: number;
  /** Words inside links. */
  readonly linkWords: number;
}

/** A block whose end is not reached yet. */
interface OpenBlock {
  readonly owner: Element;
  readonly nodes: Text[];
  raw: string;
  rawLink: string;
}

const WORD = /[\p{L}\p{N}_]+/gu;

/** Words in a text: at least one for sixteen characters, for scripts that put no spaces between words. */
export function countWords(text: string): number {
  let count = 0;
  WORD.lastIndex = 0;
  while (WORD.test(text)) count += 1;
  return Math.max(count, Math.floor(text.length / 16));
}

/** Fewer words than this, and a page is taken for one that shows itself by script. */
const BARE_WORDS = 80;

/**
 * The page cut into blocks, in document order. A page with hardly a word outside them is read with what it keeps in
 * `<noscript>` and `<template>`: forums and shops serve their text there.
 */
export function blocksOf(tree: Tree): Block[] {
  const shown = cut(tree, false);
  if (totalWords(shown) >= BARE_WORDS) return shown;
  const all = cut(tree, true);
  return totalWords(all) > 2 * totalWords(shown) ? all : shown;
}

function totalWords(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + block.words, 0);
}

function isSilent(element: Element, opened: boolean): boolean {
  if (!SILENT.has(element.name)) return false;
  if (element.name === "template") return !opened && element.attribs["shadowrootmode"] === undefined;
  return !(opened && element.name === "noscript");
}

/** Walked without recursion. */
function cut(tree: Tree, opened: boolean): Block[] {
  const blocks: Block[] = [];
  let block: OpenBlock | undefined;
  const flush = () => {
    const text = block && collapse(block.raw);
    if (block && text) {
      const words = countWords(text);
      const linkWords = block.rawLink ? Math.min(words, countWords(block.rawLink)) : 0;
      blocks.push({ owner: block.owner, nodes: block.nodes, text, words, linkWords });
    }
    block = undefined;
  };

  type Step = { readonly node: Element | Text; readonly owner: Element; readonly link: boolean } | "flush";
  const stack: Step[] = [];
  const push = (parent: { readonly children: readonly unknown[] }, owner: Element, link: boolean) => {
    for (let i = parent.children.length - 1; i >= 0; i -= 1) {
      const node = parent.children[i];
      if (node instanceof Element || node instanceof Text) stack.push({ node, owner, link });
    }
  };
  push(tree.root, new Element("html", {}), false);
  for (let step = stack.pop(); step; step = stack.pop()) {
    if (step === "flush") {
      flush();
      continue;
    }
    const { node, owner, link } = step;
    if (node instanceof Text) {
      block ??= { owner, nodes: [], raw: "", rawLink: "" };
      block.nodes.push(node);
      block.raw += node.data;
      if (link) block.rawLink += ` ${node.data}`;
    } else if (node.name === "br") {
      if (block) block.raw += " ";
      if (followsBreak(node)) flush();
    } else if (!isSilent(node, opened)) {
      const linked = link || node.name === "a";
      if (BLOCK.has(node.name)) {
        flush();
        stack.push("flush");
        push(node, node, linked);
      } else push(node, owner, linked);
    }
  }
  flush();
  return blocks;
}

/** Whether a `<br>` is the second in a row: an old page's paragraph. */
function followsBreak(node: Element): boolean {
  const previous = node.prev instanceof Text && !/\S/.test(node.prev.data) ? node.prev.prev : node.prev;
  return previous instanceof Element && previous.name === "br";
}
