import { collapse } from "./characters.ts";
import { isOfType, type JsonLdNode, jsonLdOf } from "./jsonld.ts";
import type { Tree } from "./tree.ts";

/** What page-wide readers share: the tree, its metas by lower-cased name, its structured data, and where it stands. */
export interface Source {
  readonly tree: Tree;
  readonly metas: ReadonlyMap<string, string>;
  readonly data: readonly JsonLdNode[];
  readonly url: string;
  readonly base: string;
  readonly kind: PageKind;
}

/** Something written, a thread of a forum, something offered (goods, services, lists, a front page); undefined where nothing tells. */
type PageKind = "written" | "thread" | "offered" | undefined;

export function sourceOf(tree: Tree, url: string, base: string): Source {
  const metas = new Map<string, string>();
  for (const { name, attribs } of tree.elements) {
    if (name !== "meta") continue;
    const key = (attribs["property"] ?? attribs["name"] ?? attribs["itemprop"] ?? attribs["http-equiv"])
      ?.trim()
      .toLowerCase();
    const value = collapse(attribs["content"]);
    if (key && value && !metas.has(key)) metas.set(key, value);
  }
  const data = jsonLdOf(tree);
  return { tree, metas, data, url, base, kind: kindOf({ tree, metas, data, url }) };
}

/** What types an article has. */
const WRITTEN = /Article$|BlogPosting|NewsItem/;
/** Addresses of articles. */
const WRITTEN_AT =
  /\/(?:blogs?|news|newsroom|articles?|stor(?:y|ies)|posts?|guides?|insights|librar(?:y|ies)|learn|tips|[\w-]+-stories|(?:19|20)\d\d)\/./i;
/** Addresses of what is sold and listed, and of lists. */
const OFFERED_AT =
  /\/(?:products?|dp|shop|store|collections?|categor(?:y|ies)|c|services?|solutions|tags?|lists?|genres?|browse|subjects?|sections|deals|coupons|pricing)(?:\/|$)/i;
/** The last part of an article's address has so many words. */
const SLUG_WORDS = 4;

/** Addresses of threads. */
const THREAD_AT =
  /\/(?:threads?|t|d|questions|comments|showtopic[^/]*)\/.|\/topics?\/(?:\d|[^/]+\/\d)|showthread|viewtopic|showtopic|\/thread-\d|[?&]topic=/i;

/** What the page is, by its metas, its structured data and its address. */
function kindOf({ tree, metas, data, url }: Omit<Source, "kind" | "base">): PageKind {
  const { pathname = "", search = "" } = URL.parse(url) ?? {};
  if (THREAD_AT.test(pathname + search) || data.some((node) => isOfType(node, /DiscussionForumPosting|QAPage/)))
    return "thread";
  if (pathname === "/" && !search) return "offered";
  if (data.some((node) => isOfType(node, WRITTEN)) || WRITTEN_AT.test(pathname)) return "written";
  if (OFFERED_AT.test(pathname)) return "offered";
  // Content systems say "article" of any page.
  if (metas.has("article:published_time")) return "written";
  if (/article/i.test(metas.get("og:type") ?? "") && isArticleAddress(url)) return "written";
  const sold =
    data.some((node) => isOfType(node, /^Product(?:Group)?$/)) ||
    tree.elements.some(({ attribs }) => attribs["itemtype"]?.endsWith("/Product"));
  if (sold) return "offered";
  return slugWords(pathname) >= SLUG_WORDS ? "written" : undefined;
}

/** How many words the last part of a path has. */
const slugWords = (path: string): number => (path.split("/").findLast(Boolean) ?? "").split(/[-_]/).length;

/** Whether an address is one that articles have, or hardly another page. */
export function isArticleAddress(url: string): boolean {
  const path = URL.parse(url)?.pathname ?? "";
  return WRITTEN_AT.test(path) || slugWords(path) >= SLUG_WORDS - 1;
}
