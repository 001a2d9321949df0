import { type ChildNode, type Document, Element, Text } from "domhandler";
import { escapeAttribute, escapeText } from "entities";
import { absoluteUrl } from "./address.ts";
import { parentOf } from "./elements.ts";
import type { Content } from "./markdown/page.ts";
import type { Tree } from "./tree.ts";

/** What no reader of the markup wants: code, forms' fields, and what runs in frames. */
const LEFT_OUT = new Set(["script", "style", "template", "noscript", "link", "meta", "iframe", "object", "embed"]);
const VOID = new Set(["area", "br", "col", "hr", "img", "input", "source", "track", "wbr", "amp-img"]);
/** Elements around the page itself. */
const AROUND = new Set(["html", "head", "body"]);
const ADDRESSES = new Set(["href", "src", "poster", "cite"]);
const SETS = new Set(["srcset", "data-srcset"]);
/** A name that can be written as it is. */
const NAME = /^[a-z][\w:.-]*$/i;
/** Characters of the markup that are written; what follows is left out. */
const MAX_CHARS = 5_000_000;

/**
 * Writes the kept part of a page as HTML: its elements with their attributes, addresses absolute, without scripts, styles,
 * comments and event handlers. Pictures that are written out in their address (`data:`) are left out unless `inlined`.
 */
export function writeMarkup({ root }: Tree, { kept }: Content, base: string, inlined = false): string {
  const around = new Set<Element>();
  for (const node of kept) for (let at = parentOf(node); at && !around.has(at); at = parentOf(at)) around.add(at);
  const written: string[] = [];
  let chars = 0;
  const write = (text: string): void => {
    chars += text.length;
    written.push(text);
  };
  /** Nodes to write, with those whose every part is kept because they stand for more than their text; texts are closing tags. */
  const stack: (readonly [ChildNode | string, boolean])[] = childrenOf(root, false);
  for (let next = stack.pop(); next && chars < MAX_CHARS; next = stack.pop()) {
    const [node, whole] = next;
    if (typeof node === "string") write(node);
    else if (node instanceof Text) {
      if (whole || kept.has(node)) write(escapeText(node.data));
      else if (!/\S/.test(node.data)) write(/\n/.test(node.data) ? "\n" : " ");
    } else if (node instanceof Element) {
      const own = whole || (kept.has(node) && !around.has(node));
      const isBreak = node.name === "br" && node.parent instanceof Element && around.has(node.parent);
      if (LEFT_OUT.has(node.name) || !NAME.test(node.name) || !(own || isBreak || around.has(node))) continue;
      if (node.name === "img" && !inlined && isInlined(node)) continue;
      if (AROUND.has(node.name)) stack.push(...childrenOf(node, own));
      else {
        write(`<${node.name}${attributesOf(node, base)}>`);
        if (VOID.has(node.name)) continue;
        stack.push([`</${node.name}>`, false], ...childrenOf(node, own));
      }
    }
  }
  return written
    .join("")
    .replace(/[ \t]*\n\s*/g, "\n")
    .trim();
}

const DATA = /^\s*data:image\//i;

/** A picture that is in the page itself, and nowhere else. */
const isInlined = ({ attribs }: Element): boolean =>
  DATA.test(attribs["src"] ?? "") && attribs["srcset"] === undefined && attribs["data-src"] === undefined;

const childrenOf = ({ children }: Document | Element, whole: boolean): (readonly [ChildNode, boolean])[] =>
  children.toReversed().map((child) => [child, whole] as const);

function attributesOf({ attribs }: Element, base: string): string {
  const written = Object.entries(attribs).map(([name, value]) => {
    if (!NAME.test(name) || /^on/i.test(name) || name === "style" || name === "srcdoc") return "";
    if (SETS.has(name)) return ` ${name}="${escapeAttribute(absoluteSet(value, base))}"`;
    if (!ADDRESSES.has(name)) return ` ${name}="${escapeAttribute(value)}"`;
    const url = value.startsWith("#") || DATA.test(value) ? value : absoluteUrl(value, base);
    return url === undefined ? "" : ` ${name}="${escapeAttribute(url)}"`;
  });
  return written.join("");
}

/** The addresses of a `srcset`, absolute; one that is none goes with what it says of its size. */
const absoluteSet = (set: string, base: string): string =>
  set
    .split(/,\s+/)
    .flatMap((candidate) => {
      const [address = "", ...size] = candidate.trim().split(/\s+/);
      const url = absoluteUrl(address, base);
      return url === undefined ? [] : [[url, ...size].join(" ")];
    })
    .join(", ");
