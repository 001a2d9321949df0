import { decodeHTML, decodeHTMLAttribute } from "entities";
import { ATTRIBUTES, adjustedName, NONE, Tag, TEXT_ONLY, WITH_ENTITIES } from "./tags.ts";

/** What a page's markup comes to, in order. */
export interface MarkupHandler {
  /** Whether text is wanted; asked before each. */
  readonly deaf: boolean;
  /** Nothing more is wanted. */
  readonly done: boolean;
  open(name: string, attribs: Record<string, string>): void;
  /** The innermost open element ends; elements without content end at once. */
  close(): void;
  /** Text, entities decoded; neighbouring pieces belong together. */
  text(data: string): void;
}

const GREATER = 62;
const SLASH = 47;
const EQUALS = 61;
const BANG = 33;
const QUESTION = 63;
const DASH = 45;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;

const LONGEST_ATTRIBUTE = Math.max(...[...ATTRIBUTES.keys()].map((name) => name.length));

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 9 || code === 12 || code === 13;
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
const endsName = (code: number): boolean => code === GREATER || code === SLASH || isSpace(code);

/**
 * Reads HTML in one pass that jumps from mark to mark, into the same elements and texts as htmlparser2 12 does in its HTML
 * mode, which visits every character: the same elements end where others begin, the same ones hold only text, and names
 * within pictures are written alike. Comments, declarations and CDATA sections are left out, and of the attributes those
 * that nobody asks for (`ATTRIBUTES`). What is unclosed runs to the end of the page.
 */
export class MarkupReader {
  readonly #html: string;
  readonly #handler: MarkupHandler;
  readonly #tags = new Map<string, Tag>();
  /** By name as it is written. */
  readonly #written = new Map<string, Tag>();
  /** What is open, innermost last. */
  readonly #stack: Tag[] = [];
  /** The foreign content (svg, math) that is open, and what is HTML within it. */
  readonly #contexts: number[] = [];
  #foreign = NONE;
  #at = 0;
  #attribs: Record<string, string> = {};
  #selfClosing = false;

  constructor(html: string, handler: MarkupHandler) {
    this.#html = html;
    this.#handler = handler;
  }

  read(): void {
    const html = this.#html;
    let text = 0;
    let from = 0;
    while (!this.#handler.done) {
      const less = html.indexOf("<", from);
      if (less < 0) break;
      const code = html.charCodeAt(less + 1);
      const closing = code === SLASH;
      if (!closing && code !== BANG && code !== QUESTION && !isLetter(code)) {
        from = less + 1;
        continue;
      }
      // A page that ends in `</` ends in text.
      if (closing && less + 2 >= html.length) break;
      this.#text(text, less, true);
      if (closing) this.#closing(less);
      else if (code === BANG || code === QUESTION) this.#at = this.#afterComment(less);
      else this.#opening(less + 1);
      text = this.#at;
      from = text;
    }
    if (!this.#handler.done) this.#text(text, html.length, true);
  }

  #text(from: number, to: number, decode: boolean): void {
    if (to <= from || this.#handler.deaf) return;
    const data = this.#html.slice(from, to);
    this.#handler.text(decode && data.includes("&") ? decoded(this.#html, from, to, decodeHTML) : data);
  }

  #afterComment(less: number): number {
    const html = this.#html;
    let at = less + 2;
    if (html.charCodeAt(at) !== DASH || html.charCodeAt(at + 1) !== DASH) return this.#afterGreater(at);
    at += 2;
    if (html.charCodeAt(at) === GREATER) return at + 1;
    if (html.charCodeAt(at) === DASH && html.charCodeAt(at + 1) === GREATER) return at + 2;
    for (;;) {
      at = html.indexOf("--", at);
      if (at < 0) return html.length;
      at += 2;
      while (html.charCodeAt(at) === DASH) at += 1;
      if (html.charCodeAt(at) === BANG) at += 1;
      if (html.charCodeAt(at) === GREATER) return at + 1;
    }
  }

  #afterGreater(from: number): number {
    const end = this.#html.indexOf(">", from);
    return end < 0 ? this.#html.length : end + 1;
  }

  #closing(less: number): void {
    const from = less + 2;
    if (!isLetter(this.#html.charCodeAt(from))) {
      this.#at = this.#afterGreater(from);
      return;
    }
    const tag = this.#tagAt(from);
    if (!tag) return;
    this.#at = this.#afterGreater(this.#at);
    this.#close(tag);
  }

  #close(tag: Tag): void {
    if (tag.isVoid) {
      if (tag.name !== "br") return;
      this.#handler.open("br", {});
      this.#handler.close();
      return;
    }
    const place = this.#stack.lastIndexOf(tag);
    if (place >= 0) while (this.#stack.length > place) this.#pop();
    else if (tag.name === "p") {
      this.#implyEnds(tag);
      this.#handler.open("p", {});
      this.#handler.close();
    }
  }

  #pop(): void {
    const tag = this.#stack.pop();
    if (tag?.context !== undefined) {
      this.#contexts.pop();
      this.#foreign = this.#contexts[this.#contexts.length - 1] ?? NONE;
    }
    this.#handler.close();
  }

  #implyEnds({ ends }: Tag): void {
    if (!ends) return;
    for (let top = this.#stack.at(-1); top && ends.has(top.name); top = this.#stack.at(-1)) this.#pop();
  }

  #opening(from: number): void {
    const textOnlyHere = this.#foreign === NONE;
    const tag = this.#tagAt(from);
    if (!tag) {
      if (textOnlyHere) this.#unfinished(from);
      return;
    }
    const second = tag.name === "form" && this.#stack.includes(tag);
    if (!second) {
      this.#implyEnds(tag);
      if (!tag.isVoid) {
        this.#stack.push(tag);
        if (tag.context !== undefined) {
          this.#contexts.push(tag.context);
          this.#foreign = tag.context;
        }
      }
    }
    if (!this.#readAttributes()) return;
    if (!second) {
      this.#handler.open(tag.name, this.#attribs);
      if (tag.isVoid) this.#handler.close();
      else if (this.#selfClosing && this.#foreign !== NONE) this.#pop();
    }
    if (textOnlyHere && TEXT_ONLY.has(tag.name)) this.#textOnly(tag);
  }

  /** A page that ends within a name that may become one of `TEXT_ONLY` ends in text; any other unfinished tag is left out. */
  #unfinished(from: number): void {
    const begun = this.#html.slice(from).toLowerCase();
    if ([...TEXT_ONLY].some((name) => name.startsWith(begun))) this.#text(from, this.#html.length, false);
  }

  #textOnly(tag: Tag): void {
    const html = this.#html;
    const { name } = tag;
    const from = this.#at;
    const decode = WITH_ENTITIES.has(name);
    if (name !== "plaintext")
      for (let start = html.indexOf("</", from); start >= 0; start = html.indexOf("</", start + 2)) {
        const end = start + 2 + name.length;
        if (!endsName(html.charCodeAt(end)) || html.slice(start + 2, end).toLowerCase() !== name) continue;
        this.#text(from, start, decode);
        this.#at = this.#afterGreater(end);
        this.#close(tag);
        return;
      }
    this.#text(from, html.length, decode);
    this.#at = html.length;
  }

  /** The tag whose name begins here, the reader being moved behind it; undefined when the page ends within it. */
  #tagAt(from: number): Tag | undefined {
    const html = this.#html;
    let to = from + 1;
    while (to < html.length && !endsName(html.charCodeAt(to))) to += 1;
    this.#at = to;
    if (to >= html.length) return undefined;
    const written = html.slice(from, to);
    let tag = this.#written.get(written);
    if (!tag) {
      tag = this.#named(written.toLowerCase());
      this.#written.set(written, tag);
    }
    if (this.#contexts.length > 0) {
      const adjusted = adjustedName(tag.name, this.#foreign, (name) => this.#stack.includes(this.#named(name)));
      if (adjusted) return this.#named(adjusted);
    }
    return tag.name === "image" && this.#foreign === NONE ? this.#named("img") : tag;
  }

  #named(name: string): Tag {
    let tag = this.#tags.get(name);
    if (!tag) {
      tag = new Tag(name);
      this.#tags.set(name, tag);
    }
    return tag;
  }

  /** Reads up to behind the tag's end; false when the page ends before. */
  #readAttributes(): boolean {
    const html = this.#html;
    const { length } = html;
    const attribs: Record<string, string> = {};
    this.#attribs = attribs;
    let slash = false;
    let at = this.#at;
    while (at < length) {
      const code = html.charCodeAt(at);
      if (code === GREATER) {
        this.#at = at + 1;
        this.#selfClosing = slash;
        return true;
      }
      if (code === SLASH || isSpace(code)) {
        if (code === SLASH) slash = true;
        at += 1;
        continue;
      }
      slash = false;
      const begin = at;
      at += 1;
      for (let part = html.charCodeAt(at); at < length && part !== EQUALS && !endsName(part); )
        part = html.charCodeAt(++at);
      const name = attributeNamed(html, begin, at);
      while (isSpace(html.charCodeAt(at))) at += 1;
      if (html.charCodeAt(at) !== EQUALS) {
        if (at < length && name !== undefined) attribs[name] ??= "";
        continue;
      }
      at += 1;
      while (isSpace(html.charCodeAt(at))) at += 1;
      const quote = html.charCodeAt(at);
      let from = at;
      if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
        from = at + 1;
        at = html.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", from);
        if (at < 0) break;
      } else for (let part = quote; at < length && part !== GREATER && !isSpace(part); ) part = html.charCodeAt(++at);
      if (name !== undefined && attribs[name] === undefined) {
        const value = html.slice(from, at);
        attribs[name] = value.includes("&") ? decoded(html, from, at, decodeHTMLAttribute) : value;
      }
      if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) at += 1;
    }
    this.#at = length;
    return false;
  }
}

/** The attribute of a name however it is written; undefined for one that nobody asks for. */
function attributeNamed(html: string, from: number, to: number): string | undefined {
  if (to - from > LONGEST_ATTRIBUTE) return undefined;
  const written = html.slice(from, to);
  for (let at = from; at < to; at += 1) {
    const code = html.charCodeAt(at);
    if (code >= 65 && code <= 90) return ATTRIBUTES.get(written.toLowerCase());
  }
  return ATTRIBUTES.get(written);
}

/** Decoded with the character that follows in sight, which tells where an entity without a semicolon ends. */
function decoded(html: string, from: number, to: number, decode: (text: string) => string): string {
  return to < html.length ? decode(html.slice(from, to + 1)).slice(0, -1) : decode(html.slice(from, to));
}
