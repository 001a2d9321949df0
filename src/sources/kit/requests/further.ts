import type { HttpResponse } from "../../../upstream/types.ts";
import type { El } from "../html/dom.ts";

/** Readings of "is there a next page", as a reader's `next`: null ends the pages, undefined goes on by number. */

const asked = (response: HttpResponse, name: string): number | undefined => {
  const value = Number(URL.parse(response.url)?.searchParams.get(name) ?? Number.NaN);
  return Number.isFinite(value) ? value : undefined;
};

/** For pages asked by a row's number (`offset=50`): `here` rows came, of `total`. An unknown total goes on. */
export function rowsRemain(
  response: HttpResponse,
  offset: string,
  here: number,
  total: number | null | undefined,
): null | undefined {
  return (asked(response, offset) ?? 0) + here < (total ?? Number.POSITIVE_INFINITY) ? undefined : null;
}

/** For pages asked by their own number (`page=2`): `size` rows a page, of `total`. An unknown total goes on. */
export function pagesRemain(response: HttpResponse, size: number, total: number | null | undefined): null | undefined {
  return (asked(response, "page") ?? 1) * size < (total ?? Number.POSITIVE_INFINITY) ? undefined : null;
}

/** The address behind `rel="next"` of a Link header (RFC 8288); null where there is none, or it leads to another site. */
export function nextLink(response: HttpResponse): string | null {
  for (const [, address, parameters] of (response.headers["link"] ?? "").matchAll(/<([^<>]{1,4000})>([^<>]{0,1000})/g))
    if (address && /;\s*rel="?next"?/i.test(parameters ?? "")) {
      const url = URL.parse(address, response.url);
      return url?.origin === URL.parse(response.url)?.origin ? (url?.href ?? null) : null;
    }
  return null;
}

/**
 * Reads from a page's own links whether there is one further on: a link whose `parameter` is greater than the page's own
 * (`first` on the first page). Null: this is the last page; undefined: go on by number.
 */
export const furtherOn =
  (parameter: string, first: number, links: string) =>
  (doc: El, _input: unknown, response: HttpResponse): null | undefined => {
    const at = (address: string | undefined): number =>
      Number(URL.parse(address ?? "")?.searchParams.get(parameter) ?? first);
    const here = at(response.url);
    return doc.all(links).some((link) => at(link.link()) > here) ? undefined : null;
  };
