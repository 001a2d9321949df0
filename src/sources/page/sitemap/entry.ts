import { type Element, isTag } from "domhandler";
import { absolute, El } from "../../kit/html/dom.ts";
import { isoDate } from "../../kit/values/dates.ts";
import { numberIn } from "../../kit/values/numbers.ts";

export interface Alternate {
  readonly hreflang: string;
  readonly url: string | undefined;
}

/** One entry of a sitemap, as it is written but for dates and addresses. */
export type Entry = ReturnType<typeof entryOf>;

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
export function namesIn(root: Element): Names {
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

export const childrenOf = (element: Element): Element[] => element.children.filter((node) => isTag(node));

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
export const lastSegment = (url: string): string | undefined => {
  const segment = URL.parse(url)?.pathname.split("/").filter(Boolean).at(-1);
  try {
    return segment && decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

export function entryOf(element: Element, names: Names, base: string) {
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
