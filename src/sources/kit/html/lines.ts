import { isTag, isText } from "domhandler";
import type { El } from "./dom.ts";
import { BLOCK, SILENT } from "./text.ts";

/**
 * The visible text of an element line by line, as its block elements and `<br>` part it: white space collapsed, blank
 * lines, scripts, hidden elements and the elements named in `without` left out.
 */
export function linesOf(el: El, without: ReadonlySet<string> = new Set()): string[] {
  let text = "";
  const stack: (typeof el.node | (typeof el.node.children)[number] | "\n")[] = [el.node];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node === "\n") text += "\n";
    else if (isText(node)) text += node.data.replace(/\s+/g, " ");
    else if ("children" in node) {
      if (isTag(node)) {
        if (SILENT.has(node.name) || without.has(node.name) || isHidden(node.attribs)) continue;
        if (BLOCK.has(node.name) || node.name === "br") {
          text += "\n";
          stack.push("\n");
        }
      }
      for (const child of node.children.toReversed()) stack.push(child);
    }
  }
  return text
    .split("\n")
    .map((line) => line.replace(/[\s\u00a0\u200b\u200e\u200f\ufeff]+/g, " ").trim())
    .filter(Boolean);
}

const isHidden = ({ hidden, style }: Readonly<Record<string, string>>): boolean =>
  hidden !== undefined || /display\s*:\s*none/i.test(style ?? "");
