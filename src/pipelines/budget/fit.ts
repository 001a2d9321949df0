import { concatMap, identity, type MonoTypeOperatorFunction, map, type Observable, of } from "rxjs";
import type { StreamEvent } from "../../events.ts";
import type { ExtractResponse } from "../extract.ts";
import type { SearchResponse } from "../search/search.ts";
import { withoutContents } from "./contents.ts";
import { fitEntries } from "./entries.ts";
import type { TextFields } from "./fields.ts";
import { type CountTokens, tokenizer$ } from "./tokens.ts";
import type { Fitted } from "./truncated.ts";

/** A crawl's answer, as far as it is cut. */
export interface CrawlTexts {
  readonly results: readonly { readonly url: string; readonly raw_content?: string | undefined }[];
}

/** Fewer tokens of a page than this say too little; then one page less is given. */
const PAGE_FLOOR = 200;

/** A hit is given whole, or not; the last one's snippet may be cut. */
const SEARCH: TextFields = {
  text: "snippet",
  spare: [],
  floor: Number.POSITIVE_INFINITY,
  must: ["title", "source", "engines", "score"],
};
/** A page's title, date and address stay whatever room there is; its table of contents goes before its text. */
const PAGES: TextFields = {
  text: "raw_content",
  spare: ["blocks", "images"],
  lighter: withoutContents,
  floor: PAGE_FLOOR,
  must: ["title", "published_date", "images", "depth"],
};

/**
 * Cuts a search's answer so that `items` have `max` tokens at most, as JSON: the worst-ranked go first; the snippet of
 * the last that stays may end early, after a sentence. Deterministic; what fits comes back as it is.
 */
export function fitSearch<R extends Pick<SearchResponse, "items">>(
  response: R,
  max: number,
  count: CountTokens,
): Fitted<R> {
  const { entries, truncated } = fitEntries(response.items, "items", SEARCH, max, count);
  return truncated ? { ...response, items: entries, truncated } : response;
}

/**
 * Cuts an extraction's answer so that `results` have `max` tokens at most, as JSON: the lists of blocks and images go first, then
 * the tables of contents, then each page's text is shortened to a fair share at the end of a block or sentence; pages that would keep fewer than
 * 200 tokens of text are dropped, the last first, but for the first page.
 */
export function fitExtract<R extends Pick<ExtractResponse, "results">>(
  response: R,
  max: number,
  count: CountTokens,
): Fitted<R> {
  const { entries, truncated } = fitEntries(response.results, "results", PAGES, max, count);
  return truncated ? { ...response, results: entries, truncated } : response;
}

/** As `fitExtract`; a crawl's first pages are those nearest to where it began. */
export function fitCrawl<R extends CrawlTexts>(response: R, max: number, count: CountTokens): Fitted<R> {
  const { entries, truncated } = fitEntries(response.results, "results", PAGES, max, count);
  return truncated ? { ...response, results: entries, truncated } : response;
}

/**
 * Cuts the answer that `done` carries, by one of the functions above; the events before it pass as they are. Without
 * `max` nothing changes.
 *
 *     events:           --result--done|
 *     withinTokens(100) --result--done'|
 */
export function withinTokens<Response>(
  max: number | undefined,
  shorten: (response: Response, max: number, count: CountTokens) => Response,
): MonoTypeOperatorFunction<StreamEvent<Response>> {
  if (max === undefined) return identity;
  return concatMap((event): Observable<StreamEvent<Response>> => {
    if (event.event !== "done") return of(event);
    return tokenizer$.pipe(map((count) => ({ event: "done", data: shorten(event.data, max, count) })));
  });
}
