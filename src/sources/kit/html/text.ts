import { type AnyNode, isTag, isText } from "domhandler";

/** Elements whose content is no text of the page. */
export const SILENT = new Set(["script", "style", "template", "noscript", "svg"]);

/** Elements that stand on lines of their own: their neighbours' texts are other words. */
export const BLOCK = new Set(
  "address article aside blockquote br dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section summary table tbody td tfoot th thead title tr ul".split(
    " ",
  ),
);

/** The text below a node: white space collapsed, blocks apart, silent elements left out; undefined when blank. */
export function textOf(root: AnyNode): string | undefined {
  let text = "";
  // An explicit stack: untrusted pages nest deeper than ours goes.
  const stack: (AnyNode | " ")[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node === " ") text += " ";
    else if (isText(node)) text += node.data;
    else if ("children" in node) {
      if (isTag(node)) {
        if (SILENT.has(node.name)) continue;
        if (BLOCK.has(node.name)) {
          text += " ";
          stack.push(" ");
        }
      }
      for (let i = node.children.length - 1; i >= 0; i -= 1) {
        const child = node.children[i];
        if (child) stack.push(child);
      }
    }
  }
  return text.replace(/[\s\u00a0\u200b\u200e\u200f\ufeff]+/g, " ").trim() || undefined;
}
