import type { Element } from "domhandler";
import { absoluteUrl } from "./address.ts";
import { bylineOf } from "./byline.ts";
import { collapse } from "./characters.ts";
import { dateInUrl, toIsoDate } from "./dates.ts";
import { faviconOf } from "./favicon.ts";
import type { Source } from "./head.ts";
import { ARTICLE, isNode, isOfType, stringOf } from "./jsonld.ts";
import { linesNearHeading } from "./lines.ts";
import type { PageMetadata } from "./page.ts";
import { bare, documentTitle, titleOf } from "./title.ts";
import { rawText, type Tree } from "./tree.ts";

const DATE_METAS = [
  "article:published_time",
  "og:article:published_time",
  "datepublished",
  "parsely-pub-date",
  "sailthru.date",
  "citation_publication_date",
  "citation_date",
  "dc.date.issued",
  "dcterms.issued",
  "dcterms.created",
  "dc.date",
  "dcterms.date",
  "publish_date",
  "publish-date",
  "pubdate",
  "article.published",
  "published-date",
  "publication_date",
  "date",
  "og:published_time",
];

const DATED = new Set(["span", "div", "p", "li", "abbr"]);

/** What the page says of itself, from its metas, its structured data and, last, its visible marks. */
export function metadataOf(source: Source): PageMetadata {
  const { tree, metas, data, url, base } = source;
  const siteName = siteNameOf(source);
  const language = languageOf(source);
  const lines = linesNearHeading(tree);
  const found = {
    title: titleOf(source, siteName),
    byline: bylineOf(source, lines, siteName, language?.split("-")[0]),
    publishedDate: publishedDateOf(source),
    language,
    siteName,
    description:
      metas.get("og:description") ??
      metas.get("description") ??
      metas.get("twitter:description") ??
      stringOf(
        data.find((node) => isOfType(node, ARTICLE)),
        "description",
      ),
    favicon: faviconOf(tree, url, base),
    canonicalUrl: absoluteUrl(linkHref(tree, "canonical"), base) ?? absoluteUrl(metas.get("og:url"), base),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

function siteNameOf({ metas, data, url, tree }: Source): string | undefined {
  const named = metas.get("og:site_name") ?? metas.get("application-name");
  if (named) return named;
  const site = data.find((node) => isOfType(node, /^WebSite$/)) ?? data.map((node) => node["publisher"]).find(isNode);
  const stated = stringOf(site, "name");
  if (stated) return stated;
  const host = URL.parse(url)?.hostname.replace(/^www\./, "");
  const label = host && bare(host.split(".").slice(0, -1).join(""));
  // The last part of the document's title, where the host's name bears it out.
  const tail = documentTitle(tree)
    ?.split(/\s+[|\-–—·»]\s+/)
    .slice(1)
    .at(-1);
  return tail && label && bare(tail).length > 2 && label.includes(bare(tail)) ? tail : undefined;
}

function publishedDateOf({ tree, metas, data, url }: Source): string | undefined {
  for (const node of data.filter((one) => isOfType(one, ARTICLE) || isOfType(one, /WebPage|DiscussionForumPosting/))) {
    const date = toIsoDate(stringOf(node, "datePublished")) ?? toIsoDate(stringOf(node, "uploadDate"));
    if (date) return date;
  }
  for (const name of DATE_METAS) {
    const date = toIsoDate(metas.get(name));
    if (date) return date;
  }
  const marked = (test: (element: Element) => boolean) => {
    for (const element of tree.elements)
      if (test(element)) {
        const { attribs } = element;
        const date = toIsoDate(attribs["datetime"] ?? attribs["content"]) ?? toIsoDate(collapse(rawText(element, 400)));
        if (date) return date;
      }
    return undefined;
  };
  return (
    marked(({ attribs: { itemprop } }) => itemprop !== undefined && /datePublished|dateCreated/.test(itemprop)) ??
    marked(
      ({ name, attribs }) =>
        name === "time" &&
        (attribs["pubdate"] !== undefined || /publish|entry-date|posted/.test(attribs["class"] ?? "")),
    ) ??
    marked(
      ({ name, attribs }) =>
        name === "time" && attribs["datetime"] !== undefined && !/updated|modified/.test(attribs["class"] ?? ""),
    ) ??
    marked(
      ({ name, attribs }) =>
        DATED.has(name) &&
        attribs["class"] !== undefined &&
        /(?:^|[\s_-])(?:published|pubdate|post-date|entry-date|article-date|date-published|posted-on|publish-date|post__date)(?:$|[\s_-])/i.test(
          attribs["class"],
        ),
    ) ??
    dateInUrl(url)
  );
}

function languageOf({ tree, metas }: Source): string | undefined {
  const html = tree.elements.find((element) => element.name === "html");
  const stated = [
    html?.attribs["lang"],
    html?.attribs["xml:lang"],
    metas.get("og:locale"),
    metas.get("content-language"),
    metas.get("language"),
  ];
  for (const text of stated) {
    const tag =
      text
        ?.trim()
        .split(/[,;\s]/)[0]
        ?.replaceAll("_", "-")
        .replace(/\.utf-?8$/i, "") ?? "";
    if (/^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/i.test(tag)) {
      const canonical = canonicalTag(tag);
      if (canonical) return canonical;
    }
  }
  return undefined;
}

function canonicalTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch (error) {
    // Well formed at first sight, but no language tag (`en-12`).
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function linkHref(tree: Tree, rel: string): string | undefined {
  return tree.elements.find(({ name, attribs }) => name === "link" && attribs["rel"]?.toLowerCase() === rel)?.attribs[
    "href"
  ];
}
