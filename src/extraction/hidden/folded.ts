import { type ChildNode, Element, Text } from "domhandler";
import { classesOf, findIn, namesOf, parentOf } from "../elements.ts";

/* What a page hides until it is asked for, or until its script is through: told by its markup, never by how it moves. */

/** Parts that are folded up, and shown to whoever asks: sections, tabs, the rest of a text. */
const FOLDED =
  /collaps|accord[ie][ao]n|expand|tab-?pane|tab-?panel|spoiler|carousel|swiper|slick|toggle|[\s_-](?:tabs?|tab-?contents?|tabbed\w*|pane|panel|panels|fold\w*|(?:read|show|view|see|load)-?more|more|rest|faq\w*|answers?|reveal\w*|disclosure|details?|slides?|slider|steps?|transcript|truncat\w*|full-?(?:text|story|content))[\s_-]/i;
/** Parts that React sends after the page, and puts where they belong by a script. */
const STREAMED = /^[SB]:[\da-f]+$/;
const CONTROLS = ["aria-controls", "data-bs-target", "data-target", "data-controls"];

/** The ids of what controls of a page show. */
export function controlledIn(elements: readonly Element[]): Set<string> {
  const ids = new Set<string>();
  for (const { name, attribs } of elements) {
    for (const attribute of CONTROLS) {
      const named = attribs[attribute];
      if (named) for (const id of named.slice(0, 400).split(/\s+/)) if (id) ids.add(id.replace(/^#/, ""));
    }
    if (name === "a" && attribs["role"] === "tab" && attribs["href"]?.startsWith("#"))
      ids.add(attribs["href"].slice(1));
  }
  return ids;
}

/** Whether an element is named as one that a script fades in as the page is scrolled. */
const isNamedFading = (element: Element): boolean =>
  element.attribs["data-w-id"] !== undefined ||
  element.attribs["data-aos"] !== undefined ||
  /fade|animat|aos|wow|reveal|motion|gsap|scroll/i.test(classesOf(element));

/**
 * Whether a script fades an element in, so that no opacity says nothing: it is named so, or it stands ready to slide in (no
 * opacity and a shift, in the style attribute) on a page with several such elements, as animation libraries leave them.
 */
export function fadesOn(elements: readonly Element[]): (element: Element) => boolean {
  let several: boolean | undefined;
  return (element) => {
    if (isNamedFading(element)) return true;
    if (!isReady(element)) return false;
    several ??= elements.filter(isReady).length >= SEVERAL;
    return several;
  };
}

const SEVERAL = 3;
function isReady({ attribs }: Element): boolean {
  const { style } = attribs;
  return style !== undefined && NO_OPACITY.test(style) && SHIFT.test(style);
}
const NO_OPACITY = /(?:^|[;\s])opacity\s*:\s*0(?:\.0*)?\s*(?:;|$)/;
const SHIFT = /transform\s*:\s*(?:matrix|translate)/;

/** Whether a hidden element is a section, a tab or the rest of a text that is shown to whoever asks. */
export function isFolded(element: Element, controlled: ReadonlySet<string>): boolean {
  const { attribs } = element;
  const role = attribs["role"];
  if (role === "tabpanel" || (role === "region" && attribs["aria-labelledby"] !== undefined)) return true;
  const { id } = attribs;
  if (id !== undefined && controlled.has(id))
    return role !== "menu" && role !== "dialog" && role !== "tooltip" && element.name !== "nav";
  if ((id !== undefined && STREAMED.test(id)) || isUnfolded(element)) return true;
  if (FOLDED.test(` ${namesOf(element)} `)) return true;
  const parent = parentOf(element);
  return (
    parent?.name === "details" ||
    (parent !== undefined &&
      /[\s_-](?:tabs?|tab-content|accordion\w*|collaps\w*|faq\w*)[\s_-]/i.test(` ${namesOf(parent)} `))
  );
}

/** Whether what stands right before an element is a button, or a heading with one: it shows what follows. */
function isUnfolded(element: Element): boolean {
  if (!FOLDABLE.has(element.name)) return false;
  let before = element.prev;
  while (before && isBetween(before)) before = before.prev;
  if (!(before instanceof Element)) return false;
  return isButton(before) || (!BODIES.has(before.name) && findIn(before, isButton) !== undefined);
}

/** Blanks, and the style sheets that style-in-script libraries write beside each element. */
const isBetween = (node: ChildNode): boolean =>
  node instanceof Text ? node.data.trim() === "" : node instanceof Element && BESIDES.has(node.name);
const BESIDES = new Set(["style", "script", "link", "template"]);

const FOLDABLE = new Set(["div", "section", "ul", "ol", "dd", "article", "table"]);
const BODIES = new Set(["p", "nav", "form", "ul", "ol", "table", "article", "main", "header"]);
const isButton = ({ name, attribs }: Element): boolean =>
  attribs["aria-expanded"] !== undefined ||
  (name === "button" && attribs["type"] !== "submit") ||
  attribs["role"] === "tab" ||
  attribs["role"] === "button";
