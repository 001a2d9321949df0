import { type AnyNode, type ChildNode, Element, Text } from "domhandler";

/** The words of an element's class. */
export const classesOf = (element: Element): string => element.attribs["class"]?.slice(0, 400) ?? "";

/** An element's class and id, with blanks around each word. */
export const namesOf = (element: Element): string =>
  ` ${classesOf(element)} ${element.attribs["id"]?.slice(0, 200) ?? ""} `;

/** The element around a node. */
export const parentOf = (node: AnyNode): Element | undefined =>
  node.parent instanceof Element ? node.parent : undefined;

export const elementsIn = (element: Element): Element[] =>
  element.children.filter((child): child is Element => child instanceof Element);

/** Every node below an element, in order, until the callback says not to go into one. */
export function visit(element: Element, enter: (node: ChildNode) => boolean | undefined): void {
  const stack = element.children.toReversed();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (enter(node) === false || !(node instanceof Element)) continue;
    for (let at = node.children.length - 1; at >= 0; at -= 1) {
      const child = node.children[at];
      if (child) stack.push(child);
    }
  }
}

/** So many nodes below an element are looked at: the same may be asked at every depth. */
const MAX_LOOKED_AT = 5_000;

/** The first element below one, in order, that passes; only so many are asked. */
export function findIn(element: Element, test: (element: Element) => boolean): Element | undefined {
  const stack: ChildNode[] = element.children.toReversed();
  let asked = 0;
  for (let node = stack.pop(); node && asked < MAX_LOOKED_AT; node = stack.pop(), asked += 1) {
    if (!(node instanceof Element)) continue;
    if (test(node)) return node;
    for (let at = node.children.length - 1; at >= 0; at -= 1) {
      const child = node.children[at];
      if (child) stack.push(child);
    }
  }
  return undefined;
}

/** The text below an element; no more than `limit` characters or nodes of it. */
export function textIn(element: Element, limit = Number.POSITIVE_INFINITY): string {
  let text = "";
  let asked = 0;
  visit(element, (node) => {
    asked += 1;
    if (text.length < limit && asked < limit && node instanceof Text) text += node.data;
    return text.length < limit && asked < limit;
  });
  return text;
}
