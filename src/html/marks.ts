/* Where the parts of a page's text begin and end. What is unclosed runs to the end of the page. */

export const GREATER = 62;
export const SLASH = 47;
const BANG = 33;
const QUESTION = 63;

/** White space as HTML knows it. */
export const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13 && code !== 11);

export const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;

const endsName = (code: number): boolean => code === GREATER || code === SLASH || isSpace(code);

/** What a `<` begins; undefined where it stands for itself. */
export function markAt(html: string, less: number): "element" | "closing" | "comment" | undefined {
  const code = html.charCodeAt(less + 1);
  if (isLetter(code)) return "element";
  // A page that ends in `</` ends in text.
  if (code === SLASH) return less + 2 < html.length ? "closing" : undefined;
  return code === BANG || code === QUESTION ? "comment" : undefined;
}

/** Where the name that begins at `from` ends. */
export function nameEnd(html: string, from: number): number {
  let to = from + 1;
  // Whatever ends a name comes before letters in the order of characters; so does the page's end (NaN).
  for (let code = html.charCodeAt(to); code > GREATER || !(endsName(code) || to >= html.length); )
    code = html.charCodeAt(++to);
  return to;
}

/** Behind the next `>`: where a closing tag ends. */
export function afterGreater(html: string, from: number): number {
  const end = html.indexOf(">", from);
  return end < 0 ? html.length : end + 1;
}

/** What a CDATA section begins with: in HTML it hides nothing, so this mark alone is left out. */
export const CDATA = "<![CDATA[";

/** Where a comment, declaration or instruction ends. */
export function afterComment(html: string, less: number): number {
  if (!html.startsWith("<!--", less))
    return html.startsWith(CDATA, less) ? less + CDATA.length : afterGreater(html, less + 2);
  // `<!-->` and `<!--->` are whole; `--!>` ends one as well.
  for (let at = html.indexOf("--", less + 2); at >= 0; at = html.indexOf("--", at + 1)) {
    const code = html.charCodeAt(at + 2);
    if (code === GREATER) return at + 3;
    if (code === BANG && at > less + 3 && html.charCodeAt(at + 3) === GREATER) return at + 4;
  }
  return html.length;
}

/** Where the closing tag of a text-only element stands, and where it ends. */
export function closingOf(html: string, from: number, name: string): { start: number; end: number } {
  for (let start = html.indexOf("</", from); start >= 0; start = html.indexOf("</", start + 2)) {
    const after = start + 2 + name.length;
    if (!endsName(html.charCodeAt(after)) || html.slice(start + 2, after).toLowerCase() !== name) continue;
    return { start, end: afterGreater(html, after) };
  }
  return { start: html.length, end: html.length };
}
