import { catchError, map, mergeMap, type Observable, of } from "rxjs";
import { z } from "zod";
import { toSourceError } from "../../errors.ts";
import { siteOf } from "../../standards/addresses.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import { defineSource } from "../define.ts";
import { url } from "../kit/requests/query.ts";
import { Count } from "../kit/values/fields.ts";
import type { Draft, ReadContext, Reader } from "../source.ts";
import { forbids, robotsOf } from "./directives.ts";
import { reading } from "./document.ts";
import { PageItem } from "./item.ts";
import { readingWarnings, treeOf } from "./tree.ts";
import { wordsOf } from "./words.ts";

const TYPES = ["internal", "external", "anchor", "mailto", "tel", "other"] as const;
type LinkType = (typeof TYPES)[number];

const Options = z.object({
  strict: z.stringbool().default(false).describe("internal means the same host, not the same registrable domain"),
  check: z.stringbool().default(false).describe("ask the first 20 linked pages for their status"),
  limit: z.coerce.number().int().min(1).max(10_000).default(5_000),
  offset: z.coerce.number().int().min(0).default(0),
});
type Input = { readonly url: string } & z.output<typeof Options>;

/** So many linked pages are asked for their status. */
const MAX_CHECKED = 20;

const Item = PageItem.extend({
  href: z.string().describe("the address as it is written"),
  type: z.enum(TYPES),
  rel: z.array(z.string()).optional(),
  nofollow: z.boolean().describe("by its rel, or by the page's robots rules"),
  sponsored: z.boolean(),
  ugc: z.boolean(),
  target: z.string().optional(),
  host: z.string().optional(),
  position: z.int().min(1).describe("its place among the page's links"),
  duplicateOf: z.int().min(1).optional().describe("position of the first link to the same address"),
  linkStatus: z.int().optional().describe("HTTP status of the linked page, with check=true"),
  linkError: z.string().optional().describe("why the linked page gave no status"),
  summary: z
    .object({
      total: Count,
      internal: Count,
      external: Count,
      anchor: Count,
      mailto: Count,
      tel: Count,
      other: Count,
      uniqueHosts: Count.describe("of external links"),
      nofollow: Count,
      emptyAnchors: Count.describe("links of the web that say nothing"),
      pageNofollow: z.boolean().describe("the page's robots rules forbid following its links"),
    })
    .optional()
    .describe("of all links of the page, whatever limit and offset; on the first item only"),
});
type Found = Draft<Omit<z.input<typeof Item>, "source">>;

function typeOf(target: URL | undefined, page: URL, strict: boolean): LinkType {
  if (target?.protocol === "mailto:") return "mailto";
  if (target?.protocol === "tel:") return "tel";
  if (!target || !/^https?:$/.test(target.protocol)) return "other";
  if (target.hash && target.href.replace(/#.*$/s, "") === page.href.replace(/#.*$/s, "")) return "anchor";
  const ownerOf = ({ hostname }: URL) => (strict ? hostname : siteOf(hostname));
  return ownerOf(target) === ownerOf(page) ? "internal" : "external";
}

/** The links of a page. */
export function read(response: HttpResponse, { strict, limit, offset }: Input): readonly Found[] {
  const tree = treeOf(response);
  const page = new URL(response.url);
  const pageNofollow = forbids(robotsOf(tree.head, response), "nofollow");
  const first = new Map<string, number>();
  const all = tree.doc.all("a[href], area[href]").flatMap((link, index) => {
    if (link.closest("template")) return [];
    const href = link.attr("href") ?? "";
    const target = URL.parse(href, link.base) ?? undefined;
    const type = typeOf(target, page, strict);
    const web = type === "internal" || type === "external" || type === "anchor" ? target : undefined;
    const rel = (link.attr("rel") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    const position = index + 1;
    const duplicateOf = first.get(target?.href ?? href);
    if (duplicateOf === undefined) first.set(target?.href ?? href, position);
    return [
      {
        title: wordsOf(link),
        url: web?.href,
        href,
        type,
        rel,
        nofollow: pageNofollow || rel.includes("nofollow"),
        sponsored: rel.includes("sponsored"),
        ugc: rel.includes("ugc"),
        target: link.attr("target"),
        host: web?.hostname,
        position,
        duplicateOf,
      },
    ];
  });
  const count = (type: LinkType): number => all.filter((link) => link.type === type).length;
  const summary = {
    total: all.length,
    internal: count("internal"),
    external: count("external"),
    anchor: count("anchor"),
    mailto: count("mailto"),
    tel: count("tel"),
    other: count("other"),
    uniqueHosts: new Set(all.flatMap(({ type, host }) => (type === "external" && host ? [host] : []))).size,
    nofollow: all.filter(({ nofollow }) => nofollow).length,
    emptyAnchors: all.filter(({ title, url: address }) => address && !title).length,
    pageNofollow,
  };
  return all.slice(offset, offset + limit).map((link, index) => ({
    ...link,
    ...(index === 0 && { summary, status: response.status, warnings: readingWarnings(tree) }),
  }));
}

/** A link with its page's status, or why there is none. */
function checked(link: Found, context: ReadContext): Observable<Found> {
  const { url: address } = link;
  if (!address) return of(link);
  const status$ = context
    .fetch({ url: address, method: "HEAD", guarded: true })
    .pipe(map(({ status }): Found => ({ ...link, linkStatus: status })));
  return context
    .cached(`status of ${address}`, status$, { anySite: true })
    .pipe(catchError((error) => of({ ...link, linkError: toSourceError(error).message })));
}

const ofPage: Reader<Input, Found> = reading({ name: "links", items: read });

export const links = defineSource({
  id: "links",
  title: "Links of a page",
  docs: "https://html.spec.whatwg.org/multipage/links.html",
  query: url("a page's URL or a domain", "https://www.iana.org/help/example-domains", Options),
  verbatim: true,
  item: Item,
  read: (input, context) =>
    ofPage(input, context).pipe(
      mergeMap((link, index) => (input.check && index < MAX_CHECKED ? checked(link, context) : of(link)), 4),
    ),
});
