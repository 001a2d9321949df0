import { decodeHTML } from "entities";
import { TagReader, type Wanted } from "./attributes.ts";
import { afterComment, afterGreater, CDATA, closingOf, GREATER, isLetter, markAt, nameEnd } from "./marks.ts";
import { beginsTextOnly, NONE, SVG, Tag } from "./tags.ts";

/** What a page's markup comes to, in order. */
export interface MarkupHandler {
  /** Whether text is wanted; asked before each. */
  readonly deaf: boolean;
  /** Nothing more is wanted. */
  readonly done: boolean;
  /** `written` is how it stands in the page, until the next; absent where nobody wrote it. */
  open(tag: Tag, written?: TagReader): void;
  /** The innermost open element ends; elements without content end at once. */
  close(): void;
  /** Text, entities decoded; neighbouring pieces belong together. */
  text(data: string): void;
}

/** How a page is read. */
export interface Reading {
  /** The attributes that are handed over. Absent: none is read. */
  readonly attributes?: Wanted | undefined;
  /** Whether a picture ends where an element begins that cannot stand in one, as in browsers, or only where it or what is around it does. */
  readonly endsPictures?: boolean;
}

/**
 * Reads HTML, broken or not, in one pass that jumps from mark to mark, into the same elements and texts as htmlparser2 12
 * does in its HTML mode, which visits every character: the same elements end where others begin (but `<th>` ends a cell as
 * `<td>` does), the same ones hold only text, and names within pictures are written alike. Comments and declarations are
 * left out; a CDATA section, which in HTML hides nothing, is what it holds. What is unclosed runs to the end of the page.
 * The time is linear in the page's length, however it nests.
 */
export class Scanner {
  readonly #html: string;
  readonly #handler: MarkupHandler;
  readonly #endsPictures: boolean;
  readonly #tag: TagReader;
  readonly #tags = new Map<string, Tag>();
  /** By name as it is written. */
  readonly #written = new Map<string, Tag>();
  /** What is open, innermost last. */
  readonly #stack: Tag[] = [];
  /** The foreign content (svg, math) that is open, and what is HTML within it. */
  readonly #contexts: number[] = [];
  #foreign = NONE;
  #at = 0;

  constructor(html: string, handler: MarkupHandler, { attributes, endsPictures = false }: Reading = {}) {
    this.#html = html;
    this.#handler = handler;
    this.#endsPictures = endsPictures;
    this.#tag = new TagReader(html, attributes);
  }

  scan(): void {
    const html = this.#html;
    let text = 0;
    let from = 0;
    while (!this.#handler.done) {
      const less = html.indexOf("<", from);
      if (less < 0) break;
      const mark = markAt(html, less);
      if (!mark) {
        from = less + 1;
        continue;
      }
      this.#text(text, less);
      if (mark === "element") this.#opening(less + 1);
      else if (mark === "closing") this.#closing(less + 2);
      else this.#at = afterComment(html, less);
      text = this.#at;
      from = text;
    }
    if (!this.#handler.done) this.#text(text, html.length);
  }

  #text(from: number, to: number): void {
    if (to > from && !this.#handler.deaf) this.#handler.text(decoded(this.#html.slice(from, to)));
  }

  #closing(from: number): void {
    const html = this.#html;
    // Most tags close what was opened last, and are written as it is.
    const last = this.#stack[this.#stack.length - 1];
    if (last && html.startsWith(last.name, from) && html.charCodeAt(from + last.name.length) === GREATER) {
      this.#at = from + last.name.length + 1;
      this.#pop();
    } else if (isLetter(html.charCodeAt(from))) {
      const tag = this.#tagAt(from);
      if (!tag) return;
      this.#at = afterGreater(html, this.#at);
      this.#close(tag);
    } else this.#at = afterGreater(html, from);
  }

  #close(tag: Tag): void {
    if (tag.isVoid) {
      if (tag.name === "br") this.#empty(tag);
    } else if (tag.open > 0) while (this.#pop() !== tag);
    else if (tag.name === "p") {
      this.#implyEnds(tag);
      this.#empty(tag);
    }
  }

  #empty(tag: Tag): void {
    this.#handler.open(tag);
    this.#handler.close();
  }

  #push(tag: Tag): void {
    tag.open += 1;
    this.#stack.push(tag);
    if (tag.context === undefined) return;
    this.#contexts.push(tag.context);
    this.#foreign = tag.context;
  }

  #pop(): Tag | undefined {
    const tag = this.#stack.pop();
    if (!tag) return undefined;
    tag.open -= 1;
    if (tag.context !== undefined) {
      this.#contexts.pop();
      this.#foreign = this.#contexts[this.#contexts.length - 1] ?? NONE;
    }
    this.#handler.close();
    return tag;
  }

  #implyEnds({ ends, breaksOut }: Tag): void {
    if (breaksOut && this.#endsPictures) while (this.#foreign !== NONE) this.#pop();
    if (!ends) return;
    const stack = this.#stack;
    for (let top = stack[stack.length - 1]; top && ends.has(top.name); top = stack[stack.length - 1]) this.#pop();
  }

  #opening(from: number): void {
    const tag = this.#tagAt(from);
    if (!tag) {
      if (this.#foreign === NONE) this.#unfinished(from);
      return;
    }
    const whole = this.#tag.read(this.#at);
    this.#at = this.#tag.end;
    if (!whole || (tag.isForm && tag.open > 0)) return;
    this.#implyEnds(tag);
    const isTextOnly = tag.isTextOnly && this.#foreign === NONE;
    this.#handler.open(tag, this.#tag);
    if (tag.isVoid) {
      this.#handler.close();
      return;
    }
    this.#push(tag);
    if (this.#tag.selfClosing && this.#foreign !== NONE) this.#pop();
    else if (isTextOnly) this.#textOnly(tag);
  }

  /** A page that ends within a name that may become a text-only one ends in text; any other unfinished tag is left out. */
  #unfinished(from: number): void {
    const begun = this.#html.slice(from);
    if (!this.#handler.deaf && beginsTextOnly(begun.toLowerCase())) this.#handler.text(begun);
  }

  #textOnly(tag: Tag): void {
    const { length } = this.#html;
    const { start, end } =
      tag.name === "plaintext" ? { start: length, end: length } : closingOf(this.#html, this.#at, tag.name);
    const content = this.#handler.deaf ? "" : this.#html.slice(this.#at, start).replaceAll(CDATA, "");
    if (content) this.#handler.text(tag.hasEntities ? decoded(content) : content);
    this.#at = end;
    if (start < length) this.#close(tag);
  }

  /** The tag whose name begins here, the reader being moved behind it; undefined when the page ends within it. */
  #tagAt(from: number): Tag | undefined {
    const html = this.#html;
    const to = nameEnd(html, from);
    this.#at = to;
    if (to >= html.length) return undefined;
    const written = html.slice(from, to);
    let tag = this.#written.get(written);
    if (!tag) {
      tag = this.#named(written.toLowerCase());
      this.#written.set(written, tag);
    }
    if (tag.inSvg !== undefined && this.#contexts.length > 0) {
      const inSvg = this.#named(tag.inSvg);
      if (this.#foreign === SVG || inSvg.open > 0) return inSvg;
    }
    return tag.inHtml !== undefined && this.#foreign === NONE ? this.#named(tag.inHtml) : tag;
  }

  #named(name: string): Tag {
    let tag = this.#tags.get(name);
    if (!tag) {
      tag = new Tag(name);
      this.#tags.set(name, tag);
    }
    return tag;
  }
}

const decoded = (text: string): string => (text.includes("&") ? decodeHTML(text) : text);
