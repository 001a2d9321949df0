import { Element, NodeWithChildren } from "domhandler";
import { decodeHTMLAttribute } from "entities";

/* A page's elements and their attributes, as the page writes them. */

const SLASH = 47;
const EQUALS = 61;
const GREATER = 62;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;

/** White space as HTML knows it. */
export const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13 && code !== 11);

/** The type that a domhandler element has. */
const { type: TAG } = new Element("div", {});

/** A domhandler element whose attributes are read when somebody asks for one: for most elements nobody does. */
export class PageElement extends NodeWithChildren implements Element {
  readonly type: Element["type"] = TAG;
  readonly nodeType = 1;
  name: string;
  private readonly html: string;
  private readonly from: number;
  private all: Record<string, string> | undefined;
  /** What most selectors ask for, kept; null: not asked for yet. */
  private classes: string | undefined | null = null;

  /** `from` is where the attributes begin in the page. */
  constructor(name: string, html: string, from: number) {
    super([]);
    this.name = name;
    this.html = html;
    this.from = from;
  }

  get tagName(): string {
    return this.name;
  }

  /** Of two attributes with one name the first counts. */
  get attribs(): Record<string, string> {
    if (this.all) return this.all;
    const all: Record<string, string> = {};
    eachAttribute(this.html, this.from, (name, span) => {
      if (!Object.hasOwn(all, name)) all[name] = attributeValue(this.html, span);
      return true;
    });
    this.all = all;
    return all;
  }

  /** One attribute, without reading the others. */
  attribute(wanted: string): string | undefined {
    if (this.all) return Object.hasOwn(this.all, wanted) ? this.all[wanted] : undefined;
    if (wanted !== "class") return this.found(wanted);
    if (this.classes === null) this.classes = this.found("class");
    return this.classes;
  }

  private found(wanted: string): string | undefined {
    let value: string | undefined;
    eachAttribute(this.html, this.from, (name, span) => {
      if (name !== wanted) return true;
      value = attributeValue(this.html, span);
      return false;
    });
    return value;
  }

  get attributes(): { name: string; value: string }[] {
    return Object.entries(this.attribs).map(([name, value]) => ({ name, value }));
  }
}

// `instanceof Element` holds as well: the constructor alone is not Element's, for that would read the attributes.
Object.setPrototypeOf(PageElement.prototype, Element.prototype);

function afterSpace(html: string, from: number): number {
  let at = from;
  while (isSpace(html.charCodeAt(at))) at += 1;
  return at;
}

/** Where an attribute's name ends, its value begins and ends, and where the next attribute may begin. */
export interface Span {
  nameEnd: number;
  begin: number;
  end: number;
  next: number;
}

/** A span to measure into. */
export const emptySpan = (): Span => ({ nameEnd: 0, begin: 0, end: 0, next: 0 });

/** Measures the attribute that begins at `from`; an attribute without a value has a blank one. */
export function measure(html: string, from: number, span: Span): void {
  let to = from + 1;
  for (let code = html.charCodeAt(to); to < html.length; code = html.charCodeAt(++to))
    if (code === EQUALS || code === GREATER || code === SLASH || isSpace(code)) break;
  span.nameEnd = to;
  span.begin = to;
  span.end = to;
  span.next = to;
  const equals = afterSpace(html, to);
  if (html.charCodeAt(equals) !== EQUALS) return;
  const begin = afterSpace(html, equals + 1);
  const quote = html.charCodeAt(begin);
  if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
    const end = html.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", begin + 1);
    span.begin = begin + 1;
    span.end = end < 0 ? html.length : end;
    span.next = span.end + 1;
    return;
  }
  let end = begin;
  for (let code = html.charCodeAt(end); end < html.length; code = html.charCodeAt(++end))
    if (code === GREATER || isSpace(code)) break;
  span.begin = begin;
  span.end = end;
  span.next = end;
}

/** Calls back for each attribute of the tag whose name ends at `from`, as long as true is answered. */
function eachAttribute(html: string, from: number, visit: (name: string, span: Span) => boolean): void {
  const span = emptySpan();
  for (let at = from; at < html.length; ) {
    const code = html.charCodeAt(at);
    if (code === GREATER) return;
    if (code === SLASH || isSpace(code)) {
      at += 1;
      continue;
    }
    measure(html, at, span);
    if (!visit(html.slice(at, span.nameEnd).toLowerCase(), span)) return;
    at = span.next;
  }
}

const attributeValue = (html: string, { begin, end }: Span): string => {
  const value = html.slice(begin, end);
  return value.includes("&") ? decodeHTMLAttribute(value) : value;
};
