import { z } from "zod";
import type { HttpResponse } from "../../upstream/types.ts";
import { defineSource } from "../define.ts";
import type { El } from "../kit/html/dom.ts";
import { url } from "../kit/requests/query.ts";
import { Count, HttpUrl } from "../kit/values/fields.ts";
import { forbidsIndexing, metas, robotsOf } from "./directives.ts";
import { reading } from "./document.ts";
import { PageItem } from "./item.ts";
import { type PageTree, readingWarnings, treeOf } from "./tree.ts";

const characters = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : [...text].length;

/** The links of the head whose `rel` holds the word: `rel` is a list of words, in any case. */
const related = (head: El, rel: string): El[] => head.all(`link[rel~="${rel}" i][href]`);

/** The charset that the page or its header names. */
function charsetOf(head: El, response: HttpResponse): string | undefined {
  const named = (text: string | undefined) => /charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(text ?? "")?.[1];
  return (
    named(response.headers["content-type"]) ??
    head.attr("charset", "meta[charset]") ??
    named(head.attr("content", 'meta[http-equiv="content-type" i]'))
  )?.toLowerCase();
}

const FEED = /^application\/((rss|atom)\+xml|feed\+json|json)$/i;

/** JSON alternates count as feeds but for WordPress's API, which is announced the same way. */
const feedsOf = (head: El) =>
  related(head, "alternate").flatMap((link) => {
    const [url, type] = [link.link(), link.attr("type")];
    return url && type && FEED.test(type) && !url.includes("/wp-json/")
      ? [{ url, type, title: link.attr("title") }]
      : [];
  });

function* warningsOf(tree: PageTree, titles: readonly string[], descriptions: readonly string[]) {
  const { doc, head } = tree;
  const canonicals = related(head, "canonical");
  yield* readingWarnings(tree);
  if (titles.length === 0) yield "The page has no title.";
  if (titles.length > 1) yield "The page has several titles; the first counts.";
  if (descriptions.length === 0) yield "The page has no meta description.";
  if (descriptions.length > 1) yield "The page has several meta descriptions.";
  if (canonicals.length === 0) yield "The page names no canonical URL.";
  if (new Set(canonicals.map((link) => link.link())).size > 1) yield "The page names several canonical URLs.";
  if (canonicals.some((link) => !/^https?:/i.test(link.attr("href") ?? ""))) yield "The canonical URL is relative.";
  if (!doc.attr("lang", "html")) yield "The page does not say its language.";
  if (metas(head, "viewport").length === 0) yield "The page has no viewport for small screens.";
}

/** What a page says of itself. */
export function read(response: HttpResponse) {
  const tree = treeOf(response);
  const { doc, head } = tree;
  // A title counts wherever it stands, all else in the head only.
  const titles = doc.all("title").flatMap((title) => (title.closest("svg, template") ? [] : (title.text() ?? [])));
  const descriptions = metas(head, "description");
  const [title, description] = [titles[0], descriptions[0]];
  const robots = robotsOf(head, response);
  return [
    {
      url: response.url,
      status: response.status,
      title,
      titleLength: characters(title),
      titles: titles.length,
      description,
      descriptionLength: characters(description),
      snippet: description,
      canonical: related(head, "canonical")[0]?.link(),
      robots: robots.join(", "),
      indexable: !forbidsIndexing(robots, Date.now()),
      lang: doc.attr("lang", "html"),
      charset: charsetOf(head, response),
      viewport: metas(head, "viewport")[0],
      keywords: metas(head, "keywords").flatMap((words) => words.split(",")),
      author: metas(head, "author")[0],
      generator: metas(head, "generator")[0],
      themeColor: metas(head, "theme-color")[0],
      favicon: related(head, "icon")[0]?.link(),
      feeds: feedsOf(head),
      amp: related(head, "amphtml")[0]?.link(),
      manifest: related(head, "manifest")[0]?.link(),
      warnings: [...warningsOf(tree, titles, descriptions)],
    },
  ];
}

export const html_meta = defineSource({
  id: "html_meta",
  title: "HTML meta data",
  docs: "https://html.spec.whatwg.org/multipage/semantics.html#the-meta-element",
  query: url("a page's URL or a domain", "https://www.iana.org/help/example-domains"),
  verbatim: true,
  item: PageItem.extend({
    url: HttpUrl.describe("the page's final URL"),
    status: z.int(),
    titleLength: Count.optional().describe("characters"),
    titles: Count.describe("titles that the page has: one is right, and the first counts"),
    description: z.string().optional(),
    descriptionLength: Count.optional().describe("characters"),
    canonical: HttpUrl.optional(),
    robots: z.string().optional().describe("the rules of meta robots, meta googlebot and X-Robots-Tag, joined"),
    indexable: z.boolean().describe("no rule forbids indexing, and none has ended it (unavailable_after)"),
    lang: z.string().optional(),
    charset: z.string().optional(),
    viewport: z.string().optional(),
    keywords: z.array(z.string()).optional(),
    author: z.string().optional(),
    generator: z.string().optional(),
    themeColor: z.string().optional(),
    favicon: HttpUrl.optional(),
    feeds: z.array(z.object({ url: HttpUrl, type: z.string(), title: z.string().optional() })).optional(),
    amp: HttpUrl.optional(),
    manifest: HttpUrl.optional(),
  }),
  read: reading({ name: "html_meta", items: read }),
});
