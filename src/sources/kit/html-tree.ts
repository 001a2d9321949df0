import { type ChildNode, Document, Element, Text } from "domhandler";
import { decodeHTML } from "entities";
import { emptySpan, isSpace, measure, PageElement } from "./html-element.ts";

/*
 * Pages into trees of domhandler's nodes, in one pass that jumps from mark to mark. htmlparser2 reads the same, but visits
 * every character, and its stack of open elements makes a page of deeply nested ones cost the square of its length.
 * Left out, for no reader asks for them: scripts, styles, comments, declarations, and what pictures (svg) hold.
 */

const names = (words: string): ReadonlySet<string> => new Set(words.split(" "));

const VOID = names(
  "area base basefont br col command embed frame hr img input keygen link meta param source track wbr",
);

/** Elements whose content is text whatever it looks like; that of the first two has entities. */
const TEXT_ONLY = names("textarea title iframe noembed noframes xmp");
const WITH_ENTITIES = names("textarea title");

const PARAGRAPH = names("p");
const HEADING = names("h1 h2 h3 h4 h5 h6 p");
const CELL = names("td th");
const SECTION = names("thead tbody");

/** The elements that end when another begins inside them (HTML standard, optional tags), as far as one level up. */
const ENDED_BY: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...[
    ..."address article aside blockquote details div dl fieldset figcaption figure footer form header hr main nav ol p pre section table ul".split(
      " ",
    ),
  ].map((name) => [name, PARAGRAPH] as const),
  ...["h1", "h2", "h3", "h4", "h5", "h6"].map((name) => [name, HEADING] as const),
  ["tr", names("tr th td")],
  ["th", CELL],
  ["td", CELL],
  ["tbody", SECTION],
  ["tfoot", SECTION],
  ["body", names("head")],
  ["a", names("a")],
  ["li", names("li")],
  ["option", names("option")],
  ["optgroup", names("optgroup option")],
  ["dd", names("dd dt")],
  ["dt", names("dd dt")],
  ["rt", names("rt rp")],
  ["rp", names("rt rp")],
]);

/** Elements that end a picture somebody forgot to close (HTML standard, foreign content). */
const BREAKS_OUT = names(
  "b blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li menu meta ol p pre s small span strong strike sub sup table tt u ul var",
);

/** Browsers nest no deeper either; what is deeper becomes a sibling. */
const MAX_DEPTH = 512;

const GREATER = 62;
const SLASH = 47;

const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;

/** Reads a page, broken or not; the time is linear in its length. */
export function htmlTree(html: string): Document {
  return new TreeReader(html).read();
}

class TreeReader {
  private readonly html: string;
  private readonly root = new Document([]);
  private readonly open: (Document | Element)[] = [this.root];
  /** How many elements are open beyond the depth that is kept. */
  private beyond = 0;
  private forms = 0;
  /** How many pictures, and foreign objects within them, are open. */
  private pictures = 0;
  private foreign = 0;
  private at = 0;
  private readonly span = emptySpan();

  constructor(html: string) {
    this.html = html;
  }

  read(): Document {
    const { html } = this;
    let text = 0;
    while (this.at < html.length) {
      const less = html.indexOf("<", this.at);
      if (less < 0) break;
      const code = html.charCodeAt(less + 1);
      const closing = code === SLASH && isLetter(html.charCodeAt(less + 2));
      if (!closing && !isLetter(code) && code !== SLASH && code !== 33 && code !== 63) {
        this.at = less + 1;
        continue;
      }
      this.text(text, less);
      if (closing) this.close(less + 2);
      else if (isLetter(code)) this.element(less + 1);
      else this.at = this.afterComment(less);
      text = this.at;
    }
    this.text(text, html.length);
    return this.root;
  }

  private text(from: number, to: number): void {
    if (to <= from || this.pictures > 0) return;
    this.append(new Text(decoded(this.html.slice(from, to))));
  }

  private append(node: ChildNode): void {
    const parent = this.open[this.open.length - 1] ?? this.root;
    const before = parent.children[parent.children.length - 1];
    if (before) {
      before.next = node;
      node.prev = before;
    }
    node.parent = parent;
    parent.children.push(node);
  }

  /** Where a comment, declaration or instruction ends: an unclosed one at the end of the page. */
  private afterComment(less: number): number {
    const comment = this.html.startsWith("<!--", less);
    const end = comment ? this.html.indexOf("-->", less + 2) : this.html.indexOf(">", less);
    return end < 0 ? this.html.length : end + (comment ? 3 : 1);
  }

  private nameAt(from: number): string {
    const { html } = this;
    let to = from + 1;
    for (let code = html.charCodeAt(to); to < html.length; code = html.charCodeAt(++to))
      if (code === GREATER || code === SLASH || isSpace(code)) break;
    this.at = to;
    return html.slice(from, to).toLowerCase();
  }

  private close(from: number): void {
    const name = this.nameAt(from);
    const end = this.html.indexOf(">", this.at);
    this.at = end < 0 ? this.html.length : end + 1;
    if (this.pictures > 0 && !this.leaves(name)) return;
    if (name === "br") {
      this.append(new Element("br", {}));
      return;
    }
    if (this.beyond > 0) {
      this.beyond -= 1;
      return;
    }
    const place = this.placeOf(name);
    if (place === 0 && name === "p") this.append(new Element("p", {}));
    else this.closeTo(place);
  }

  /** Closes what is within pictures; true when the picture is left open and something around it ends. */
  private leaves(name: string): boolean {
    if (name === "svg") this.pictures -= 1;
    else if (name === "foreignobject") this.foreign = Math.max(0, this.foreign - 1);
    else if (this.foreign === 0 && this.placeOf(name) > 0) {
      this.pictures = 0;
      return true;
    }
    if (this.pictures === 0) this.foreign = 0;
    return false;
  }

  /** Where the innermost open element of the name stands; 0 when none is open. */
  private placeOf(name: string): number {
    for (let place = this.open.length - 1; place > 0; place -= 1) if (nameOf(this.open[place]) === name) return place;
    return 0;
  }

  private closeTo(place: number): void {
    if (place > 0) while (this.open.length > place) this.closeLast();
  }

  private closeLast(): void {
    if (nameOf(this.open.pop()) === "form") this.forms -= 1;
  }

  private element(from: number): void {
    const name = this.nameAt(from);
    const begin = this.at;
    const selfClosing = this.afterAttributes();
    if (selfClosing === undefined) return;
    if (name === "script" || name === "style") {
      this.at = this.afterText(name).end;
      return;
    }
    if (this.pictures > 0 && !this.endsPicture(name, selfClosing)) return;
    if (name === "form" && this.forms > 0) return;
    const ended = ENDED_BY.get(name);
    if (ended && this.beyond === 0) while (ended.has(nameOf(this.open[this.open.length - 1]))) this.closeLast();
    const element = new PageElement(name, this.html, begin);
    this.append(element);
    if (VOID.has(name)) return;
    if (name === "svg") this.pictures = selfClosing ? 0 : 1;
    else if (TEXT_ONLY.has(name)) this.textOnly(element);
    else if (this.open.length >= MAX_DEPTH) this.beyond += 1;
    else {
      this.open.push(element);
      if (name === "form") this.forms += 1;
    }
  }

  /** Takes note of what opens within a picture; true when the element cannot be in one, so that the picture has ended. */
  private endsPicture(name: string, selfClosing: boolean): boolean {
    if (this.foreign === 0 && BREAKS_OUT.has(name)) {
      this.pictures = 0;
      return true;
    }
    if (selfClosing) return false;
    if (name === "svg") this.pictures += 1;
    if (name === "foreignobject") this.foreign += 1;
    return false;
  }

  private textOnly(element: Element): void {
    const { start, end } = this.afterText(element.name);
    const content = this.html.slice(this.at, start);
    this.at = end;
    if (!content) return;
    const text = new Text(WITH_ENTITIES.has(element.name) ? decoded(content) : content);
    text.parent = element;
    element.children.push(text);
  }

  /** Where a text-only element's closing tag stands, and where it ends: an unclosed one runs to the end of the page. */
  private afterText(name: string): { start: number; end: number } {
    const { html } = this;
    for (let start = html.indexOf("</", this.at); start >= 0; start = html.indexOf("</", start + 2)) {
      const after = html.charCodeAt(start + 2 + name.length);
      if (after !== GREATER && after !== SLASH && !isSpace(after)) continue;
      if (html.slice(start + 2, start + 2 + name.length).toLowerCase() !== name) continue;
      const end = html.indexOf(">", start);
      return { start, end: end < 0 ? html.length : end + 1 };
    }
    return { start: html.length, end: html.length };
  }

  /** Goes to a tag's end: whether the tag closes itself; undefined when the page ends within it. */
  private afterAttributes(): boolean | undefined {
    const { html, span } = this;
    for (let at = this.at, slash = false; ; ) {
      const code = html.charCodeAt(at);
      if (code === GREATER) {
        this.at = at + 1;
        return slash;
      }
      if (Number.isNaN(code)) {
        this.at = html.length;
        return undefined;
      }
      slash = code === SLASH;
      if (slash || isSpace(code)) at += 1;
      else {
        measure(html, at, span);
        at = span.next;
      }
    }
  }
}

const nameOf = (node: Document | Element | undefined): string => (node && "name" in node ? node.name : "");

const decoded = (text: string): string => (text.includes("&") ? decodeHTML(text) : text);
