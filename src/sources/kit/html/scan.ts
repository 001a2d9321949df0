import { isSpace, measure, type Span } from "./element.ts";

/* Where the parts of a page's text begin and end. What is unclosed runs to the end of the page. */

const GREATER = 62;
const SLASH = 47;

const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;

/** What a `<` begins; undefined where it stands for itself. */
export function markAt(html: string, less: number): "element" | "closing" | "comment" | undefined {
  const code = html.charCodeAt(less + 1);
  if (isLetter(code)) return "element";
  if (code === SLASH) return isLetter(html.charCodeAt(less + 2)) ? "closing" : "comment";
  return code === 33 || code === 63 ? "comment" : undefined;
}

/** Where the name that begins at `from` ends. */
export function nameEnd(html: string, from: number): number {
  let to = from + 1;
  for (let code = html.charCodeAt(to); to < html.length; code = html.charCodeAt(++to))
    if (code === GREATER || code === SLASH || isSpace(code)) break;
  return to;
}

/** Where a closing tag ends. */
export function afterClosing(html: string, from: number): number {
  const end = html.indexOf(">", from);
  return end < 0 ? html.length : end + 1;
}

/** Where a comment, declaration or instruction ends. */
export function afterComment(html: string, less: number): number {
  if (!html.startsWith("<!--", less)) return afterClosing(html, less);
  const end = html.indexOf("-->", less + 2);
  return end < 0 ? html.length : end + 3;
}

/** Where the closing tag of a text-only element stands, and where it ends. */
export function closingOf(html: string, from: number, name: string): { start: number; end: number } {
  for (let start = html.indexOf("</", from); start >= 0; start = html.indexOf("</", start + 2)) {
    const after = html.charCodeAt(start + 2 + name.length);
    if (after !== GREATER && after !== SLASH && !isSpace(after)) continue;
    if (html.slice(start + 2, start + 2 + name.length).toLowerCase() !== name) continue;
    return { start, end: afterClosing(html, start) };
  }
  return { start: html.length, end: html.length };
}

/** A tag's end. */
export interface TagEnd {
  /** Behind its `>`. */
  end: number;
  selfClosing: boolean;
}

/** Measures the tag whose attributes begin at `from` into `tag`; false when the page ends within it. */
export function measureTag(html: string, from: number, tag: TagEnd, span: Span): boolean {
  for (let at = from, slash = false; ; ) {
    const code = html.charCodeAt(at);
    if (code === GREATER) {
      tag.end = at + 1;
      tag.selfClosing = slash;
      return true;
    }
    if (Number.isNaN(code)) {
      tag.end = html.length;
      return false;
    }
    slash = code === SLASH;
    if (slash || isSpace(code)) at += 1;
    else {
      measure(html, at, span);
      at = span.next;
    }
  }
}
