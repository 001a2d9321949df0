import {
  catchError,
  concat,
  concatMap,
  defer,
  EMPTY,
  filter,
  map,
  merge,
  type Observable,
  of,
  switchMap,
  take,
  takeUntil,
  tap,
  throwError,
  timer,
} from "rxjs";
import { type ErrorKind, SourceError, toSourceError } from "../../errors.ts";
import type { StreamEvent } from "../../events.ts";
import { parseUrl } from "../../sources/kit/requests/query.ts";
import type { Upstream } from "../../upstream/types.ts";
import { addressKey } from "../crawl/discovery.ts";
import { type Arrival, explore } from "../crawl/frontier.ts";
import { memoryFrontier } from "../crawl/memory-frontier.ts";
import type { MapOptions } from "../crawl/options.ts";
import type { Found } from "../crawl/port.ts";
import { type RobotsRules, robotsReader } from "../crawl/robots.ts";
import { createScope } from "../crawl/scope.ts";
import { keyOf, SeenKeys } from "../crawl/seen.ts";
import { opened } from "./fetch-sitemap.ts";
import { type FoundLink, pageLinks } from "./page-links.ts";
import { checkBrowser, type Showing, shownLinks } from "./shown-links.ts";
import { sitemapEntries } from "./sitemap.ts";

/** An address and what `mapOptions` made of the parameters. */
export interface MapRequest extends MapOptions {
  /** `https://` is assumed where no scheme is given. */
  readonly url: string;
  /** `only`: where no sitemap names a page, nothing else is looked at; `skip`: no sitemap is read. Default: `include`. */
  readonly sitemaps?: "include" | "skip" | "only";
}

export interface MapDeps {
  /** Without `render` the first page is not rendered. */
  readonly upstream: Pick<Upstream, "httpStream"> & Showing;
  /** The product token that robots.txt files know us by; default `tributary`. */
  readonly agent?: string;
  /** Milliseconds from any fixed point. */
  readonly now?: () => number;
}

/** An address of the site. */
interface MappedUrl {
  readonly url: string;
  /** When the page last changed, as its sitemap or feed writes it; absent where it does not say. */
  readonly lastmod?: string;
}

export interface MapResponse {
  /** In the order in which they were found. */
  readonly urls: readonly string[];
  readonly total: number;
  /** Sitemaps and feeds that could not be read, but for those that were only looked for. */
  readonly failed_results: readonly { readonly url: string; readonly error: string; readonly code: ErrorKind }[];
  /** Why there may be more; absent where all that was found is here. */
  readonly stopped?: "limit" | "timeout";
  /** Seconds, a decimal string. */
  readonly response_time: string;
}

/** Sitemap files read of one site, and at once. */
const MAX_SITEMAPS = 1_000;
const CONCURRENCY = 3;
/** Index files within index files; the protocol knows one. */
const MAX_NESTING = 4;
/** Where sitemaps are when robots.txt names none. */
const USUAL = ["/sitemap.xml", "/sitemap_index.xml"];

interface Sitemap {
  readonly url: string;
  readonly nesting: number;
  /** Nobody named it; that it is not there is no failure. */
  readonly guessed: boolean;
}

/**
 * The addresses of a site, each as a `page` event when it is found, then `done`; no page's content is fetched. Asked in
 * this order: the sitemaps that robots.txt names and those at the usual places, with the sitemaps they name; and where
 * these name no page, the first page's own links and the feeds it announces; where it has none but scripts, what they show.
 *
 *     robots.txt: --s1,s2|
 *     s1:               --a--b|
 *     s2:               ---a--c|          a is known
 *     events:     --------A--B-C(done|)
 *
 * The site is the host of the address with the hosts below it, `www.` aside; pages under the same canonical address are
 * one. What robots.txt forbids to fetch is not fetched, but an address may be listed all the same. Unsubscribing stops all.
 *
 * Fails where the address is none (`bad-query`), may not be reached (`forbidden-target`), or there was neither a sitemap
 * nor a first page: with that page's failure.
 */
export function mapSite(request: MapRequest, deps: MapDeps): Observable<StreamEvent<MapResponse>> {
  const { upstream, now = () => performance.now() } = deps;
  return defer(() => {
    const begin = now();
    const start = parseUrl(request.url.trim());
    checkBrowser(request.render, upstream);
    const urls: string[] = [];
    const failures: MapResponse["failed_results"][number][] = [];
    let timedOut = false;
    const belongs = newHere(start, request);

    const read = (sitemaps: readonly Sitemap[], rules: RobotsRules): Observable<MappedUrl> =>
      pagesIn(sitemaps, {
        upstream,
        allows: (url, guessed) => !guessed || rules.allows(url),
        onFailure: ({ url, guessed }, { kind, message }) => {
          if (!guessed) failures.push({ url, error: message, code: kind });
        },
      }).pipe(filter(belongs));

    const fromFirstPage = (rules: RobotsRules): Observable<MappedUrl> => {
      let hasScripts = false;
      const found = ({ kind, url }: FoundLink): Observable<MappedUrl> => {
        if (kind === "feed") return read([{ url, nesting: MAX_NESTING, guessed: false }], rules);
        if (kind === "script") hasScripts = true;
        const page = { url: url.replace(/#(?![!/]).*$/s, "") };
        return kind === "page" && belongs(page) ? of(page) : EMPTY;
      };
      const shown$ = shownLinks(start.href, upstream, {
        mode: request.render,
        // The first page alone was found.
        isWanted: () => hasScripts && urls.length <= 1,
        onFailure: ({ kind, message }) => failures.push({ url: start.href, error: message, code: kind }),
      });
      return concat(firstPage(start, rules, upstream), shown$).pipe(concatMap(found));
    };

    const found$ = robotsReader(
      upstream,
      deps.agent ?? "tributary",
    )(start).pipe(
      switchMap((rules) => {
        if (rules.unreachable) throw rules.unreachable;
        const { sitemaps = "include" } = request;
        const fallback$ = defer(() => (urls.length === 0 && sitemaps !== "only" ? fromFirstPage(rules) : EMPTY));
        return sitemaps === "skip" ? fallback$ : concat(read(seedsOf(start, rules), rules), fallback$);
      }),
      tap(({ url }) => urls.push(url)),
      take(request.limit),
      takeUntil(
        timer(request.timeout * 1000).pipe(
          tap(() => {
            timedOut = true;
          }),
        ),
      ),
    );
    const done$ = defer(() => {
      const stopped = timedOut ? "timeout" : urls.length >= request.limit ? "limit" : undefined;
      return of<StreamEvent<MapResponse>>({
        event: "done",
        data: {
          urls,
          total: urls.length,
          failed_results: failures,
          ...(stopped && { stopped }),
          response_time: ((now() - begin) / 1000).toFixed(2),
        },
      });
    });
    return concat(found$.pipe(map((page): StreamEvent<MapResponse> => ({ event: "page", data: { ...page } }))), done$);
  });
}

/** Whether an address belongs to the site and was not found before. */
function newHere(start: URL, request: MapRequest): (page: MappedUrl) => boolean {
  const scope = createScope(start, request);
  const seen = new SeenKeys();
  return ({ url }) => {
    const address = URL.parse(url);
    return address !== null && scope.has(address) && seen.add(addressKey(address));
  };
}

function seedsOf(start: URL, { sitemaps }: RobotsRules): readonly Sitemap[] {
  const named = sitemaps.flatMap((written) => URL.parse(written, start.origin)?.href ?? []);
  const usual = USUAL.map((path) => start.origin + path).filter((url) => !named.includes(url));
  return [
    ...[...new Set(named)].slice(0, MAX_SITEMAPS).map((url) => ({ url, nesting: 0, guessed: false })),
    ...usual.map((url) => ({ url, nesting: 0, guessed: true })),
  ];
}

interface Reading {
  readonly upstream: MapDeps["upstream"];
  readonly allows: (url: URL, guessed: boolean) => boolean;
  readonly onFailure: (sitemap: Sitemap, error: SourceError) => void;
}

/** The pages that sitemaps and the sitemaps they name list, each as it is read. */
function pagesIn(seeds: readonly Sitemap[], { upstream, allows, onFailure }: Reading): Observable<MappedUrl> {
  return defer(() => {
    const visit = (sitemap: Sitemap): Observable<Arrival<Sitemap, MappedUrl>> => {
      if (!allows(new URL(sitemap.url), sitemap.guessed)) return EMPTY;
      return opened(upstream, sitemap.url).pipe(
        switchMap(({ url: base, bytes$ }) =>
          bytes$.pipe(
            sitemapEntries(),
            concatMap(({ kind, url, lastmod }): Arrival<Sitemap, MappedUrl>[] => {
              const address = URL.parse(url, base);
              if (!address) return [];
              if (kind === "page")
                return [{ outcome: { url: address.href, ...(lastmod !== undefined && { lastmod }) } }];
              const nesting = sitemap.nesting + 1;
              return nesting > MAX_NESTING
                ? []
                : [{ found: [waiting({ url: address.href, nesting, guessed: false })] }];
            }),
          ),
        ),
        catchError((thrown: unknown) => {
          const error = toSourceError(thrown);
          onFailure(sitemap, error);
          return EMPTY;
        }),
      );
    };
    const frontier = memoryFrontier<Sitemap, MappedUrl>(seeds.map(waiting), {
      limit: MAX_SITEMAPS,
      maxWaiting: MAX_SITEMAPS,
    });
    return explore(frontier, { concurrency: CONCURRENCY, visit });
  });
}

/** All sitemaps wait in one queue, each once. */
const waiting = (sitemap: Sitemap): Found<Sitemap> => ({ ...sitemap, key: keyOf(sitemap.url), host: "", domain: "" });

/** The first page and what it leads to. */
const firstPage = (start: URL, rules: RobotsRules, upstream: MapDeps["upstream"]) =>
  defer(() => {
    if (!rules.allows(start))
      return throwError(
        () => new SourceError("blocked", `${start.host} has no sitemap, and its robots.txt forbids ${start.href}.`),
      );
    return opened(upstream, start.href).pipe(
      switchMap(({ url, bytes$ }) => merge(of({ kind: "page" as const, url }), bytes$.pipe(pageLinks(url)))),
    );
  });
