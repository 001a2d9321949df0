import { Element, Text } from "domhandler";
import { classesOf, parentOf, textIn, visit } from "../elements.ts";
import type { Hiding } from "./declarations.ts";
import { controlledIn, fadesOn, isFolded } from "./folded.ts";
import { StyleSheet } from "./stylesheet.ts";

/** What nobody sees of a page. */
export interface Hidden {
  /** Elements that are not shown, the outermost of each. */
  readonly elements: ReadonlySet<Element>;
  /** The texts in them. */
  readonly texts: ReadonlySet<Text>;
  readonly sheet: StyleSheet;
}

/** What only readers of screens are told. */
const EAR =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-(?:text|only)|screenreader(?:-only|-text)?|show-for-sr|a11y-hidden|u-visually-hidden|element-invisible|sr_only|assistive-text)(?:\s|$)/i;
/** So long, a text is no label of a sign. */
const MAX_LABEL = 40;
/** A hidden part with so much of a page's text is what its script shows. */
const MOST = 0.5;
const SILENT = new Set([
  "script",
  "style",
  "template",
  "noscript",
  "title",
  "head",
  "svg",
  "math",
  "select",
  "textarea",
  "iframe",
]);

/** Elements that a page hides: by attributes, by their own style, by its own style sheets; not what is folded up. */
export function hiddenIn(elements: readonly Element[], styles: readonly string[]): Hidden {
  const sheet = new StyleSheet(styles);
  const controlled = controlledIn(elements);
  const fades = fadesOn(elements);
  const isForEars = earsOn();
  const found = new Map<Element, Hiding>();
  for (const element of elements) {
    const how = hidingOf(element, sheet, fades, isForEars);
    if (how && !isFormulaPart(element) && !isFolded(element, controlled)) found.set(element, how);
  }
  const outer = [...found].filter(
    ([element, how]) => !isWithin(element, found) && !(how === "ear" && isLabel(element)),
  );
  const hidden = new Set(outer.map(([element]) => element));
  const all = sizeOf(elements);
  const texts = new Set<Text>();
  const kept = new Set<Element>();
  for (const element of hidden) {
    const own = textsIn(element);
    const size = own.reduce((sum, { data }) => sum + data.trim().length, 0);
    if (size > MOST * all) kept.add(element);
    else for (const text of own) texts.add(text);
  }
  for (const element of kept) hidden.delete(element);
  return { elements: hidden, texts, sheet };
}

/** Whether an element's classes say that it is for readers of screens: the same classes come again and again. */
function earsOn(): (element: Element) => boolean {
  const known = new Map<string, boolean>();
  return (element) => {
    const classes = classesOf(element);
    let is = known.get(classes);
    if (is === undefined) {
      is = EAR.test(classes);
      known.set(classes, is);
    }
    return is;
  };
}

function hidingOf(
  element: Element,
  sheet: StyleSheet,
  fades: (element: Element) => boolean,
  isForEars: (element: Element) => boolean,
): Hiding | undefined {
  const { name, attribs } = element;
  if (SILENT.has(name) || name === "body" || name === "html" || name === "link" || name === "meta") return undefined;
  const { hidden, style } = attribs;
  if (hidden !== undefined && hidden.toLowerCase() !== "until-found") return "gone";
  if (attribs["popover"] !== undefined || (name === "dialog" && attribs["open"] === undefined)) return "gone";
  if (attribs["class"] !== undefined && isForEars(element)) return "ear";
  return sheet.hiding(element, style, fades);
}

/** The source of a formula is hidden beside what is drawn of it. */
function isFormulaPart(element: Element): boolean {
  let at: Element | undefined = element;
  for (let up = 0; at && up < 4; up += 1, at = parentOf(at))
    if (
      at.name === "math" ||
      at.name === "mjx-container" ||
      /(?:^|\s)(?:katex|mwe-math-element|MathJax\w*|mwe-math-\w+)/.test(classesOf(at))
    )
      return true;
  return false;
}

function isWithin(element: Element, found: ReadonlyMap<Element, Hiding>): boolean {
  for (let up = parentOf(element); up; up = parentOf(up)) if (found.get(up) === "gone") return true;
  return false;
}

/** Whether what is told to the ear is the word for a sign, which stands there without another. */
function isLabel(element: Element): boolean {
  const own = textsIn(element)
    .map(({ data }) => data.trim())
    .join(" ");
  if (own.length > MAX_LABEL) return false;
  const parent = parentOf(element);
  if (!parent) return false;
  if (PRESSED.has(element.name) || (PRESSED.has(parent.name) && own === textIn(parent, 2 * MAX_LABEL).trim()))
    return true;
  const beside = parent.children.some(
    (child) =>
      child !== element &&
      (child instanceof Text
        ? child.data.trim() !== ""
        : child instanceof Element && textsIn(child).some(({ data }) => /[\p{L}\p{N}]/u.test(data))),
  );
  return !beside && parent.children.some((child) => child instanceof Element && child !== element);
}

/** A sign that is pressed: its word is its only name. */
const PRESSED = new Set(["a", "button"]);

function textsIn(element: Element): Text[] {
  const texts: Text[] = [];
  visit(element, (node) => {
    if (node instanceof Text) texts.push(node);
    return !(node instanceof Element && SILENT.has(node.name));
  });
  return texts;
}

/** Characters of text on a page. */
function sizeOf(elements: readonly Element[]): number {
  let size = 0;
  for (const element of elements)
    if (!SILENT.has(element.name))
      for (const child of element.children) if (child instanceof Text) size += child.data.trim().length;
  return size;
}
