import { absoluteUrl } from "./address.ts";
import { bylineOf } from "./byline.ts";
import { faviconOf } from "./favicon.ts";
import type { Source } from "./head.ts";
import { ARTICLE, isNode, isOfType, stringOf } from "./jsonld.ts";
import { linesNearHeading } from "./lines.ts";
import type { PageMetadata } from "./page.ts";
import { publishedDateOf } from "./published.ts";
import { bare, documentTitle, titleOf } from "./title.ts";
import type { Tree } from "./tree.ts";

/** What the page says of itself, from its metas, its structured data and, last, its visible marks; who wrote it and when if asked. */
export function metadataOf(source: Source, authorship = true): PageMetadata {
  const { tree, metas, data, url, base } = source;
  const siteName = siteNameOf(source);
  const language = languageOf(source);
  const title = titleOf(source, siteName);
  const found = {
    title,
    ...(authorship && authorshipOf(source, title, siteName, language)),
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

function authorshipOf(source: Source, title?: string, siteName?: string, language?: string) {
  const lines = source.kind === "offered" ? [] : linesNearHeading(source.tree, title);
  const byline = bylineOf(source, lines, siteName, language?.split("-")[0]);
  return { byline, publishedDate: publishedDateOf(source, lines, language, byline !== undefined) };
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
