import { catchError, concatMap, defer, from, map, mergeMap, type Observable, of, throwError } from "rxjs";
import { z } from "zod";
import { toSourceError } from "../../../errors.ts";
import { readRobots } from "../../../standards/robots.ts";
import { decodeText } from "../../../upstream/charset.ts";
import type { HttpResponse } from "../../../upstream/types.ts";
import { defineSource } from "../../define.ts";
import { fetched } from "../../kit/readers/document.ts";
import { url } from "../../kit/requests/query.ts";
import { Count, HttpUrl, IsoDate } from "../../kit/values/fields.ts";
import type { Draft, ReadContext, Reader } from "../../source.ts";
import { reading } from "../document.ts";
import { PageItem } from "../item.ts";
import { MAX_URLS, readSitemap } from "./read.ts";

const Options = z.object({
  expand: z.stringbool().default(false).describe("read the first 5 sitemaps that an index names"),
  limit: z.coerce.number().int().min(1).max(MAX_URLS).default(5_000).describe("of the entries of each file"),
  offset: z.coerce.number().int().min(0).default(0),
});
type Input = { readonly url: string } & z.output<typeof Options>;

/** So many further files are read, of an index or of a robots.txt. */
const MAX_FILES = 5;

const Item = PageItem.extend({
  type: z.enum(["url", "sitemap"]),
  updatedAt: IsoDate.optional(),
  changefreq: z.string().optional(),
  priority: z.number().optional().describe("0 to 1"),
  images: z.array(HttpUrl),
  videos: z.array(
    z.object({
      title: z.string().optional(),
      description: z.string().optional(),
      thumbnail: HttpUrl.optional(),
      url: HttpUrl.optional(),
      durationSeconds: z.number().optional(),
      publishedAt: IsoDate.optional(),
    }),
  ),
  news: z
    .object({
      name: z.string().optional(),
      language: z.string().optional(),
      publishedAt: IsoDate.optional(),
      title: z.string().optional(),
    })
    .optional(),
  alternates: z.array(z.object({ hreflang: z.string(), url: HttpUrl.optional() })),
  sitemap: HttpUrl.describe("the file that names it"),
  summary: z
    .object({
      format: z.enum(["urlset", "sitemapindex", "rss", "atom", "text"]),
      entries: Count.describe("in the file, whatever limit and offset"),
      size: Count.describe("bytes, unpacked"),
      wellFormed: z.boolean(),
      lastModified: IsoDate.optional().describe("the newest date of its entries"),
    })
    .optional()
    .describe("of the file; on its first entry only"),
});
type Found = Draft<Omit<z.input<typeof Item>, "source">>;

/** A file's entries. */
export function read(response: HttpResponse, { limit, offset }: Input): readonly Found[] {
  const { format, entries, unusable, broken, size } = readSitemap(response);
  const lastModified = entries.reduce<string | undefined>(
    (newest, { updatedAt }) => (updatedAt && (!newest || updatedAt > newest) ? updatedAt : newest),
    undefined,
  );
  const warnings = [
    ...(broken ? [`The XML is not well-formed: ${broken}`] : []),
    ...(unusable > 0 ? [`${unusable} entries have no absolute address.`] : []),
    ...(entries.length >= MAX_URLS ? [`The file has ${MAX_URLS} entries or more: the rest is not read.`] : []),
  ];
  const summary = { format, entries: entries.length, size, wellFormed: broken === undefined, lastModified };
  return entries.slice(offset, offset + limit).map((entry, index) => ({
    ...entry,
    type: format === "sitemapindex" ? "sitemap" : "url",
    sitemap: response.url,
    ...(index === 0 && { summary, warnings, status: response.status }),
  }));
}

const XML = { accept: "application/xml,text/xml,text/plain;q=0.8,*/*;q=0.5" };

const file: Reader<Input, Found> = reading({
  name: "sitemap",
  request: ({ url: address }) => ({ url: address, headers: XML }),
  items: read,
});

/** A file and, where it is an index and that is wanted, the first files that it names. */
const expanded = (input: Input, context: ReadContext): Observable<Found> => {
  let followed = 0;
  return file(input, context).pipe(
    concatMap((found) => {
      if (!input.expand || found.type !== "sitemap" || !found.url || followed >= MAX_FILES) return of(found);
      followed += 1;
      return file({ ...input, url: found.url, expand: false }, context).pipe(noting(context));
    }),
  );
};

/** A file that fails among others is noted. */
const noting =
  (context: ReadContext) =>
  <T>(source$: Observable<T>): Observable<T> =>
    source$.pipe(
      catchError((error) => {
        context.notice({ kind: "note", text: toSourceError(error).message });
        return from<T[]>([]);
      }),
    );

/** Where a site's sitemaps are: what its robots.txt names, else the usual places. */
function sitemapsOf({ origin }: URL, context: ReadContext): Observable<readonly string[]> {
  return fetched({ url: `${origin}/robots.txt`, headers: { accept: "text/plain,*/*;q=0.5" } }, context).pipe(
    map((response) => (response.status < 300 ? readRobots(decodeText(response)).sitemaps : [])),
    map((named) => named.flatMap((line) => URL.parse(line, origin)?.href ?? [])),
  );
}

/** The usual places, one after the other. */
const usual = (origin: string, input: Input, context: ReadContext): Observable<Found> =>
  expanded({ ...input, url: `${origin}/sitemap.xml` }, context).pipe(
    catchError((error) =>
      toSourceError(error).kind === "not-found"
        ? expanded({ ...input, url: `${origin}/sitemap_index.xml` }, context)
        : throwError(() => error),
    ),
  );

/** A site's sitemaps. */
const ofSite: Reader<Input, Found> = (input, context) =>
  defer(() => {
    const site = new URL(input.url);
    return sitemapsOf(site, context).pipe(
      mergeMap((named) => {
        const files = named.slice(0, MAX_FILES);
        const [only] = files;
        if (!only) return usual(site.origin, input, context);
        context.notice({
          kind: "note",
          text: `robots.txt names ${named.length === 1 ? only : `${named.length} sitemaps`}`,
        });
        if (files.length === 1) return expanded({ ...input, url: only }, context);
        return from(files).pipe(
          concatMap((address) => expanded({ ...input, url: address }, context).pipe(noting(context))),
        );
      }),
    );
  });

/** A bare domain asks for the site's sitemaps, a path for that file. */
const isSite = ({ url: address }: Input): boolean => new URL(address).pathname === "/" && !new URL(address).search;

export const sitemap = defineSource({
  id: "sitemap",
  title: "XML sitemap",
  docs: "https://www.sitemaps.org/protocol.html",
  query: url("a sitemap's URL, or a domain", "https://www.sitemaps.org/sitemap.xml", Options),
  verbatim: true,
  item: Item,
  read: (input, context) => (isSite(input) ? ofSite : expanded)(input, context),
});
