import { catchError, map, mergeMap, type Observable, of, tap, toArray } from "rxjs";
import { z } from "zod";
import { SourceError, toSourceError } from "../../../errors.ts";
import { sameAddress } from "../../../standards/addresses.ts";
import type { HttpResponse } from "../../../upstream/types.ts";
import { defineSource } from "../../define.ts";
import { fetched, forPage } from "../../kit/readers/document.ts";
import { parseUrl, url } from "../../kit/requests/query.ts";
import { pageWall, refusalOf } from "../../kit/responses/refusals.ts";
import { Count, HttpUrl } from "../../kit/values/fields.ts";
import type { Draft, ReadContext } from "../../source.ts";
import { readElsewhere, reading } from "../document.ts";
import { PageItem } from "../item.ts";
import { readingWarnings, treeOf } from "../tree.ts";
import { type Announced, alternatesIn, alternatesOf, announces, judgedSet } from "./alternates.ts";
import { isCountry, isLanguage } from "./codes.ts";

const Options = z.object({
  reciprocal: z.stringbool().default(false).describe("read up to 10 alternates, and say whether they link back"),
  sitemap: z
    .string()
    .transform((address) => parseUrl(address).href)
    .optional()
    .describe("URL of a sitemap whose alternates of the page count too"),
});
type Input = { readonly url: string } & z.output<typeof Options>;

/** So many alternates are read for their return links. */
const MAX_RETURNS = 10;

const Item = PageItem.extend({
  url: HttpUrl.optional(),
  hreflang: z.string().describe("as it is written"),
  href: z.string().optional().describe("its address as it is written"),
  language: z.string().optional().describe("ISO 639-1"),
  languageName: z.string().optional().describe("in English"),
  script: z.string().optional().describe("ISO 15924"),
  region: z.string().optional().describe("ISO 3166-1"),
  from: z
    .enum(["html", "body", "header", "sitemap"])
    .describe("where it is announced; in the body it counts for nothing"),
  page: HttpUrl.optional().describe("in a sitemap: the page whose alternate it is"),
  isXDefault: z.boolean(),
  isSelf: z.boolean(),
  valid: z.boolean().describe("its code is one that search engines know"),
  issues: z.array(z.string()),
  returnLink: z.boolean().optional().describe("with reciprocal=true: the alternate announces this page too"),
  returnError: z.string().optional().describe("why that could not be seen"),
  summary: z
    .object({
      count: Count,
      languages: z.array(z.string()),
      regions: z.array(z.string()),
      xDefault: z.boolean(),
      selfReference: z.boolean(),
      pageLanguage: z.string().optional(),
      canonical: HttpUrl.optional(),
      issues: z.array(z.string()).describe("what is wrong with them as a set"),
    })
    .optional()
    .describe("of all alternates; on the first item only"),
});
type Found = Draft<Omit<z.input<typeof Item>, "source">>;

const distinct = (values: readonly (string | undefined)[]): string[] => [
  ...new Set(values.flatMap((value) => value ?? [])),
];

/** A page's alternates as items; those of a sitemap beside them. */
function itemsOf(response: HttpResponse, more: readonly Announced[]): readonly Found[] {
  const tree = treeOf(response);
  const canonical = tree.head.link("link[rel~='canonical' i]");
  const lang = tree.doc.attr("lang", "html");
  return found([...alternatesOf(response, tree), ...more], response, {
    canonical,
    lang,
    warnings: readingWarnings(tree),
  });
}

function found(
  announced: readonly Announced[],
  { url: page, status }: HttpResponse,
  { canonical, lang, warnings }: { canonical?: string | undefined; lang?: string | undefined; warnings: string[] },
): readonly Found[] {
  const { items, issues } = judgedSet(announced, page, canonical, lang);
  const counted = items.filter(({ alternate }) => alternate.from !== "body");
  const summary = {
    count: counted.length,
    languages: distinct(counted.map(({ code }) => code.language).filter(isLanguage)),
    regions: distinct(counted.map(({ code }) => code.region).filter(isCountry)),
    xDefault: counted.some(({ isXDefault }) => isXDefault),
    selfReference: counted.some(({ isSelf }) => isSelf),
    pageLanguage: lang,
    canonical,
    issues,
  };
  return items.map(({ alternate, code, isSelf, isXDefault, issues: own }, index) => ({
    title: alternate.hreflang,
    url: alternate.url,
    hreflang: alternate.hreflang,
    href: alternate.href,
    language: code.language,
    languageName: code.languageName,
    script: code.script,
    region: code.region,
    from: alternate.from,
    page: alternate.page,
    isXDefault,
    isSelf,
    valid: code.issues.length === 0,
    issues: own,
    ...(index === 0 && { summary, status, warnings }),
  }));
}

const isXml = ({ headers, body }: HttpResponse): boolean =>
  (!/xhtml/.test(headers["content-type"] ?? "") && /\bxml\b/.test(headers["content-type"] ?? "")) ||
  (body[0] === 0x1f && body[1] === 0x8b);

/** A page's alternates, with what a sitemap says of it; or those of every page of a sitemap. */
export const read = (response: HttpResponse, { more }: { readonly more: readonly Announced[] }): readonly Found[] =>
  isXml(response) ? found(alternatesIn(response), response, { warnings: [] }) : itemsOf(response, more);

const ofPage = reading<Input & { readonly more: readonly Announced[] }, Found>({ name: "hreflang", items: read });

const sitemapRequest = (url: string) => ({ url, headers: { accept: "application/xml,text/xml,*/*;q=0.5" } });

/** What the sitemap that was named says of the page. */
const named = ({ url: page, sitemap }: Input, context: ReadContext): Observable<readonly Announced[]> =>
  sitemap
    ? fetched(sitemapRequest(sitemap), context).pipe(
        mergeMap((response) => readElsewhere("alternates", alternatesIn, response, page, context)),
      )
    : of([]);

/** An alternate, and whether its page announces this one. */
function returned(item: Found, { url: page, sitemap }: Input, context: ReadContext): Observable<Found> {
  const { url: address } = item;
  if (!address || item.isSelf) return of(item);
  const alternate$ = fetched(forPage(address), context).pipe(
    tap((response) => {
      const refused = refusalOf(response) ?? pageWall(response);
      if (refused) throw refused;
      // What only leads elsewhere, perhaps back to the page itself, announces nothing.
      if (!sameAddress(response.url, address))
        throw new SourceError("not-found", `${address} redirects to ${response.url}.`);
    }),
  );
  /** A sitemap announces for every page that it lists. */
  const inSitemap$ = (final: string) =>
    sitemap
      ? fetched(sitemapRequest(sitemap), context).pipe(
          mergeMap((response) => readElsewhere("alternates", alternatesIn, response, address, context)),
          map((announced) => announced.some(({ url }) => url !== undefined && sameAddress(url, final))),
        )
      : of(false);
  // The page may have been redirected: it is announced by its final address.
  return fetched(forPage(page), context).pipe(
    mergeMap(({ url: final }) =>
      alternate$.pipe(
        mergeMap((response) => readElsewhere("announces", announces, response, final, context)),
        mergeMap((announced) => (announced ? of(true) : inSitemap$(final))),
      ),
    ),
    map((returnLink): Found => ({ ...item, returnLink })),
    catchError((error) => of({ ...item, returnError: toSourceError(error).message })),
  );
}

export const hreflang = defineSource({
  id: "hreflang",
  title: "hreflang alternates",
  docs: "https://developers.google.com/search/docs/specialty/international/localized-versions",
  query: url("a page's URL or a domain; or a sitemap's URL", "https://www.garmin.com/en-US/c/sports-fitness/", Options),
  verbatim: true,
  item: Item,
  read: (input, context) =>
    named(input, context).pipe(
      mergeMap((more) => ofPage({ ...input, more }, context)),
      // In the tags' order: what is said of all of them stands on the first.
      mergeMap((item, index) => {
        const read$ = input.reciprocal && index < MAX_RETURNS ? returned(item, input, context) : of(item);
        return read$.pipe(map((read) => ({ index, read })));
      }, 4),
      toArray(),
      mergeMap((all) => all.toSorted((a, b) => a.index - b.index).map(({ read }) => read)),
    ),
});
