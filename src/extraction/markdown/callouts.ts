import type { Element } from "domhandler";
import { classesOf, elementsIn, findIn, parentOf } from "../elements.ts";

/** The kinds that GitHub knows, by what generators call theirs. */
const KINDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    NOTE: "note info information hint-info seealso abstract summary example question help todo",
    TIP: "tip hint success check done best-practice protip",
    IMPORTANT: "important attention key",
    WARNING: "warning warn deprecated alert-warning exclamation",
    CAUTION: "caution danger error bug fail failure critical stop",
  }).flatMap(([kind, words]) => words.split(" ").map((word): [string, string] => [word, kind])),
);

/** What boxes are called that say more than the text around them. */
const FAMILY =
  /(?:^|[\s_-])(?:admonition(?:block)?|markdown-alert|alert|alerts|callout|notice|notecard|custom-block|hint|message|starlight-aside|aside|infobox|infoblock|information-macro|panel|docs-note|remark|box|flash|banner-note|theme-admonition|blockquote)(?:[\s_-]|$)/i;
/** A class of one word that is a kind by itself. */
const BY_ITSELF = /^(?:note|tip|important|warning|caution|danger|attention|notice|hint|info)$/i;
const BOXES = new Set(["div", "aside", "section", "blockquote", "p", "details", "dl", "table", "article"]);
const TITLE = /(?:^|[\s_-])(?:title|heading|header|label|caption|hd)(?:[\s_-]|$)/i;

/** A box that is set apart from the text, and what it says of itself. */
export interface Callout {
  /** As GitHub names it; absent where its name says none. */
  readonly kind: string | undefined;
  readonly title: Element | undefined;
}

/** The callout that an element is; undefined for all others. */
export function calloutOf(element: Element): Callout | undefined {
  if (!BOXES.has(element.name)) return undefined;
  const stated = element.attribs["data-callout"] ?? element.attribs["data-admonition"];
  const names = classesOf(element);
  if (stated === undefined && !names) return undefined;
  const words = names.split(/\s+/);
  const isBox = stated !== undefined || (FAMILY.test(names) && !/(?:^|\s)alert-dismissible/.test(names));
  const single = words.find((word) => BY_ITSELF.test(word) && (words.length < 3 || element.name !== "p"));
  const named = isBox ? (kindOf(stated) ?? kindAmong(words)) : kindOf(single);
  const isAdmonition = /(?:^|\s)(?:admonition|callout|custom-block)(?:\s|$)/i.test(names);
  if (named === undefined && !isAdmonition) return undefined;
  if (!isBox && element.name === "p" && words.length > 2) return undefined;
  return { kind: named, title: titleOf(element) };
}

const kindOf = (word: string | undefined): string | undefined =>
  word === undefined ? undefined : KINDS.get(word.toLowerCase());

/** The kind that is one of the words, or the end of one: `alert-warning`, `markdown-alert-tip`. */
function kindAmong(words: readonly string[]): string | undefined {
  for (const word of words) {
    const whole = kindOf(word);
    if (whole !== undefined) return whole;
  }
  for (const word of words) {
    if (!FAMILY.test(word)) continue;
    const last = kindOf(/[-_]{1,2}([a-z]+)$/i.exec(word)?.[1]);
    if (last !== undefined) return last;
  }
  return undefined;
}

const MAX_UP = 4;

/** The element that holds its title: the first in it that is called so. */
function titleOf(box: Element): Element | undefined {
  if (box.name === "details") return elementsIn(box).find(({ name }) => name === "summary");
  const title = findIn(box, (inner) => TITLE.test(classesOf(inner)) || (inner.name === "dt" && box.name === "dl"));
  if (!title) return undefined;
  let up = parentOf(title);
  for (let steps = 0; up && up !== box && steps < MAX_UP; steps += 1) up = parentOf(up);
  return up === box ? title : undefined;
}

/** What the icon of a box says, where that is all of its title (AsciiDoc). */
export const iconTitleOf = (box: Element): string | undefined =>
  findIn(
    box,
    ({ name, attribs }) =>
      (name === "i" || name === "img") &&
      (attribs["title"] ?? attribs["alt"]) !== undefined &&
      /icon|admon/i.test(attribs["class"] ?? parentOf(box)?.name ?? ""),
  )?.attribs["title"];

/** The kind as people write it. */
export const isKindName = (words: string, kind: string | undefined): boolean =>
  kind !== undefined && words.toLowerCase().replace(/[\s:!.]/g, "") === kind.toLowerCase();
