import { type AnyNode, isTag, isText } from "domhandler";
import type { El } from "../kit/html/dom.ts";
import { BLOCK, SILENT } from "../kit/html/text.ts";

/** The same text may be asked for at every depth of a page: it is read no further than so many characters and nodes. */
const MAX_CHARS = 5_000;
const MAX_NODES = 2_000;

/** The beginning of an element's text: white space collapsed, blocks apart, scripts left out; undefined when blank. */
export function textOf({ node: root }: El): string | undefined {
  let text = "";
  let visited = 0;
  const stack: (AnyNode | " ")[] = [root];
  for (
    let node = stack.pop();
    node !== undefined && text.length < MAX_CHARS && visited < MAX_NODES;
    node = stack.pop()
  ) {
    visited += 1;
    if (node === " ") text += " ";
    else if (isText(node)) text += node.data.slice(0, MAX_CHARS);
    else if ("children" in node && !(isTag(node) && SILENT.has(node.name))) {
      if (isTag(node) && BLOCK.has(node.name)) {
        text += " ";
        stack.push(" ");
      }
      for (const child of node.children.slice(0, MAX_NODES).reverse()) stack.push(child);
    }
  }
  return text.replace(/[\s\u00a0\u200b\u200e\u200f\ufeff]+/g, " ").trim() || undefined;
}

/** What a heading or link says: its text, else what its images say, else its label. */
export const wordsOf = (el: El): string | undefined => {
  const text = textOf(el);
  if (text) return text;
  const said =
    el.one("img[alt]") &&
    el
      .all("img[alt]")
      .slice(0, 20)
      .flatMap((image) => image.attr("alt") ?? []);
  return said?.join(" ") || el.attr("alt") || el.attr("aria-label") || el.attr("title");
};
