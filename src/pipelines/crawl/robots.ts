import {
  catchError,
  defer,
  endWith,
  ignoreElements,
  map,
  type Observable,
  of,
  shareReplay,
  switchMap,
  takeWhile,
  tap,
} from "rxjs";
import { SourceError, toSourceError } from "../../errors.ts";
import { MAX_ROBOTS_BYTES, pathOf, readRobots, rulesFor } from "../../standards/robots.ts";
import type { HttpStream, Upstream } from "../../upstream/types.ts";

/** The rules of one host for our robot. */
export interface RobotsRules {
  allows(url: URL): boolean;
  /** Milliseconds between two requests, from `Crawl-delay`; at most 30 seconds. */
  readonly crawlDelayMs: number;
  /** The addresses of its `Sitemap` lines, as written. */
  readonly sitemaps: readonly string[];
  /** Why the file could not be fetched; nothing is allowed then. */
  readonly unreachable?: SourceError;
}

const MAX_CRAWL_DELAY_MS = 30_000;

const NO_RULES: RobotsRules = { allows: () => true, crawlDelayMs: 0, sitemaps: [] };

/**
 * Fetches `/robots.txt` of each origin once and reads it by RFC 9309 §2.3.1: 2xx is parsed; 4xx allows everything; 5xx,
 * 429 and an unreachable host forbid everything. Errors: `forbidden-target` and `bad-query` where the guard refuses the host.
 *
 * `agent` is the product token that selects the groups.
 */
export function robotsReader(
  upstream: Pick<Upstream, "httpStream">,
  agent: string,
): (url: URL) => Observable<RobotsRules> {
  const known = new Map<string, Observable<RobotsRules>>();
  return ({ origin }) => {
    const before = known.get(origin);
    if (before) return before;
    const rules$ = rulesOf(origin, upstream, agent).pipe(shareReplay({ bufferSize: 1, refCount: true }));
    known.set(origin, rules$);
    return rules$;
  };
}

function rulesOf(origin: string, upstream: Pick<Upstream, "httpStream">, agent: string): Observable<RobotsRules> {
  return defer(() =>
    upstream.httpStream({ url: `${origin}/robots.txt`, guarded: true, maxBytes: 16 * MAX_ROBOTS_BYTES }),
  ).pipe(
    switchMap((stream) => {
      if (stream.status === 429 || stream.status >= 500) throw refused(stream);
      if (stream.status < 200 || stream.status >= 300) return of(NO_RULES);
      return start(stream).pipe(map((text) => parse(text, agent)));
    }),
    catchError((thrown: unknown) => {
      const error = toSourceError(thrown);
      if (error.kind === "forbidden-target" || error.kind === "bad-query") throw error;
      return of<RobotsRules>({ allows: () => false, crawlDelayMs: 0, sitemaps: [], unreachable: asRobots(error) });
    }),
  );
}

const refused = ({ url, status }: HttpStream): SourceError =>
  new SourceError(
    status === 429 ? "rate-limited" : "unreachable",
    `${URL.parse(url)?.host ?? url} answered HTTP ${status}`,
  );

const asRobots = (error: SourceError): SourceError =>
  new SourceError(
    error.kind,
    `The site's robots.txt could not be read, so nothing may be fetched: ${error.message.replace(/\.$/, "")}.`,
    { cause: error },
  );

/** The first bytes of a body as text. */
const start = ({ body }: HttpStream): Observable<string> =>
  defer(() => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    return body.pipe(
      tap((bytes) => {
        chunks.push(bytes);
        size += bytes.length;
      }),
      takeWhile(() => size < MAX_ROBOTS_BYTES),
      ignoreElements(),
      endWith(undefined),
      map(() => new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MAX_ROBOTS_BYTES))),
    );
  });

function parse(text: string, agent: string): RobotsRules {
  const robots = readRobots(text);
  const { verdict, crawlDelay = 0 } = rulesFor(robots, agent);
  return {
    allows: ({ href }) => verdict(pathOf(href)).allowed,
    crawlDelayMs: Math.min(crawlDelay * 1000, MAX_CRAWL_DELAY_MS),
    sitemaps: robots.sitemaps,
  };
}
