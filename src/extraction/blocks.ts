import { type ChildNode, Element, type ParentNode, Text } from "domhandler";
import { collapse, extentOf } from "./characters.ts";
import type { Tree } from "./tree.ts";

/** Elements that end a line: their text and their neighbours' are different blocks. */
export const BLOCK = new Set(
  "address article aside blockquote body button caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section summary table tbody td tfoot th thead tr ul".split(
    " ",
  ),
);

/** Elements whose content is no text of the page. */
const SILENT = new Set(
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
  /** Its length, as long as its words would be in Latin letters. */
  readonly letters: number;
  /** Words inside links. */
  readonly linkWords: number;
}

const HEADINGS = new Set(["h1", "h2", "h3", "h4", "h5", "h6"]);

export function isHeading(name: string): boolean {
  return HEADINGS.has(name);
}

/** A block whose end is not reached yet. */
interface OpenBlock {
  readonly owner: Element;
  readonly nodes: Text[];
  raw: string;
  linkWords: number;
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

/** Whether an element's content is no text of the page; `opened`: what it keeps for readers without scripts is. */
export function isSilent(element: Element, opened = false): boolean {
  if (!SILENT.has(element.name)) return false;
  if (element.name === "template") return !opened && element.attribs["shadowrootmode"] === undefined;
  return !(opened && element.name === "noscript");
}

/** Walked without recursion. */
function cut(tree: Tree, opened: boolean): Block[] {
  const blocks: Block[] = [];
  let block: OpenBlock | undefined;
  const flush = () => {
    if (!block) return;
    const text = collapse(block.raw);
    if (text) {
      const extent = extentOf(text);
      const words = Math.ceil(extent.words);
      const { owner, nodes, linkWords } = block;
      blocks.push({
        owner,
        nodes,
        text,
        words,
        letters: extent.letters,
        linkWords: Math.min(words, Math.ceil(linkWords)),
      });
    }
    block = undefined;
  };

  let owner = new Element("html", {});
  let links = 0;
  /** The owners around those elements on the path that are blocks, the innermost last. */
  const owners: Element[] = [];
  let node: ChildNode | null = tree.root.children[0] ?? null;
  while (node) {
    let inner: ChildNode | undefined;
    if (node instanceof Text) {
      block ??= { owner, nodes: [], raw: "", linkWords: 0 };
      block.nodes.push(node);
      block.raw += node.data;
      if (links > 0) block.linkWords += extentOf(node.data).words;
    } else if (node instanceof Element) {
      if (node.name === "br") {
        if (block) block.raw += " ";
        if (followsBreak(node)) flush();
      } else if (!isSilent(node, opened)) {
        if (BLOCK.has(node.name)) flush();
        inner = node.children[0];
        if (inner) {
          if (node.name === "a") links += 1;
          if (BLOCK.has(node.name)) {
            owners.push(owner);
            owner = node;
          }
        }
      }
    }
    if (inner) {
      node = inner;
      continue;
    }
    while (node && !node.next) {
      const left: ParentNode | null = node.parent;
      node = left instanceof Element ? left : null;
      if (!node) break;
      if (node.name === "a") links -= 1;
      if (owner === node) {
        flush();
        owner = owners.pop() ?? owner;
      }
    }
    node = node?.next ?? null;
  }
  flush();
  return blocks;
}

/** Whether a `<br>` is the second in a row: an old page's paragraph. */
function followsBreak(node: Element): boolean {
  const previous = node.prev instanceof Text && !/\S/.test(node.prev.data) ? node.prev.prev : node.prev;
  return previous instanceof Element && previous.name === "br";
}
