import { type ChildNode, Document, Element, Text } from "domhandler";
import { decodeHTML } from "entities";
import { emptySpan, PageElement } from "./element.ts";
import { Pictures } from "./pictures.ts";
import { ENDED_BY, TEXT_ONLY, VOID, WITH_ENTITIES } from "./rules.ts";
import { afterClosing, afterComment, closingOf, markAt, measureTag, nameEnd, type TagEnd } from "./scan.ts";

/*
 * Pages into trees of domhandler's nodes, in one pass that jumps from mark to mark. htmlparser2 reads the same, but visits
 * every character, and its stack of open elements makes a page of deeply nested ones cost the square of its length.
 * Left out, for no reader asks for them: scripts, styles, comments, declarations, and what pictures (svg) hold.
 */

/** Browsers nest no deeper either; what is deeper becomes a sibling. */
const MAX_DEPTH = 512;

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
  private readonly pictures = new Pictures();
  private at = 0;
  private readonly span = emptySpan();
  private readonly tag: TagEnd = { end: 0, selfClosing: false };

  constructor(html: string) {
    this.html = html;
  }

  read(): Document {
    const { html } = this;
    let text = 0;
    while (this.at < html.length) {
      const less = html.indexOf("<", this.at);
      if (less < 0) break;
      const mark = markAt(html, less);
      if (!mark) {
        this.at = less + 1;
        continue;
      }
      this.text(text, less);
      if (mark === "closing") this.close(less + 2);
      else if (mark === "element") this.element(less + 1);
      else this.at = afterComment(html, less);
      text = this.at;
    }
    this.text(text, html.length);
    return this.root;
  }

  private text(from: number, to: number): void {
    if (to <= from || this.pictures.inside) return;
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

  private nameAt(from: number): string {
    this.at = nameEnd(this.html, from);
    return this.html.slice(from, this.at).toLowerCase();
  }

  private close(from: number): void {
    const name = this.nameAt(from);
    this.at = afterClosing(this.html, this.at);
    if (this.pictures.inside && !this.pictures.leftBy(name, this.isOpen)) return;
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
    else if (place > 0) while (this.open.length > place) this.closeLast();
  }

  private readonly isOpen = (name: string): boolean => this.placeOf(name) > 0;

  /** Where the innermost open element of the name stands; 0 when none is open. */
  private placeOf(name: string): number {
    for (let place = this.open.length - 1; place > 0; place -= 1) if (nameOf(this.open[place]) === name) return place;
    return 0;
  }

  private closeLast(): void {
    if (nameOf(this.open.pop()) === "form") this.forms -= 1;
  }

  private element(from: number): void {
    const name = this.nameAt(from);
    const begin = this.at;
    const whole = measureTag(this.html, begin, this.tag, this.span);
    const { end, selfClosing } = this.tag;
    this.at = end;
    if (!whole) return;
    if (name === "script" || name === "style") {
      this.at = closingOf(this.html, end, name).end;
      return;
    }
    if (this.pictures.inside && !this.pictures.endedBy(name, selfClosing)) return;
    if (name === "form" && this.forms > 0) return;
    const ended = ENDED_BY.get(name);
    if (ended && this.beyond === 0) while (ended.has(nameOf(this.open[this.open.length - 1]))) this.closeLast();
    const element = new PageElement(name, this.html, begin);
    this.append(element);
    if (VOID.has(name)) return;
    if (name === "svg") {
      if (!selfClosing) this.pictures.begin();
    } else if (TEXT_ONLY.has(name)) this.textOnly(element);
    else if (this.open.length >= MAX_DEPTH) this.beyond += 1;
    else {
      this.open.push(element);
      if (name === "form") this.forms += 1;
    }
  }

  private textOnly(element: Element): void {
    const { start, end } = closingOf(this.html, this.at, element.name);
    const content = this.html.slice(this.at, start);
    this.at = end;
    if (!content) return;
    const text = new Text(WITH_ENTITIES.has(element.name) ? decoded(content) : content);
    text.parent = element;
    element.children.push(text);
  }
}

const nameOf = (node: Document | Element | undefined): string => (node && "name" in node ? node.name : "");

const decoded = (text: string): string => (text.includes("&") ? decodeHTML(text) : text);
