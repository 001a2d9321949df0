import { type ChildNode, Element, Text } from "domhandler";
import { elementsIn } from "../elements.ts";
import type { Block, ListItem } from "./nodes.ts";
import type { Walker } from "./page.ts";

/** A list with its numbers: those stated, counted up, or down where it is reversed. */
export function listOf(list: Element, walker: Walker): Block[] {
  const items = elementsIn(list).filter(({ name }) => name === "li");
  if (items.length === 0) return walker.blocks(list);
  const isNumbered = list.name === "ol";
  const step = list.attribs["reversed"] === undefined ? 1 : -1;
  let next = numberOf(list.attribs["start"]) ?? (step === 1 ? 1 : items.length);
  const out: ListItem[] = [];
  const before: Block[] = [];
  for (const child of list.children) {
    if (!(child instanceof Element) || !walker.isKept(child)) {
      if (child instanceof Element && child.name === "li") next = (numberOf(child.attribs["value"]) ?? next) + step;
      continue;
    }
    if (child.name !== "li") {
      // A list in a list, beside its items: it belongs to the one before.
      const blocks = walker.blocks(shellOf(child));
      const last = out.pop();
      if (last) out.push({ ...last, children: [...last.children, ...blocks] });
      else before.push(...blocks);
      continue;
    }
    const number = numberOf(child.attribs["value"]) ?? next;
    next = number + step;
    const note = walker.note(child);
    if (note) {
      before.push(note);
      continue;
    }
    const children = walker.blocks(child);
    const done = doneOf(child);
    if (children.length > 0)
      out.push({ ...(isNumbered && number >= 0 && { number }), ...(done !== undefined && { done }), children });
  }
  return split(before, out);
}

/** Notes stand by themselves, wherever they were listed. */
function split(before: readonly Block[], items: readonly ListItem[]): Block[] {
  const list: Block[] = items.length > 0 ? [{ type: "list", items }] : [];
  return [...list, ...before];
}

/** An element that holds just one other, so that it is read like any other child. */
export function shellOf(child: Element): Element {
  const shell = new Element("div", {});
  shell.children = [child];
  return shell;
}

function numberOf(stated: string | undefined): number | undefined {
  const number = /^\s*(-?\d{1,9})\s*$/.exec(stated ?? "")?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Whether the box at the beginning of an item is ticked; undefined where there is none. */
function doneOf(item: Element): boolean | undefined {
  const first = firstIn(item, 0);
  if (first?.name === "input" && first.attribs["type"]?.toLowerCase() === "checkbox")
    return first.attribs["checked"] !== undefined;
  if (first?.attribs["role"] === "checkbox") return first.attribs["aria-checked"] === "true";
  return undefined;
}

const MAX_DEEP = 6;

/** The first element of an item, before which there is no text. */
function firstIn(element: Element, depth: number): Element | undefined {
  const first: ChildNode | undefined = element.children.find(
    (child) => child instanceof Element || (child instanceof Text && /\S/.test(child.data)),
  );
  if (!(first instanceof Element) || depth > MAX_DEEP) return undefined;
  if (first.name === "input" || first.attribs["role"] === "checkbox") return first;
  if (first.name === "ul" || first.name === "ol") return undefined;
  return firstIn(first, depth + 1);
}
