import { Element } from "domhandler";
import { absolute, El } from "../html/dom.ts";
import { asHtml, authorsOf, baseOf, child, dateOf, linkOf, mediaDescription, phrase, tagsOf, words } from "./fields.ts";
import { enclosureOf, imageOf, pictureIn } from "./media.ts";
import { type Feed, type FeedEntry, MOST_ENTRIES, wording } from "./model.ts";

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
  const rows = doc.all(atom ? "entry" : "item").slice(0, MOST_ENTRIES);
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
