import type { HttpResponse } from "../../upstream/types.ts";
import type { El } from "../kit/dom.ts";
import { documentOf, metas, related } from "./document.ts";

const FEED = /^application\/((rss|atom)\+xml|feed\+json|json)$/i;

const DIRECTIVE = /^(unavailable_after|max-(snippet|image-preview|video-preview))$/i;

/** `X-Robots-Tag` without the rules for other robots than Google's: `googlebot: noindex, otherbot: nofollow`. */
function robotsHeader(response: HttpResponse): string[] {
  let mine = true;
  return (response.headers["x-robots-tag"] ?? "").split(",").flatMap((part) => {
    const [, name, rule] = /^\s*([\w-]{1,60})\s*:(.*)$/s.exec(part) ?? [];
    if (!name || DIRECTIVE.test(name)) return mine ? part.trim() : [];
    mine = /^googlebot$/i.test(name);
    return mine ? (rule ?? "").trim() : [];
  });
}

/** The charset that the page or its header names. */
function charsetOf(doc: El, response: HttpResponse): string | undefined {
  const named = (text: string | undefined) => /charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(text ?? "")?.[1];
  return (
    named(response.headers["content-type"]) ??
    doc.attr("charset", "meta[charset]") ??
    named(doc.attr("content", 'meta[http-equiv="content-type" i]'))
  )?.toLowerCase();
}

/** JSON alternates count as feeds but for WordPress's API, which is announced the same way. */
const feedsOf = (doc: El) =>
  related(doc, "alternate").flatMap((link) => {
    const [url, type] = [link.link(), link.attr("type")];
    return url && type && FEED.test(type) && !url.includes("/wp-json/")
      ? [{ url, type, title: link.attr("title") }]
      : [];
  });

function* warningsOf(doc: El, titles: readonly string[], descriptions: readonly string[]) {
  const canonicals = related(doc, "canonical");
  if (titles.length === 0) yield "The page has no title.";
  if (titles.length > 1) yield "The page has several titles; the first counts.";
  if (descriptions.length === 0) yield "The page has no meta description.";
  if (descriptions.length > 1) yield "The page has several meta descriptions.";
  if (canonicals.length === 0) yield "The page names no canonical URL.";
  if (new Set(canonicals.map((link) => link.link())).size > 1) yield "The page names several canonical URLs.";
  if (canonicals.some((link) => !/^https?:/i.test(link.attr("href") ?? ""))) yield "The canonical URL is relative.";
  if (!doc.attr("lang", "html")) yield "The page does not say its language.";
  if (metas(doc, "viewport").length === 0) yield "The page has no viewport for small screens.";
}

const characters = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : [...text].length;

/** What a page says of itself. */
export function read(response: HttpResponse) {
  const doc = documentOf(response);
  const titles = doc.all("title").flatMap((title) => (title.closest("svg") ? [] : (title.text() ?? [])));
  const descriptions = metas(doc, "description");
  const [title, description] = [titles[0], descriptions[0]];
  const robots = [...metas(doc, "robots"), ...metas(doc, "googlebot"), ...robotsHeader(response)];
  return {
    url: response.url,
    status: response.status,
    title,
    titleLength: characters(title),
    description,
    descriptionLength: characters(description),
    snippet: description,
    canonical: related(doc, "canonical")[0]?.link(),
    robots: robots.join(", "),
    indexable: !robots.some((rules) => /(^|[\s,])(noindex|none)([\s,]|$)/i.test(rules)),
    lang: doc.attr("lang", "html"),
    charset: charsetOf(doc, response),
    viewport: metas(doc, "viewport")[0],
    keywords: metas(doc, "keywords").flatMap((words) => words.split(",")),
    author: metas(doc, "author")[0],
    generator: metas(doc, "generator")[0],
    themeColor: metas(doc, "theme-color")[0],
    favicon: related(doc, "icon")[0]?.link(),
    feeds: feedsOf(doc),
    amp: related(doc, "amphtml")[0]?.link(),
    manifest: related(doc, "manifest")[0]?.link(),
    warnings: [...warningsOf(doc, titles, descriptions)],
  };
}
