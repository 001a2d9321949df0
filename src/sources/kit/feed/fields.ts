import { type AnyNode, Element, isTag, isText } from "domhandler";
import { decodeHTML } from "entities";
import { El, parseHtml } from "../html/dom.ts";
import { feedDate } from "./dates.ts";

/* What the elements of an RSS or Atom feed say. */

/** Markup that only an HTML title has. */
const INLINE =
  /<\/?(?:a|abbr|b|br|cite|code|del|em|font|i|img|ins|mark|p|q|s|small|span|strong|sub|sup|u)(?:\s[^<>]{0,500})?\/?>/i;

/** The first element among the children, by the names in their order. */
export function child(el: El, ...names: readonly string[]): El | undefined {
  for (const name of names) {
    const found = el.node.children.find(
      (node): node is Element =>
        isTag(node) && node.name === name && node.children.length + Object.keys(node.attribs).length > 0,
    );
    if (found) return new El(found, el.base);
  }
  return undefined;
}

/** The elements of these names among the children. */
export const children = (el: El, ...names: readonly string[]): El[] =>
  el.node.children.flatMap((node) => (isTag(node) && names.includes(node.name) ? [new El(node, el.base)] : []));

const MOST_BASES = 20;

/** What relative addresses are resolved against: every `xml:base` on the way down (RFC 4287 §2). */
export function baseOf(el: El, url: string): string {
  const bases: string[] = [];
  for (let node: typeof el.node.parent | typeof el.node = el.node; node; node = node.parent)
    if (node instanceof Element && node.attribs["xml:base"] && bases.length < MOST_BASES)
      bases.unshift(node.attribs["xml:base"]);
  return bases.reduce((base, next) => URL.parse(next, base)?.href ?? base, url);
}

/** A link by its relation, the one to a web page before others. */
export function linkOf(el: El, rel: string): string | undefined {
  const links = children(el, "link", "atom:link", "atom10:link").filter(
    (link) => (link.attr("rel") ?? "alternate").toLowerCase() === rel && link.attr("href"),
  );
  return (links.find((link) => /html/.test(link.attr("type") ?? "html")) ?? links[0])?.attr("href");
}

/** The characters of an element as they stand, marked-up or not. */
function raw(root: AnyNode): string {
  let text = "";
  const stack: AnyNode[] = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isText(node)) text += node.data;
    else if ("children" in node) stack.push(...node.children.toReversed());
  }
  return text;
}

const hasElements = (el: El): boolean => el.node.children.some(isTag);

const folded = (text: string): string | undefined => text.replace(/\s+/g, " ").trim() || undefined;

/** A title: Atom says what it is (RFC 4287 §3.1); an RSS title is HTML where it shows inline markup. */
export function phrase(el: El | undefined): string | undefined {
  if (!el) return undefined;
  if (hasElements(el)) return el.text();
  const text = raw(el.node);
  const type = el.attr("type") ?? (el.attr("mode") === "escaped" ? "html" : undefined);
  if (type === "text" || type === "text/plain") return folded(text);
  return type?.includes("html") || INLINE.test(text) ? parseHtml(text, el.base).text() : folded(decodeHTML(text));
}

/** A summary or content as plain text. */
export function words(el: El | undefined): string | undefined {
  if (!el) return undefined;
  if (hasElements(el)) return el.text();
  return el.attr("type") === "text" ? folded(raw(el.node)) : asHtml(el, el.base).text();
}

/** A summary or content as HTML; empty for what is no text (`type="image/png"`, base64). */
export function asHtml(el: El | undefined, base: string): El {
  const type = el?.attr("type");
  if (!el || (type?.includes("/") && !/^text\/|html|xml/.test(type))) return parseHtml("", base);
  return hasElements(el) ? new El(el.node, base) : parseHtml(raw(el.node), base);
}

/** What the podcast, media and Dublin Core extensions say of the entry. */
export const mediaDescription = (row: El): string | undefined =>
  (child(row, "media:description") ?? row.one("media\\:group > media\\:description"))?.text() ??
  child(row, "itunes:summary", "itunes:subtitle", "dc:description")?.text();

/** The first of the elements, by the names in their order, that holds a date, as ISO 8601. */
export function dateOf(row: El, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const date = feedDate(child(row, name)?.text());
    if (date) return date;
  }
  return undefined;
}

/** Names of the authors: Atom's `name`, RSS's `mail@host (Name)`, Dublin Core's creator. */
export function authorsOf(el: El): string | undefined {
  const persons = children(el, "author").map((author) =>
    hasElements(author)
      ? (child(author, "name") ?? child(author, "email"))?.text()
      : (/\(([^()]{1,200})\)\s*$/.exec(author.text() ?? "")?.[1] ?? author.text()),
  );
  const named = persons.some(Boolean) ? persons : children(el, "dc:creator").map((creator) => creator.text());
  const names = named.some(Boolean) ? named : [child(el, "itunes:author", "media:credit", "managingeditor")?.text()];
  return [...new Set(names.filter(Boolean))].join(", ") || undefined;
}

/** Categories and subjects, each once. */
export function tagsOf(row: El): string[] {
  const tags = row.all("category, dc\\:subject").map((tag) => tag.attr("label") ?? tag.attr("term") ?? phrase(tag));
  return [...new Set(tags.flatMap((tag) => tag ?? []))];
}
