import { decodeHTMLAttribute } from "entities";
import { GREATER, isSpace, SLASH } from "./marks.ts";

/* The attributes of a tag, which begin where its name ends. Of two with one name the first counts; one without a value has a blank one. */

const EQUALS = 61;
const CLASS = "class";
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;

export type Attributes = Record<string, string>;

/** Names as they are written in small letters, each to itself, so that nothing is kept of the page's own text. */
export type Wanted = ReadonlyMap<string, string>;

/** Where an attribute begins, its name ends, its value begins and ends, and where the next attribute may begin. */
interface Span {
  from: number;
  nameEnd: number;
  begin: number;
  end: number;
  next: number;
}

function afterSpace(html: string, from: number): number {
  let at = from;
  while (isSpace(html.charCodeAt(at))) at += 1;
  return at;
}

const endsAttribute = (code: number): boolean => code === EQUALS || code === GREATER || code === SLASH || isSpace(code);

/** Measures the attribute that begins at `from`. */
function measure(html: string, from: number, span: Span): void {
  let to = from + 1;
  for (let code = html.charCodeAt(to); code > GREATER || !(endsAttribute(code) || to >= html.length); )
    code = html.charCodeAt(++to);
  span.from = from;
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

const emptySpan = (): Span => ({ from: 0, nameEnd: 0, begin: 0, end: 0, next: 0 });

/** The value that stands between two places, entities decoded. */
export function valueBetween(html: string, begin: number, end: number): string {
  const value = html.slice(begin, end);
  return value.includes("&") ? decodeHTMLAttribute(value) : value;
}

const valueAt = (html: string, { begin, end }: Span): string => valueBetween(html, begin, end);

/** Reads tags of one page one after the other: each stands in the reader until the next. */
export class TagReader {
  /** Where its attributes begin. */
  from = 0;
  /** Behind its `>`. */
  end = 0;
  selfClosing = false;
  /** Those of its attributes that are wanted. */
  attribs: Attributes = {};
  /** Where the value of its `class` begins and ends, for one that wants no attributes yet; -1 where it has none. */
  classBegin = -1;
  classEnd = -1;
  readonly #html: string;
  readonly #wanted: Wanted | undefined;
  readonly #longest: number;
  readonly #span = emptySpan();

  /** Without `wanted` the attributes are passed over. */
  constructor(html: string, wanted: Wanted | undefined) {
    this.#html = html;
    this.#wanted = wanted;
    this.#longest = wanted ? longestOf(wanted) : 0;
  }

  /** Reads the tag whose attributes begin at `from`; false when the page ends within it. */
  read(from: number): boolean {
    const html = this.#html;
    const span = this.#span;
    const wanted = this.#wanted;
    this.from = from;
    if (wanted) this.attribs = {};
    else this.classBegin = -1;
    let slash = false;
    for (let at = from; ; ) {
      const code = html.charCodeAt(at);
      if (code === GREATER) {
        this.end = at + 1;
        this.selfClosing = slash;
        return true;
      }
      if (code === SLASH) {
        slash = true;
        at += 1;
      } else if (isSpace(code)) at += 1;
      else if (at >= html.length) break;
      else {
        slash = false;
        measure(html, at, span);
        if (wanted) this.#keep(wanted, this.attribs);
        else if (this.classBegin < 0 && isClass(html, span)) {
          this.classBegin = span.begin;
          this.classEnd = span.end;
        }
        at = span.next;
      }
    }
    this.end = html.length;
    return false;
  }

  #keep(wanted: Wanted, attribs: Attributes): void {
    const { from, nameEnd } = this.#span;
    if (nameEnd - from > this.#longest) return;
    const name = wanted.get(smallName(this.#html, from, nameEnd));
    if (name !== undefined && attribs[name] === undefined) attribs[name] = valueAt(this.#html, this.#span);
  }
}

const isClass = (html: string, { from, nameEnd }: Span): boolean =>
  nameEnd - from === CLASS.length &&
  (html.startsWith(CLASS, from) || html.slice(from, nameEnd).toLowerCase() === CLASS);

const lengths = new WeakMap<Wanted, number>();

function longestOf(wanted: Wanted): number {
  let longest = lengths.get(wanted);
  if (longest === undefined) {
    longest = Math.max(...[...wanted.keys()].map((name) => name.length));
    lengths.set(wanted, longest);
  }
  return longest;
}

/** A name in small letters. */
function smallName(html: string, from: number, to: number): string {
  const written = html.slice(from, to);
  for (let at = from; at < to; at += 1) {
    const code = html.charCodeAt(at);
    if ((code >= 65 && code <= 90) || code > 127) return written.toLowerCase();
  }
  return written;
}

/** Calls back for each attribute of the tag whose name ends at `from`, as long as true is answered. */
function eachAttribute(html: string, from: number, visit: (span: Span) => boolean): void {
  const span = emptySpan();
  for (let at = from; at < html.length; ) {
    const code = html.charCodeAt(at);
    if (code === GREATER) return;
    if (code === SLASH || isSpace(code)) {
      at += 1;
      continue;
    }
    measure(html, at, span);
    if (!visit(span)) return;
    at = span.next;
  }
}

/** All attributes of the tag whose name ends at `from`. */
export function attributesOf(html: string, from: number): Attributes {
  const all: Attributes = {};
  eachAttribute(html, from, (span) => {
    const name = smallName(html, span.from, span.nameEnd);
    if (!Object.hasOwn(all, name)) all[name] = valueAt(html, span);
    return true;
  });
  return all;
}

/** One attribute of the tag whose name ends at `from`, without reading the others. */
export function attributeOf(html: string, from: number, wanted: string): string | undefined {
  let value: string | undefined;
  eachAttribute(html, from, (span) => {
    if (span.nameEnd - span.from !== wanted.length || smallName(html, span.from, span.nameEnd) !== wanted) return true;
    value = valueAt(html, span);
    return false;
  });
  return value;
}
