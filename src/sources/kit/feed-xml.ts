import { type AnyNode, Element, isTag, isText } from "domhandler";
import { decodeHTML } from "entities";
import { absolute, El, parseHtml } from "./dom.ts";
import { feedDate } from "./feed-dates.ts";
import { type Feed, type FeedEnclosure, type FeedEntry, wording } from "./feed-model.ts";
import { numberIn } from "./values.ts";

const INLINE =
  /<\/?(?:a|abbr|b|br|cite|code|del|em|font|i|img|ins|mark|p|q|s|small|span|strong|sub|sup|u)(?:\s[^<>]{0,500})?\/?>/i;

/**
 * RSS 0.9x, 1.0 and 2.0 and Atom 0.3 and 1.0, out of a tree of `parseFeedXml`; undefined where the tree is no feed.
 * Formats: https://www.rssboard.org/rss-specification, https://web.resource.org/rss/1.0/spec,
 * https://www.rfc-editor.org/rfc/rfc4287, https://www.rssboard.org/media-rss.
 */
export function xmlFeed(doc: El, url: string): Feed | undefined {
  const root = doc.one("feed, rss, rdf\\:rdf, channel");
  if (!root) return undefined;
  const atom = root.node instanceof Element && root.node.name === "feed";
  const head = atom ? root : (doc.one("channel") ?? root);
  const base = baseOf(head, url);
  const rows = doc.all(atom ? "entry" : "item");
  return {
    format: atom ? "atom" : "rss",
    url,
    title: phrase(child(head, "title", "itunes:title")),
    description: words(child(head, "subtitle", "tagline", "description", "itunes:summary")),
    siteUrl: absolute(
      atom ? linkOf(head, "alternate") : (child(head, "link")?.text() ?? linkOf(head, "alternate")),
      base,
    ),
    author: authorsOf(head),
    image: absolute(
      child(head, "itunes:image")?.attr("href") ??
        doc.one("image > url")?.text() ??
        child(head, "logo", "icon")?.text() ??
        child(head, "media:thumbnail")?.attr("url"),
      base,
    ),
    language: child(head, "language", "dc:language")?.text() ?? root.attr("xml:lang"),
    next: absolute(linkOf(head, "next"), base),
    entries: rows.map((row) => entryOf(row, atom, url, atom ? authorsOf(head) : undefined)),
    el: head,
  };
}

function entryOf(row: El, atom: boolean, url: string, feedAuthor: string | undefined): FeedEntry {
  const base = baseOf(row, url);
  const summary = child(row, "summary", "description");
  const whole = child(row, "content:encoded", "content", "xhtml:body", "body");
  const body = asHtml(whole ?? summary, base);
  const guid = child(row, "guid");
  const permalink = guid?.attr("ispermalink")?.toLowerCase() === "false" ? undefined : guid?.text();
  const own = atom ? linkOf(row, "alternate") : (child(row, "link")?.text() ?? child(row, "link")?.attr("href"));
  const origin = child(row, "feedburner:origlink")?.text();
  const enclosure = enclosureOf(row, base);
  return {
    ...wording(
      phrase(child(row, "title", "media:title", "itunes:title", "dc:title")),
      words(summary) ?? mediaDescription(row),
      whole && words(whole),
    ),
    id: guid?.text() ?? child(row, "id", "dc:identifier")?.text() ?? row.attr("rdf:about"),
    url:
      absolute(own, base) ??
      absolute(linkOf(row, "alternate"), base) ??
      absolute(/^https?:/i.test(permalink ?? "") ? permalink : undefined, base) ??
      absolute(row.attr("rdf:about"), base) ??
      (atom && /^https?:/i.test(child(row, "id")?.text() ?? "") ? child(row, "id")?.text() : undefined),
    externalUrl: absolute(origin, base),
    publishedAt: dateOf(
      row,
      "pubdate",
      "published",
      "dc:date",
      "issued",
      "dcterms:issued",
      "dcterms:created",
      "created",
      "prism:publicationdate",
    ),
    updatedAt: dateOf(row, "updated", "modified", "atom:updated", "dcterms:modified", "lastbuilddate"),
    author: authorsOf(row) ?? feedAuthor,
    tags: tagsOf(row),
    image: imageOf(row, base) ?? pictureIn(body) ?? (enclosure?.type?.startsWith("image/") ? enclosure.url : undefined),
    enclosure,
    commentsUrl: absolute(child(row, "comments")?.text(), base),
    el: new El(row.node, base),
    body,
  };
}

/** The first element among the children, by the names in their order. */
function child(el: El, ...names: readonly string[]): El | undefined {
  for (const name of names) {
    const found = el.node.children.find(
      (node): node is Element =>
        isTag(node) && node.name === name && node.children.length + Object.keys(node.attribs).length > 0,
    );
    if (found) return new El(found, el.base);
  }
  return undefined;
}

const children = (el: El, ...names: readonly string[]): El[] =>
  el.node.children.flatMap((node) => (isTag(node) && names.includes(node.name) ? [new El(node, el.base)] : []));

/** What relative addresses are resolved against: every `xml:base` on the way down (RFC 4287 §2). */
function baseOf(el: El, url: string): string {
  const bases: string[] = [];
  for (let node: typeof el.node.parent | typeof el.node = el.node; node; node = node.parent)
    if (node instanceof Element && node.attribs["xml:base"]) bases.unshift(node.attribs["xml:base"]);
  return bases.reduce((base, next) => URL.parse(next, base)?.href ?? base, url);
}

/** A link by its relation, the one to a web page before others. */
function linkOf(el: El, rel: string): string | undefined {
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
function phrase(el: El | undefined): string | undefined {
  if (!el) return undefined;
  if (hasElements(el)) return el.text();
  const text = raw(el.node);
  const type = el.attr("type") ?? (el.attr("mode") === "escaped" ? "html" : undefined);
  if (type === "text" || type === "text/plain") return folded(text);
  return type?.includes("html") || INLINE.test(text) ? parseHtml(text, el.base).text() : folded(decodeHTML(text));
}

/** A summary or content as plain text. */
function words(el: El | undefined): string | undefined {
  if (!el) return undefined;
  if (hasElements(el)) return el.text();
  return el.attr("type") === "text" ? folded(raw(el.node)) : asHtml(el, el.base).text();
}

/** A summary or content as HTML; empty for what is no text (`type="image/png"`, base64). */
function asHtml(el: El | undefined, base: string): El {
  const type = el?.attr("type");
  if (!el || (type?.includes("/") && !/^text\/|html|xml/.test(type))) return parseHtml("", base);
  return hasElements(el) ? new El(el.node, base) : parseHtml(raw(el.node), base);
}

const mediaDescription = (row: El): string | undefined =>
  (child(row, "media:description") ?? row.one("media\\:group > media\\:description"))?.text() ??
  child(row, "itunes:summary", "itunes:subtitle", "dc:description")?.text();

function dateOf(row: El, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const date = feedDate(child(row, name)?.text());
    if (date) return date;
  }
  return undefined;
}

/** Names of the authors: Atom's `name`, RSS's `mail@host (Name)`, Dublin Core's creator. */
function authorsOf(el: El): string | undefined {
  const persons = children(el, "author").map((author) =>
    hasElements(author)
      ? (child(author, "name") ?? child(author, "email"))?.text()
      : (/\(([^()]{1,200})\)\s*$/.exec(author.text() ?? "")?.[1] ?? author.text()),
  );
  const named = persons.some(Boolean) ? persons : children(el, "dc:creator").map((creator) => creator.text());
  const names = named.some(Boolean) ? named : [child(el, "itunes:author", "media:credit", "managingeditor")?.text()];
  return [...new Set(names.filter(Boolean))].join(", ") || undefined;
}

function tagsOf(row: El): string[] {
  const tags = row.all("category, dc\\:subject").map((tag) => tag.attr("label") ?? tag.attr("term") ?? phrase(tag));
  return [...new Set(tags.flatMap((tag) => tag ?? []))];
}

/** The largest picture that the entry declares. */
function imageOf(row: El, base: string): string | undefined {
  const declared = row
    .all("media\\:content, media\\:thumbnail")
    .filter(
      (media) =>
        media.matches("media\\:thumbnail") ||
        media.attr("medium") === "image" ||
        /^image\//.test(media.attr("type") ?? "") ||
        (!media.attr("type") &&
          !media.attr("medium") &&
          /\.(jpe?g|png|gif|webp|avif)(\?|$)/i.test(media.attr("url") ?? "")),
    );
  const width = (media: El): number => numberIn(media.attr("width")) ?? 0;
  const widest = declared.reduce<El | undefined>(
    (best, media) => (best && width(best) >= width(media) ? best : media),
    undefined,
  );
  const picture = child(row, "itunes:image");
  return absolute(widest?.attr("url") ?? picture?.attr("href") ?? child(row, "image")?.one("url")?.text(), base);
}

/** The first picture of the text that is no tracking pixel and no button of FeedBurner's. */
export const pictureIn = (body: El): string | undefined =>
  body
    .all("img[src]")
    .filter((img) => Number(img.attr("width") ?? 99) > 2 && Number(img.attr("height") ?? 99) > 2)
    .flatMap((img) => img.link(undefined, "src") ?? [])
    .find((address) => !/^https?:\/\/feeds\.[^/]+\/~/.test(address));

function enclosureOf(row: El, base: string): FeedEnclosure | undefined {
  const el =
    child(row, "enclosure") ??
    children(row, "link").find((link) => link.attr("rel") === "enclosure") ??
    row.all("media\\:content").find((media) => /^(audio|video)\//.test(media.attr("type") ?? ""));
  const url = absolute(el?.attr("url") ?? el?.attr("href"), base);
  if (!el || !url) return undefined;
  const bytes = Number(el.attr("length") ?? el.attr("filesize"));
  return { url, type: el.attr("type"), bytes: Number.isSafeInteger(bytes) && bytes > 0 ? bytes : undefined };
}
