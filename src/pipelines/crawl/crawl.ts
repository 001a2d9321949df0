import { randomUUID } from "node:crypto";
import {
  catchError,
  concat,
  defer,
  map,
  mergeMap,
  type Observable,
  of,
  switchMap,
  takeUntil,
  takeWhile,
  tap,
  timer,
} from "rxjs";
import { type ErrorKind, type SourceError, toSourceError } from "../../errors.ts";
import type { StreamEvent } from "../../events.ts";
import { type Document, readingIn, sharedReader } from "../../reading/reader.ts";
import { parseUrl } from "../../sources/kit/ask/query.ts";
import type { Upstream } from "../../upstream/types.ts";
import { createDiscovery, type Discovery, type Entry } from "./discovery.ts";
import { Duplicates } from "./duplicates.ts";
import { type FetchedPage, fetchPage } from "./fetch-page.ts";
import { explore } from "./frontier.ts";
import type { CrawlOptions } from "./options.ts";
import type { Links, Reading, ReadingTask } from "./reading.ts";
import { type CrawledPage, type CrawlResponse, type DuplicatePage, type FailedPage, Tally } from "./response.ts";
import { robotsReader } from "./robots.ts";

/** An address and what `crawlOptions` made of the parameters. */
export interface CrawlRequest extends CrawlOptions {
  /** `https://` is assumed where no scheme is given. */
  readonly url: string;
}

/** Reads bodies elsewhere; unsubscribing stops it. */
interface PageReader {
  read(reading: typeof READING, task: ReadingTask, document: Document): Observable<Reading>;
}

export interface CrawlDeps {
  readonly upstream: Pick<Upstream, "httpStream">;
  /** Default: the process's own. */
  readonly reader?: PageReader;
  /** The product token that robots.txt files know us by; default `tributary`. */
  readonly agent?: string;
  /** Requests to one host at once; default 6. */
  readonly hostConcurrency?: number;
  /** Milliseconds between two requests to one host; default 0. A host's own `Crawl-delay` is obeyed besides. */
  readonly spacingMs?: number;
  /** Milliseconds for one page; default: the door's. */
  readonly pageTimeoutMs?: number;
  /**
   * Whether `done` holds the pages again. Default: up to a limit of 1,000 pages. Whoever wants one answer sets it; whoever
   * forwards the pages leaves it, and memory stays flat.
   */
  readonly hold?: boolean;
  /** Told after each visit how many addresses are found and not visited yet. */
  readonly onQueue?: (waiting: number) => void;
  /** Milliseconds from any fixed point. */
  readonly now?: () => number;
  /** Told of what is our own fault, for the log: `failed_results` holds the sentence only. */
  readonly onFailure?: (url: string, error: SourceError) => void;
}

/** Up to this limit `done` holds every page, where nothing else is said. */
const HELD_PAGES = 1_000;
/** And up to so many bytes of them. */
const HELD_BYTES = 1024 * 1024;

/** A crawl may fail at so many pages, or at as many as its limit, before failures count as pages do. */
const FAILURES = 20;

/** Pages are read elsewhere, so that the thread that serves stays free. */
const READING = readingIn<ReadingTask, Reading>(import.meta.url, "read-page", "readPage");

const HOST_CONCURRENCY = 6;
/** Visits under way at once, waiting for their host or being read among them, where a crawl leaves its host. */
const WIDE_CONCURRENCY = 24;
/** Addresses that wait at most. */
const MAX_WAITING = 100_000;

/** What fails a crawl by its first page: nothing was fetched. */
const REFUSED: ReadonlySet<ErrorKind> = new Set(["bad-query", "forbidden-target"]);

/** A visit's outcome, with where it leads. */
interface Visit {
  readonly entry: Entry;
  readonly links?: Links;
  readonly page?: CrawledPage | FailedPage | DuplicatePage;
  readonly disallowed?: true;
}

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
  const { limit, max_bytes, timeout, allow_external, select_domains } = request;
  const { now = () => performance.now(), hostConcurrency = HOST_CONCURRENCY, hold = limit <= HELD_PAGES } = deps;
  return defer(() => {
    const begin = now();
    const start = parseUrl(request.url.trim());
    start.hash = "";
    const discovery = createDiscovery(start, request);
    const ends = deps.hold === true;
    const maxBytes = ends ? max_bytes : Math.min(max_bytes, HELD_BYTES);
    const tally = new Tally({ hold, ends, maxBytes });
    let waiting = 1;
    let failures = 0;
    const spare = Math.max(limit, FAILURES);
    const wide = allow_external || select_domains.length > 0;
    const visits$ = explore<Entry, Visit>([{ url: start.href, depth: 0 }], {
      concurrency: wide ? WIDE_CONCURRENCY : 2 * hostConcurrency,
      limit,
      maxWaiting: MAX_WAITING,
      visit: visitor(request, deps, discovery),
      found: ({ links, entry }) => {
        const entries = links ? discovery.found(links, entry) : [];
        waiting += entries.length - 1;
        deps.onQueue?.(waiting);
        return entries;
      },
      counts: ({ page }) => page !== undefined && !(isFailure(page) && ++failures <= spare),
      onLeft: (entries) => {
        tally.unvisited = entries;
      },
    });
    const late$ = timer(timeout * 1000).pipe(
      tap(() => {
        tally.timedOut = true;
      }),
    );
    const pages$ = visits$.pipe(
      takeUntil(late$),
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

function visitor(request: CrawlRequest, deps: CrawlDeps, { admit, sites }: Discovery) {
  const { upstream, reader = sharedReader(), onFailure, pageTimeoutMs } = deps;
  const { include_images: images, content_format } = request;
  const contents = new Duplicates();
  const fetching = {
    upstream,
    robots: robotsReader(upstream, deps.agent ?? "tributary"),
    admit,
    hostConcurrency: deps.hostConcurrency ?? HOST_CONCURRENCY,
    spacingMs: deps.spacingMs ?? 0,
    session: `crawl ${randomUUID()}`,
    pageTimeoutMs,
  };

  const read = (entry: Entry, { head: { url, status, headers }, pieces }: FetchedPage): Observable<Visit> =>
    reader
      .read(
        READING,
        { url, status, headers, markdown: content_format === "markdown", images, ...within(sites()) },
        { url, pieces },
      )
      .pipe(map((reading) => visited(entry, withoutFragment(url), reading, images, contents)));

  return (entry: Entry): Observable<Visit> =>
    fetchPage(entry, fetching).pipe(
      switchMap((fetched): Observable<Visit> => {
        if (fetched.kind === "page") return read(entry, fetched);
        if (fetched.kind === "moved") return of({ entry });
        const first = entry.depth === 0 && failed(entry.url, "disallowed", "The site's robots.txt forbids this page.");
        return of({ entry, disallowed: true, ...(first && { page: first }) });
      }),
      catchError((thrown: unknown) => {
        const error = toSourceError(thrown);
        if (entry.depth === 0 && REFUSED.has(error.kind)) throw error;
        if (error.kind === "internal") onFailure?.(entry.url, error);
        return of<Visit>({ entry, page: failed(entry.url, error.kind, error.message) });
      }),
    );
}

const within = (sites: readonly string[] | undefined) => (sites ? { sites } : {});

const failed = (url: string, code: FailedPage["code"], error: string): FailedPage => ({ url, error, code });

function visited(entry: Entry, url: string, reading: Reading, images: boolean, contents: Duplicates): Visit {
  const { links, keys } = reading;
  const leads = { links, keys };
  const { depth } = entry;
  if (!reading.ok) return { entry, links: leads, page: failed(url, reading.code, reading.error) };
  const { title, favicon, content, textKey, simHash } = reading;
  const original = contents.original({ url, title, textKey, simHash });
  if (original !== undefined) return { entry, links: leads, page: { url, duplicate_of: original, depth } };
  return {
    entry,
    links: leads,
    page: {
      url,
      ...(title !== undefined && { title }),
      raw_content: content,
      ...(favicon !== undefined && { favicon }),
      ...(images && { images: reading.images }),
      depth,
    },
  };
}

const isFailure = (page: CrawledPage | FailedPage | DuplicatePage): page is FailedPage => "error" in page;

const withoutFragment = (url: string): string => url.replace(/#.*$/s, "");
