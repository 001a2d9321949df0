import type { Element } from "domhandler";
import { collapse } from "./characters.ts";
import type { Source } from "./head.ts";
import { ARTICLE, isNode, isOfType } from "./jsonld.ts";
import { rawText } from "./tree.ts";

const MAX_BYLINE = 100;
const METAS = [
  "author",
  "article:author",
  "parsely-author",
  "sailthru.author",
  "citation_author",
  "dc.creator",
  "dcterms.creator",
  "byl",
  "article:author_name",
  "twitter:data1",
];
const MARKED = new Set(["a", "span", "p", "div", "address", "strong", "li"]);
const NAMED =
  /(?:^|[\s_-])(?:byline|author|author-name|authors|post-author|entry-author|article-author|byline-name|writtenby|p-author)(?:$|[\s_-])/i;

/** Who wrote the page: its structured data, its metas, else what it marks as the author; several names joined with `, `. */
export function bylineOf({ tree, metas, data }: Source): string | undefined {
  for (const node of data.filter((one) => isOfType(one, ARTICLE) || isOfType(one, /Posting|WebPage/))) {
    const names = namesOf(node["author"] ?? node["creator"]);
    if (names) return names;
  }
  for (const name of METAS) {
    if (name === "twitter:data1" && !/written|author|by/i.test(metas.get("twitter:label1") ?? "")) continue;
    const author = tidy(metas.get(name));
    if (author) return author;
  }
  const marks: ((element: Element) => boolean)[] = [
    ({ attribs: { rel } }) => rel !== undefined && /(?:^|\s)author(?:$|\s)/.test(rel),
    ({ attribs }) => attribs["itemprop"] === "author",
    ({ name, attribs }) => MARKED.has(name) && attribs["class"] !== undefined && NAMED.test(attribs["class"]),
  ];
  for (const mark of marks)
    for (const element of tree.elements) {
      const author = mark(element) ? tidy(collapse(rawText(element, 4 * MAX_BYLINE))) : undefined;
      if (author) return author;
    }
  return undefined;
}

function namesOf(author: unknown): string | undefined {
  const names = (Array.isArray(author) ? author.slice(0, 20) : [author]).flatMap((one) => {
    const name = isNode(one) ? one["name"] : one;
    return typeof name === "string" ? (tidy(collapse(name)) ?? []) : [];
  });
  return names.length > 0 ? [...new Set(names)].join(", ") : undefined;
}

/** A name without "By" before it; undefined when it is an address, too long, or no name at all. */
function tidy(text: string | undefined): string | undefined {
  const name = text
    ?.slice(0, 4 * MAX_BYLINE)
    .replace(/^(?:written |posted |words )?(?:by|von|par|por|di|author)(?::\s*|\s+)/i, "")
    .replace(/[\s,|•·–-]+$/, "")
    .trim();
  if (!name || name.length > MAX_BYLINE || /^https?:|^@?admin$|^www\./i.test(name) || !/\p{L}/u.test(name))
    return undefined;
  return name;
}
