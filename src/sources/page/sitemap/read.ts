import { gunzipSync } from "node:zlib";
import { type Element, isTag } from "domhandler";
import { XMLValidator } from "fast-xml-parser";
import { SourceError } from "../../../errors.ts";
import { decodeText } from "../../../upstream/charset.ts";
import type { HttpResponse } from "../../../upstream/types.ts";
import { absolute, El, parseXml } from "../../kit/html/dom.ts";
import { isoDate } from "../../kit/values/dates.ts";
import { numberIn } from "../../kit/values/numbers.ts";

/* Sitemaps of every kind as entries (https://www.sitemaps.org/protocol.html and Google's extensions of it). */

/** The protocol's bounds of one file. */
const MAX_BYTES = 50 * 1024 * 1024;
export const MAX_URLS = 50_000;

type Format = "urlset" | "sitemapindex" | "rss" | "atom" | "text";

export interface Alternate {
  readonly hreflang: string;
  readonly url: string | undefined;
}

/** One entry of a sitemap, as it is written but for dates and addresses. */
export type Entry = ReturnType<typeof entryOf>;

interface Sitemap {
  readonly format: Format;
  readonly entries: readonly Entry[];
  /** How many `<loc>` were no absolute address, or missing. */
  readonly unusable: number;
  /** What keeps the XML from being well-formed. */
  readonly broken?: string;
  /** Bytes, unpacked. */
  readonly size: number;
}

/** A packed file is known by its first bytes, whatever its name and type say. */
function unpacked({ body, url }: HttpResponse): Uint8Array {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return gunzipSync(body, { maxOutputLength: MAX_BYTES });
  } catch (cause) {
    const large = cause instanceof RangeError;
    throw large
      ? new SourceError("too-large", `${url} is over 50 MB when unpacked.`, { cause })
      : new SourceError("changed", `${url} is packed with gzip and broken.`, { cause });
  }
}

/** Vocabularies by their URI, since prefixes are anybody's choice; an undeclared prefix means what it is used for. */
const VOCABULARIES: readonly (readonly [RegExp, string])[] = [
  [/sitemap-image/i, "image"],
  [/sitemap-video/i, "video"],
  [/sitemap-news/i, "news"],
  [/xhtml/i, "xhtml"],
  [/purl\.org\/dc/i, "dc"],
];

type Names = (element: Element) => string;

/** Names of elements as `image:loc`, or `loc` for the sitemap's own. */
function namesIn(root: Element): Names {
  const prefixes = new Map(
    Object.entries(root.attribs).flatMap(([name, uri]) => {
      const prefix = name.startsWith("xmlns:") ? name.slice(6) : undefined;
      if (!prefix) return [];
      return [[prefix, VOCABULARIES.find(([pattern]) => pattern.test(uri))?.[1] ?? ""] as const];
    }),
  );
  return ({ name }) => {
    const colon = name.indexOf(":");
    if (colon < 0) return name.toLowerCase();
    const prefix = prefixes.get(name.slice(0, colon)) ?? name.slice(0, colon);
    return `${prefix && `${prefix}:`}${name.slice(colon + 1)}`.toLowerCase();
  };
}

const childrenOf = (element: Element): Element[] => element.children.filter((node) => isTag(node));

/** An element's children by name, as texts. */
function fieldsOf(element: Element, names: Names, base: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const child of childrenOf(element)) {
    const text = new El(child, base, "xml").text();
    if (text && !fields.has(names(child))) fields.set(names(child), text);
  }
  return fields;
}

const newsOf = (element: Element, names: Names, base: string) => {
  const fields = fieldsOf(element, names, base);
  const publication = childrenOf(element).find((child) => names(child) === "news:publication");
  const paper = publication && fieldsOf(publication, names, base);
  return {
    name: paper?.get("news:name"),
    language: paper?.get("news:language"),
    publishedAt: isoDate(fields.get("news:publication_date")),
    title: fields.get("news:title"),
  };
};

const videoOf = (element: Element, names: Names, base: string) => {
  const fields = fieldsOf(element, names, base);
  return {
    title: fields.get("video:title"),
    description: fields.get("video:description"),
    thumbnail: absolute(fields.get("video:thumbnail_loc"), base),
    url: absolute(fields.get("video:content_loc") ?? fields.get("video:player_loc"), base),
    durationSeconds: numberIn(fields.get("video:duration")),
    publishedAt: isoDate(fields.get("video:publication_date")),
  };
};

/** The last part of an address's path, as a name of last resort. */
const lastSegment = (url: string): string | undefined => {
  const segment = URL.parse(url)?.pathname.split("/").filter(Boolean).at(-1);
  try {
    return segment && decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

function entryOf(element: Element, names: Names, base: string) {
  const fields = fieldsOf(element, names, base);
  const named = (name: string) => childrenOf(element).filter((child) => names(child) === name);
  const [news] = named("news:news").map((one) => newsOf(one, names, base));
  const videos = named("video:video").map((one) => videoOf(one, names, base));
  const images = named("image:image").map((one) => fieldsOf(one, names, base));
  const links = [...named("link"), ...named("atom:link")].map(({ attribs }) => attribs["href"]).find(Boolean);
  const url = absolute(fields.get("loc") ?? fields.get("link") ?? links ?? fields.get("guid"), "about:blank");
  const own =
    fields.get("title") ??
    news?.title ??
    videos[0]?.title ??
    images.find((one) => one.has("image:title"))?.get("image:title");
  return {
    title: own ?? (url && lastSegment(url)),
    url,
    updatedAt: isoDate(
      fields.get("lastmod") ?? fields.get("updated") ?? fields.get("pubdate") ?? fields.get("dc:date"),
    ),
    changefreq: fields.get("changefreq")?.toLowerCase(),
    priority: numberIn(fields.get("priority")),
    images: images.flatMap((one) => absolute(one.get("image:loc"), base) ?? []),
    videos,
    news,
    alternates: named("xhtml:link").flatMap(({ attribs }): Alternate[] =>
      attribs["hreflang"] ? [{ hreflang: attribs["hreflang"], url: absolute(attribs["href"], base) }] : [],
    ),
  };
}

const FORMATS: ReadonlyMap<string, readonly [Format, string]> = new Map([
  ["urlset", ["urlset", "url"]],
  ["sitemapindex", ["sitemapindex", "sitemap"]],
  ["rss", ["rss", "item"]],
  ["rdf", ["rss", "item"]],
  ["feed", ["atom", "entry"]],
]);

const NO_EXTRAS = { images: [], videos: [], news: undefined, alternates: [] };

/** A text file: one address a line. */
function lines(text: string, size: number): Sitemap {
  const written = text.split(/\r\n|\r|\n/).flatMap((line) => line.trim() || []);
  const entries = written.slice(0, MAX_URLS).flatMap((line) => {
    const url = absolute(line, "about:blank");
    if (!url) return [];
    return [
      { ...NO_EXTRAS, url, title: lastSegment(url), updatedAt: undefined, changefreq: undefined, priority: undefined },
    ];
  });
  return { format: "text", entries, unusable: written.length - entries.length, size };
}

/** A fetched sitemap. Errors: `unsupported-type` for what is none, `too-large` for a file that unpacks beyond 50 MB. */
export function readSitemap(response: HttpResponse): Sitemap {
  const body = unpacked(response);
  const text = decodeText({ body, headers: response.headers }).replace(/^\ufeff/, "");
  const { url, headers } = response;
  const start = text.slice(0, 20_000).trimStart();
  const noSitemap = (what: string) => new SourceError("unsupported-type", `${url} is no sitemap but ${what}.`);
  if (/^<(!doctype html|html)/i.test(start)) throw noSitemap("an HTML page");
  if (!start.startsWith("<")) {
    const found = lines(text, body.length);
    if (found.entries.length === 0 && start)
      throw noSitemap(headers["content-type"]?.split(";")[0] ?? "something else");
    return found;
  }
  const doc = parseXml(text, url);
  const root = doc.node.children.find((node) => isTag(node));
  const [format, name] = (root && FORMATS.get(root.name.replace(/^.*:/, "").toLowerCase())) ?? [];
  if (!root || !format || !name)
    throw noSitemap(root ? `a document of <${root.name.slice(0, 60)}>` : "a document without elements");
  const names = namesIn(root);
  const holders = format === "rss" ? [root, ...childrenOf(root)] : [root];
  const found = holders.flatMap(childrenOf).filter((child) => names(child) === name);
  const all = found.slice(0, MAX_URLS).map((child) => entryOf(child, names, url));
  const entries = all.filter((entry) => entry.url !== undefined);
  const valid = XMLValidator.validate(text);
  return {
    format,
    entries,
    unusable: all.length - entries.length,
    size: body.length,
    ...(valid !== true && { broken: `${valid.err.msg} (line ${valid.err.line})` }),
  };
}
