import { concat, defer, map, mergeMap, type Observable, of, takeUntil, takeWhile, tap, timer } from "rxjs";
import type { StreamEvent } from "../../events.ts";
import { parseUrl } from "../../sources/kit/requests/query.ts";
import { traced } from "../../tracing/traced.ts";
import type { Typing } from "../typed/typing.ts";
import { addressKey, createDiscovery, type Entry, placed } from "./discovery.ts";
import { Duplicates } from "./duplicates.ts";
import { explore } from "./frontier.ts";
import { memoryFrontier } from "./memory-frontier.ts";
import type { CrawlOptions } from "./options.ts";
import { type CrawledPage, type CrawlResponse, type DuplicatePage, type FailedPage, Tally } from "./response.ts";
import { typedPages } from "./typed-pages.ts";
import { HOST_CONCURRENCY, type Visit, type VisitDeps, visitor } from "./visitor.ts";

/** An address and what `crawlOptions` made of the parameters. */
export interface CrawlRequest extends CrawlOptions {
  /** `https://` is assumed where no scheme is given. */
  readonly url: string;
  /** Each address is a page of its own, also where another differs in little or has the same content. */
  readonly exact?: boolean;
}

export interface CrawlDeps extends VisitDeps {
  /**
   * Whether `done` holds the pages again. Default: up to a limit of 1,000 pages. Whoever wants one answer sets it; whoever
   * forwards the pages leaves it, and memory stays flat.
   */
  readonly hold?: boolean;
  /** Told after each visit how many addresses are found and not visited yet. */
  readonly onQueue?: (waiting: number) => void;
  /** Milliseconds from any fixed point. */
  readonly now?: () => number;
  /** Takes data out of each page's text; a page whose data cannot be had has failed. */
  readonly typing?: Typing | undefined;
}

/** Up to this limit `done` holds every page, where nothing else is said. */
const HELD_PAGES = 1_000;
/** And up to so many bytes of them. */
const HELD_BYTES = 1024 * 1024;

/** A crawl may fail at so many pages, or at as many as its limit, before failures count as pages do. */
const FAILURES = 20;

/** Visits under way at once, waiting for their host or being read among them, where a crawl leaves its host. */
const WIDE_CONCURRENCY = 24;
/** Addresses that wait at most. */
const MAX_WAITING = 100_000;

/**
 * Crawls a site breadth first: `page` as each is done, then `done`. Unsubscribing aborts what is fetched and what is read.
 *
 *     a (leads to b, c): ---a|
 *     b:                    -----b|
 *     c:                    --c|
 *     events:            ---A-C--B(done|)
 *
 * One host unless told otherwise, robots.txt obeyed, each canonical address fetched once. A page whose content was there
 * before leaves as `{ url, duplicate_of, depth }`, one that failed as `{ url, error, code }`. `limit` counts every page
 * asked for but those that only redirect to pages found otherwise, and those that fail: as many as `limit`, and 20 in any case. The depth of a page is by whoever named it first.
 *
 * Fails only where the first address is none (`bad-query`) or may not be reached (`forbidden-target`).
 */
export function crawl(request: CrawlRequest, deps: CrawlDeps): Observable<StreamEvent<CrawlResponse>> {
  const { limit, max_bytes, timeout, allow_external, select_domains, exact = false } = request;
  const { now = () => performance.now(), hostConcurrency = HOST_CONCURRENCY, hold = limit <= HELD_PAGES } = deps;
  return defer(() => {
    const begin = now();
    const start = parseUrl(request.url.trim());
    start.hash = "";
    const ends = deps.hold === true;
    const maxBytes = ends ? max_bytes : Math.min(max_bytes, HELD_BYTES);
    const tally = new Tally({ hold, ends, maxBytes });
    const contents = new Duplicates();
    let failures = 0;
    const spare = Math.max(limit, FAILURES);
    const wide = allow_external || select_domains.length > 0;
    const frontier = memoryFrontier<Entry, Visit>([placed(start, 0, addressKey(start, exact))], {
      limit,
      maxWaiting: MAX_WAITING,
      maxBreadth: request.max_breadth,
      ...(wide && { perHost: hostConcurrency, perNewHost: 1 }),
      counts: (visit) => visit?.page !== undefined && !(isFailure(visit.page) && ++failures <= spare),
      onQueue: (waiting) => deps.onQueue?.(waiting),
      onLeft: (entries) => {
        tally.unvisited = entries;
      },
    });
    const visit = visitor(request, deps, createDiscovery(start, request, frontier));
    const visits$ = explore<Entry, Visit>(frontier, {
      concurrency: wide ? WIDE_CONCURRENCY : 2 * hostConcurrency,
      visit: (entry) =>
        visit(entry).pipe(
          traced("crawl visit", ({ tellsQueries }) => ({
            attributes: { "tributary.depth": entry.depth, "url.full": tellsQueries ? entry.url : undefined },
          })),
        ),
    }).pipe(map((visit) => ({ ...visit, page: visit.page && (exact ? visit.page : original(visit, contents)) })));
    const late$ = timer(timeout * 1000).pipe(
      tap(() => {
        tally.timedOut = true;
      }),
    );
    const pages$ = visits$.pipe(
      takeUntil(late$),
      typedPages(deps.typing, () => timeout * 1000 - (now() - begin)),
      mergeMap(({ page, disallowed }): (StreamEvent<CrawlResponse> | undefined)[] => {
        if (disallowed) tally.disallowed += 1;
        if (!page) return [];
        return tally.add(page) ? [{ event: "page", data: { ...page } }] : [undefined];
      }),
      takeWhile((event) => event !== undefined),
    );
    const done$ = defer(() =>
      of<StreamEvent<CrawlResponse>>({ event: "done", data: tally.response(start.host, now() - begin) }),
    );
    return concat(pages$, done$);
  });
}

/** A page, or the one that it says the same as. */
function original(
  { page, content, entry }: Visit,
  contents: Duplicates,
): CrawledPage | FailedPage | DuplicatePage | undefined {
  if (!page || isFailure(page) || !content) return page;
  const duplicate_of = contents.original({ url: page.url, title: page.title, ...content });
  return duplicate_of === undefined ? page : { url: page.url, duplicate_of, depth: entry.depth };
}

const isFailure = (page: CrawledPage | FailedPage): page is FailedPage => "error" in page;
