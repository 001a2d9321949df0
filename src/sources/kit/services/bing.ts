import { SourceError } from "../../../errors.ts";
import type { HttpRequest, HttpResponse } from "../../../upstream/types.ts";
import type { El } from "../html/dom.ts";
import { says } from "../readers/html.ts";
import type { PageRequest } from "../readers/paged.ts";
import { cookies, navigation } from "../requests/as-browser.ts";
import { get, type Params } from "../requests/request.ts";
import type { SearchInput } from "../requests/search.ts";
import { DAYS, marketOf } from "../requests/search.ts";

/** What Bing's searches of images and videos have in common: each asks for the rows of its page apart from the page. */

const PER_PAGE = 35;
const SAFE = { off: "OFF", moderate: "DEMOTE", strict: "STRICT" } as const;

/** Marks of its captcha. */
export const BING_BLOCKED = ["div.captcha", "div.captcha_header", "#b_captcha"] as const;

/** How many minutes back a time range goes. */
export const minutesOf = (range: keyof typeof DAYS): number => DAYS[range] * 24 * 60;

/** One page of rows; `own` are the parameters that belong to the kind of rows. */
export function bingMedia(address: string, own: Params, ask: SearchInput & PageRequest): HttpRequest {
  const market = marketOf(ask);
  const cookie = cookies({ SRCHHPGUSR: ask.safe && `ADLT=${SAFE[ask.safe]}` });
  return get(
    address,
    {
      q: ask.text,
      ...own,
      first: 1 + PER_PAGE * (ask.page - 1),
      count: PER_PAGE,
      mkt: market && `${market.language}-${market.region}`,
    },
    { headers: { ...navigation(ask), ...(cookie && { cookie }) }, session: "bing" },
  );
}

const nothingFound = says("no results", "did not match any");

const isFirst = ({ url }: HttpResponse): boolean => Number(URL.parse(url)?.searchParams.get("first") ?? 1) <= 1;

/**
 * As an `empty`: Bing says that there is nothing, or the list is there without a row. What has neither is a refusal, but
 * past the first page it is the end.
 */
export const bingNothing =
  (list: string, row: string) =>
  (doc: El, response: HttpResponse): boolean => {
    if (doc.has(list)) return !doc.has(row);
    if (nothingFound(doc) || !isFirst(response)) return true;
    throw new SourceError("blocked", "Bing answered without a list of results, as it does when it takes us for a bot.");
  };
