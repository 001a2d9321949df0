import { Element, type ParentNode, Text } from "domhandler";
import { collapse } from "./characters.ts";
import { isWithin, rawText, type Tree } from "./tree.ts";

/** A short text that stands by itself. */
export interface Line {
  readonly element: Element;
  readonly text: string;
}

/** So many elements before the heading and behind it are looked at. */
const BEFORE = 100;
const BEHIND = 250;
const MAX_LINE = 240;
const MAX_HEADINGS = 40;
/** Lines of so many words at most say a field, not a sentence. */
const MAX_WORDS = 25;

const SILENT = new Set([
  "script",
  "style",
  "template",
  "svg",
  "title",
  "head",
  "select",
  "option",
  "button",
  "meta",
  "link",
  "textarea",
]);
const APART =
  /(?:^|[\s_-])(?:comments?|reviews?|testimonials?|related|recommend\w*|sidebar|disqus|respond|footer|newsletter|carousel|trending|popular|latest)(?:$|[\s_-])/i;
const OUTSIDE = new Set(["nav", "footer", "aside", "blockquote", "dialog", "pre"]);
const APART_TYPE = /Review|Comment|Rating|Testimonial/;

/** The short lines around the page's heading, in their order; those of its beginning where it has none. */
export function linesNearHeading({ elements }: Tree, title: string | undefined): Line[] {
  const headings = elements.flatMap((element, at) => (element.name === "h1" ? at : [])).slice(0, MAX_HEADINGS);
  const titled = headings.find((at) => {
    const heading = elements[at];
    return title && heading && !isOutside(heading) && collapse(rawText(heading, 1000))?.includes(title);
  });
  // What has the page's heading in it is its content, whatever it is called: "newsletter-post", "with-sidebar".
  for (let at = elements[titled ?? -1]?.parent; at instanceof Element; at = at.parent) known.set(at, false);
  const heading = titled ?? headings.find((at) => elements[at] && !isApart(elements[at])) ?? -1;
  const body = elements.findIndex(({ name }) => name === "body");
  const from = Math.max(body + 1, heading - BEFORE);
  const taken = new Set<ParentNode>();
  const lines: Line[] = [];
  for (const element of elements.slice(from, Math.max(heading, from) + BEHIND)) {
    if (element.parent && taken.has(element.parent)) {
      taken.add(element);
      continue;
    }
    if (SILENT.has(element.name) || !element.children.some((child) => child instanceof Text && /\S/.test(child.data)))
      continue;
    if (isApart(element)) continue;
    const text = collapse(rawText(element, MAX_LINE));
    if (!text || text.length >= MAX_LINE || text.split(" ").length > MAX_WORDS) continue;
    taken.add(element);
    lines.push({ element, text });
  }
  return lines;
}

/** Whether an element is furniture or quoted, whatever it is called. */
const isOutside = (element: Element): boolean => isWithin(element, ({ name }) => OUTSIDE.has(name));

/** What has been asked. */
const known = new WeakMap<Element, boolean>();

/** Whether an element stands among comments, reviews, further stories or in the furniture of the page. */
export function isApart(element: Element): boolean {
  const before = known.get(element);
  if (before !== undefined) return before;
  const { name, parent, attribs } = element;
  const apart =
    OUTSIDE.has(name) ||
    (attribs["itemtype"] !== undefined && APART_TYPE.test(attribs["itemtype"].slice(0, 200))) ||
    (name !== "body" && (isNamedApart(attribs["class"]) || isNamedApart(attribs["id"]))) ||
    (parent instanceof Element && parent.name !== "html" && isApart(parent));
  known.set(element, apart);
  return apart;
}

const isNamedApart = (name: string | undefined): boolean => name !== undefined && APART.test(name.slice(0, 240));

/** The texts below an element, each to itself; at most so many characters of them. */
export function piecesOf(element: Element, limit: number): string[] {
  const pieces: string[] = [];
  let left = limit;
  let visited = 0;
  const stack: unknown[] = [element];
  for (let node = stack.pop(); node && left > 0 && visited < limit; node = stack.pop()) {
    visited += 1;
    if (node instanceof Text) {
      left -= node.data.length;
      const piece = collapse(node.data.slice(0, limit));
      if (piece) pieces.push(piece);
    } else if (node instanceof Element && node.attribs["itemprop"] === "name" && node.attribs["content"])
      pieces.push(node.attribs["content"].slice(0, limit));
    else if (node instanceof Element && !SILENT.has(node.name))
      for (let at = node.children.length - 1; at >= 0; at -= 1) stack.push(node.children[at]);
  }
  return pieces;
}
