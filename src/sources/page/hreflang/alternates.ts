import { sameAddress } from "../../../standards/addresses.ts";
import type { HttpResponse } from "../../../upstream/types.ts";
import { absolute, type El } from "../../kit/html/dom.ts";
import { readSitemap } from "../sitemap/read.ts";
import { type PageTree, treeOf } from "../tree.ts";
import { codeIn } from "./codes.ts";

/** An alternate as it is announced. */
export interface Announced {
  readonly hreflang: string;
  /** As it is written. */
  readonly href: string;
  readonly url: string | undefined;
  readonly from: "html" | "body" | "header" | "sitemap";
  /** In a sitemap: the page whose alternate it is. */
  readonly page?: string;
}

const announcedBy = (from: "html" | "body") => (link: El) => {
  const [hreflang, href] = [link.attr("hreflang"), link.attr("href") ?? ""];
  return hreflang ? [{ hreflang, href, url: absolute(href, link.base), from }] : [];
};

/** The HTTP header `Link: <address>; rel="alternate"; hreflang="fr"` (RFC 8288). */
function inHeader({ headers, url }: HttpResponse): Announced[] {
  const header = (headers["link"] ?? "").slice(0, 50_000);
  return [...header.matchAll(/<([^<>]{0,2000})>([^<]{0,1000})/g)].flatMap(([, href = "", parameters = ""]) => {
    const hreflang = /;\s{0,9}hreflang\s{0,9}=\s{0,9}"?([\w-]{1,40})/i.exec(parameters)?.[1];
    const alternate = /;\s{0,9}rel\s{0,9}=\s{0,9}("[^"]{0,100}\balternate\b|alternate\b)/i.test(parameters);
    return hreflang && alternate ? [{ hreflang, href, url: absolute(href, url), from: "header" as const }] : [];
  });
}

const LINK = "link[rel~='alternate' i][hreflang]";

/** What a page announces, in its head, its header, and (where nobody heeds it) its body. */
export function alternatesOf(response: HttpResponse, { doc, head }: PageTree): Announced[] {
  return [
    ...head.all(LINK).flatMap(announcedBy("html")),
    ...(doc.one("html > body")?.all(LINK) ?? []).flatMap(announcedBy("body")),
    ...inHeader(response),
  ];
}

/** What a sitemap announces, of all its pages or of one. */
export const alternatesIn = (response: HttpResponse, page?: string): Announced[] =>
  readSitemap(response).entries.flatMap(({ url, alternates }) =>
    url === undefined || (page !== undefined && sameAddress(url, page) === false)
      ? []
      : alternates.map(
          (alternate): Announced => ({
            hreflang: alternate.hreflang,
            href: alternate.url ?? "",
            url: alternate.url,
            from: "sitemap",
            page: url,
          }),
        ),
  );

/** What is wrong with each of a page's alternates, and with them as a set. */
export function judgedSet(
  announced: readonly Announced[],
  page: string,
  canonical: string | undefined,
  lang: string | undefined,
) {
  const codes = new Map<string, Set<string>>();
  for (const { hreflang, url } of announced) {
    const code = hreflang.toLowerCase();
    codes.set(code, (codes.get(code) ?? new Set()).add(url ?? ""));
  }
  const seen = new Set<string>();
  const items = announced.map((alternate) => {
    const { hreflang, href, url, from } = alternate;
    const code = codeIn(hreflang);
    // The page is the one asked for, whatever page it names as its canonical one.
    const self = url !== undefined && sameAddress(url, alternate.page ?? page);
    const key = `${alternate.page ?? ""} ${hreflang.toLowerCase()} ${url}`;
    const repeated = seen.has(key);
    seen.add(key);
    const places = alternate.page ? 1 : (codes.get(hreflang.toLowerCase())?.size ?? 1);
    return {
      alternate,
      code,
      isSelf: self,
      isXDefault: hreflang.toLowerCase() === "x-default",
      issues: [
        ...code.issues,
        ...(url === undefined ? ["It names no address."] : []),
        ...(href && !/^https?:\/\//i.test(href) ? ["Its address is relative."] : []),
        ...(repeated ? ["It is announced twice."] : []),
        ...(places > 1 ? [`${hreflang} has ${places} different addresses.`] : []),
        ...(from === "body" ? ["It stands in the body, where it counts for nothing."] : []),
      ],
    };
  });
  const counted = items.filter(({ alternate }) => alternate.from !== "body");
  const own = counted.find(({ isSelf, isXDefault }) => isSelf && !isXDefault)?.code.language;
  const inSitemapOnly = announced.every(({ from }) => from === "sitemap");
  const issues = [
    ...(counted.some(({ isXDefault }) => isXDefault) ? [] : ["No alternate is x-default."]),
    ...(counted.some(({ isSelf }) => isSelf) ? [] : ["No alternate is the page itself."]),
    ...(canonical && !inSitemapOnly && !sameAddress(canonical, page)
      ? [`The canonical URL is another page (${canonical}): alternates of this one are not heeded.`]
      : []),
    ...(own && lang && own !== lang.slice(0, 2).toLowerCase()
      ? [`The page says that its language is ${lang}, its own alternate says ${own}.`]
      : []),
  ];
  return { items, issues };
}

/** Whether a page announces an address among its alternates. */
export const announces = (response: HttpResponse, address: string): boolean =>
  alternatesOf(response, treeOf(response)).some(
    ({ url, from }) => url !== undefined && from !== "body" && sameAddress(url, address),
  );
