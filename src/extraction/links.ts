import { Element, Text } from "domhandler";
import { absoluteUrl } from "./address.ts";
import { collapse } from "./characters.ts";
import type { PageLink } from "./page.ts";
import type { Tree } from "./tree.ts";

const MAX_LINKS = 20_000;
const MAX_TEXT = 300;

/**
 * The page's links in document order, furniture's too, absolute and without fragments, each address once with its first
 * text, or with "" where no texts are wanted.
 */
export function linksOf(tree: Tree, base: string, texts = true): PageLink[] {
  const links = new Map<string, string>();
  /** Links to a menu's pages come again and again as they were written before. */
  const written = new Map<string, string | undefined>();
  for (const element of tree.elements) {
    if (links.size >= MAX_LINKS) break;
    const { name, attribs } = element;
    if (name !== "a" && name !== "area" && name !== "frame") continue;
    const address = name === "frame" ? attribs["src"] : attribs["href"];
    if (address === undefined || address.trimStart().startsWith("#")) continue;
    let url = written.get(address);
    if (url === undefined && !written.has(address)) {
      url = absoluteUrl(address, base)?.replace(/#.*$/, "");
      written.set(address, url);
    }
    if (url && !links.get(url)) links.set(url, texts ? saying(element) : "");
  }
  return [...links].map(([url, text]) => ({ url, text }));
}

function saying(link: Element): string {
  let text = "";
  let described: string | undefined;
  const stack: unknown[] = [link];
  for (let node = stack.pop(); node && text.length < 2 * MAX_TEXT; node = stack.pop()) {
    if (node instanceof Text) text += ` ${node.data}`;
    else if (node instanceof Element && !["script", "style", "svg", "noscript"].includes(node.name)) {
      if (node.name === "img") described ??= collapse(node.attribs["alt"]);
      for (let i = node.children.length - 1; i >= 0; i -= 1) stack.push(node.children[i]);
    }
  }
  return (collapse(text) ?? described ?? collapse(link.attribs["aria-label"] ?? link.attribs["title"]) ?? "").slice(
    0,
    MAX_TEXT,
  );
}
