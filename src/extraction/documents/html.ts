import { type Document, Element, Text } from "domhandler";
import { hiddenIn } from "../hidden/hidden.ts";
import { convert } from "../markdown/convert.ts";
import { formulaOf } from "../markdown/math.ts";
import type { Block } from "../markdown/nodes.ts";
import { notesOf } from "../markdown/notes.ts";
import type { Tree } from "../tree.ts";

const ATOMS = new Set(["math", "img", "hr", "input"]);
const SILENT = new Set(["head", "title", "script", "style", "noscript", "template"]);

/** All that a tree shows, as blocks: nothing of it is furniture. */
export function blocksOfTree(tree: Tree, base: string): Block[] {
  const hidden = hiddenIn(tree.elements, tree.styles);
  const kept = new Set<Text | Element>();
  visit(tree.root, (node) => {
    if (node instanceof Text) {
      if (!hidden.texts.has(node)) kept.add(node);
    } else if (!hidden.elements.has(node) && (ATOMS.has(node.name) || formulaOf(node) !== undefined)) kept.add(node);
  });
  return convert(tree, { kept, notes: notesOf(tree) }, base, (element) => hidden.sheet.isUnselectable(element));
}

function visit(root: Document, see: (node: Text | Element) => void): void {
  const stack = [...root.children].reverse();
  for (let at = stack.pop(); at; at = stack.pop()) {
    if (at instanceof Text) see(at);
    else if (at instanceof Element && !SILENT.has(at.name)) {
      see(at);
      stack.push(...[...at.children].reverse());
    }
  }
}
