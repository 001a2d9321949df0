import { Element, Text } from "domhandler";
import { BLOCK, isHeading } from "../blocks.ts";
import { classesOf, elementsIn, findIn, parentOf, textIn } from "../elements.ts";
import type { Tree } from "../tree.ts";
import type { Notes } from "./page.ts";

/** A link to a note, by what it or what is around it is called. */
const REFERENCE =
  /(?:^|[\s_-])(?:footnote-?ref(?:erence)?|fnref|noteref|footnote|footnote-link|citation-reference|reference|easy-footnote|endnote-?ref|fn|sdfootnoteanc|sdendnoteanc|ltx_cite|ref|bibr|xref-fn|xref-bibr|simple-footnote|mfn|modern-footnotes-footnote)(?:[\s_-]|$)/i;
const REFERENCE_ROLE = /^(?:doc-noteref|doc-biblioref)$/;
/** A link back from a note. */
const BACK =
  /(?:^|[\s_-])(?:back-?ref|footnote-back(?:ref|link)?|fn-backref|backlink|footnote-return|reversefootnote|data-footnote-backref|easy-footnote-to-top|footnote-backref)(?:[\s_-]|$)/i;
/** What a note is called, or what it stands in. */
const NOTE =
  /(?:^|[\s_-])(?:footnotes?|fn|endnotes?|notes?|references?|citations?|bibliography|biblio|bib(?:item|list)?|refs?|ref-list|sdfootnote\d*|csl-entry|footnote-definition)(?:[\s_-]|\d|$)/i;
const NOTE_ROLE = /^doc-(?:footnotes?|endnotes?|biblioentry|bibliography)$/;
/** `1`, `[1]`, `(a)`, `*`, `iv`, `[Lund71]`. */
const MARK = /^[[({]?\s*(?:\d{1,4}|[a-z]|[ivxlc]{1,6}|[*†‡§¶#]{1,4}|(?:note|n|fn|N\.?B\.?|nb)\s?\d{1,3})\s*[\])}.]?$/i;
const MAX_LABEL = 40;
const MAX_NOTE_CHARS = 6_000;
const OWNERS = new Set(["li", "p", "div", "aside", "dd", "tr", "blockquote", "section"]);

export const NO_NOTES: Notes = { references: new Map(), notes: new Map(), backlinks: new Set() };

/** The footnotes, endnotes and references of a page: notes that something points to, in the order of their references. */
export function notesOf({ elements }: Tree): Notes {
  const links = elements.filter(({ name, attribs }) => name === "a" && isFragment(attribs["href"]));
  if (links.length === 0) return NO_NOTES;
  const wanted = new Set(links.map(fragmentOf));
  const byId = new Map<string, Element>();
  const place = new Map<Element, number>();
  elements.forEach((element, at) => {
    place.set(element, at);
    const id = element.attribs["id"] ?? (element.name === "a" ? element.attribs["name"] : undefined);
    if (id !== undefined && wanted.has(id) && !byId.has(id)) byId.set(id, element);
  });
  const references = new Map<Element, string>();
  const notes = new Map<Element, string>();
  const labels = new Set<string>();
  for (const link of links) {
    const target = byId.get(fragmentOf(link));
    const note = target && isReference(link) ? noteAt(target, link) : undefined;
    if (!note || (place.get(note) ?? 0) < (place.get(link) ?? 0)) continue;
    let label = notes.get(note);
    if (label === undefined) {
      label = labelFor(link, notes.size + 1, labels);
      notes.set(note, label);
      labels.add(label);
    }
    references.set(link, label);
  }
  return { references, notes, backlinks: backlinksOf(links, byId, references, notes) };
}

const isFragment = (href: string | undefined): boolean =>
  href !== undefined && href.length < 200 && /^#./.test(href.trim());

function fragmentOf({ attribs }: Element): string {
  const id = (attribs["href"] ?? "").trim().slice(1);
  try {
    return decodeURIComponent(id);
  } catch {
    // Not percent-encoded: the id as it stands.
    return id;
  }
}

const said = (element: Element): string => textIn(element, MAX_LABEL + 60).trim();

function isReference(link: Element): boolean {
  const { attribs } = link;
  const text = said(link);
  if (text.length > MAX_LABEL || BACK.test(classesOf(link)) || attribs["data-footnote-backref"] !== undefined)
    return false;
  if (/^(?:doc-backlink)$/.test(attribs["role"] ?? "") || /^[↑↩⤴^]/u.test(text)) return false;
  if (attribs["data-footnote-ref"] !== undefined || REFERENCE_ROLE.test(attribs["role"] ?? "")) return true;
  if (/noteref|biblioref/.test(attribs["epub:type"] ?? "")) return true;
  const parent = parentOf(link);
  const isRaised =
    parent?.name === "sup" || parent?.name === "cite" || elementsIn(link).some(({ name }) => name === "sup");
  const isNamed =
    REFERENCE.test(classesOf(link)) ||
    (parent !== undefined && !BLOCK.has(parent.name) && REFERENCE.test(classesOf(parent)));
  if (isRaised || isNamed) return text !== "" || REFERENCE.test(classesOf(link));
  return MARK.test(text) && /^[[({]/.test(text);
}

/** The element that is the note, where a link's target is one: not a heading, not what holds the link itself. */
function noteAt(target: Element, link: Element): Element | undefined {
  let at: Element | undefined = target;
  while (at && !OWNERS.has(at.name)) {
    if (isHeading(at.name) || at.name === "body" || at.name === "article" || at.name === "main") return undefined;
    if (at.name === "dt") return elementAfter(at, "dd");
    if (at.name === "table") return at;
    at = parentOf(at);
  }
  if (!at) return undefined;
  if (at.name === "section" && !NOTE_ROLE.test(at.attribs["role"] ?? "") && !NOTE.test(classesOf(at))) return undefined;
  for (let up: Element | undefined = link; up; up = parentOf(up)) if (up === at) return undefined;
  if (textIn(at, MAX_NOTE_CHARS).length >= MAX_NOTE_CHARS || findIn(at, ({ name }) => isHeading(name)))
    return undefined;
  return at.name === "li" || isNamedNote(at) || hasBackMark(at, link) ? at : undefined;
}

function elementAfter(element: Element, name: string): Element | undefined {
  for (let next = element.next; next; next = next.next)
    if (next instanceof Element) return next.name === name ? next : undefined;
  return undefined;
}

/** Whether an element or one of the few around it says that it holds notes. */
function isNamedNote(element: Element): boolean {
  let at: Element | undefined = element;
  for (let up = 0; at && up < 4 && at.name !== "body"; up += 1, at = parentOf(at))
    if (NOTE_ROLE.test(at.attribs["role"] ?? "") || NOTE.test(` ${classesOf(at)} ${at.attribs["id"] ?? ""} `))
      return true;
  return false;
}

/** Whether a note begins with the mark that its reference has, or leads back. */
function hasBackMark(note: Element, link: Element): boolean {
  const mark = bare(said(link));
  const start = bare(textIn(note, 60));
  if (mark !== "" && start.startsWith(mark)) return true;
  const id = link.attribs["id"] ?? parentOf(link)?.attribs["id"] ?? link.attribs["name"];
  return (
    id !== undefined && findIn(note, ({ name, attribs }) => name === "a" && attribs["href"] === `#${id}`) !== undefined
  );
}

const bare = (text: string): string => text.replace(/[\s[\](){}.:]/g, "");

/** A label as the reference has it, or its place among the notes where it has none that Markdown takes. */
function labelFor(link: Element, place: number, taken: ReadonlySet<string>): string {
  const text = bare(said(link));
  const label = /^[\p{L}\p{N}][\p{L}\p{N}_+-]{0,29}$/u.test(text) ? text : String(place);
  for (let count = 1, free = label; ; count += 1, free = `${label}-${count}`) if (!taken.has(free)) return free;
}

/** Links within notes that lead to a reference, or say so. */
function backlinksOf(
  links: readonly Element[],
  byId: ReadonlyMap<string, Element>,
  references: ReadonlyMap<Element, string>,
  notes: ReadonlyMap<Element, string>,
): Set<Element> {
  const back = new Set<Element>();
  if (notes.size === 0) return back;
  for (const link of links) {
    if (references.has(link)) continue;
    const { attribs } = link;
    const target = byId.get(fragmentOf(link));
    const leads =
      BACK.test(classesOf(link)) ||
      attribs["data-footnote-backref"] !== undefined ||
      attribs["role"] === "doc-backlink" ||
      (target !== undefined && isAtReference(target, references));
    if (leads && isWithinNote(link, notes)) back.add(link);
  }
  return back;
}

function isAtReference(target: Element, references: ReadonlyMap<Element, string>): boolean {
  if (references.has(target) || (parentOf(target) && references.has(parentOf(target) ?? target))) return true;
  return (
    findIn(target, (inner) => references.has(inner)) !== undefined ||
    (target.name === "a" && isBesideReference(target, references))
  );
}

function isBesideReference(anchor: Element, references: ReadonlyMap<Element, string>): boolean {
  let next = anchor.next;
  for (let step = 0; next && step < 3; step += 1, next = next.next) {
    if (next instanceof Text && next.data.trim() !== "") return false;
    if (next instanceof Element && (references.has(next) || findIn(next, (inner) => references.has(inner))))
      return true;
  }
  return false;
}

function isWithinNote(link: Element, notes: ReadonlyMap<Element, string>): boolean {
  for (let up: Element | undefined = link; up; up = parentOf(up)) {
    if (notes.has(up)) return true;
    // The mark of a note may stand before it: a term, a cell.
    const next = up.name === "dt" ? elementAfter(up, "dd") : undefined;
    if (next && notes.has(next)) return true;
  }
  return false;
}
