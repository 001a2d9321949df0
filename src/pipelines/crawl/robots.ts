import { LRUCache } from "lru-cache";
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
import { type ErrorKind, SourceError, toSourceError } from "../../errors.ts";
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

/** What an origin's `/robots.txt` came to: its text, none, or why it could not be read. */
export type RobotsFile =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "none" }
  | { readonly kind: "unreachable"; readonly code: ErrorKind; readonly error: string };

/** Files that crawls share. */
export interface RobotsFiles {
  /** The file of an origin, as it is known; else `fetch$`, which is then known for a day, a failure for a minute. */
  of(origin: string, fetch$: Observable<RobotsFile>): Observable<RobotsFile>;
}

/** The product token that robots.txt files know us by. */
export const AGENT = "tributary";

const MAX_CRAWL_DELAY_MS = 30_000;
/** RFC 9309 §2.4: a file is used for no longer than a day. */
export const ROBOTS_MS = 86_400_000;
export const UNREACHABLE_ROBOTS_MS = 60_000;
const MAX_ORIGINS = 10_000;

const NO_RULES: RobotsRules = { allows: () => true, crawlDelayMs: 0, sitemaps: [] };
const UNSHARED: RobotsFiles = { of: (_origin, fetch$) => fetch$ };

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
    const rules$ = rulesOf(origin, upstream, agent, UNSHARED).pipe(shareReplay({ bufferSize: 1, refCount: true }));
    known.set(origin, rules$);
    return rules$;
  };
}

/** The same for many crawls, and over `files` for many processes: each file is asked for once a day. */
export function sharedRobotsReader(
  upstream: Pick<Upstream, "httpStream">,
  agent: string,
  files: RobotsFiles = UNSHARED,
): (url: URL) => Observable<RobotsRules> {
  const known = new LRUCache<string, Observable<RobotsRules>>({ max: MAX_ORIGINS, ttl: ROBOTS_MS });
  return ({ origin }) => {
    const before = known.get(origin);
    if (before) return before;
    const rules$ = rulesOf(origin, upstream, agent, files).pipe(
      tap(({ unreachable }) => {
        if (unreachable) known.set(origin, rules$, { ttl: UNREACHABLE_ROBOTS_MS });
      }),
      shareReplay({ bufferSize: 1, refCount: true }),
    );
    known.set(origin, rules$);
    return rules$;
  };
}

const rulesOf = (
  origin: string,
  upstream: Pick<Upstream, "httpStream">,
  agent: string,
  files: RobotsFiles,
): Observable<RobotsRules> => files.of(origin, fileOf(origin, upstream)).pipe(map((file) => rulesIn(file, agent)));

function fileOf(origin: string, upstream: Pick<Upstream, "httpStream">): Observable<RobotsFile> {
  return defer(() =>
    upstream.httpStream({ url: `${origin}/robots.txt`, guarded: true, maxBytes: 16 * MAX_ROBOTS_BYTES }),
  ).pipe(
    switchMap((stream) => {
      if (stream.status === 429 || stream.status >= 500) throw refused(stream);
      if (stream.status < 200 || stream.status >= 300) return of<RobotsFile>({ kind: "none" });
      return start(stream).pipe(map((text): RobotsFile => ({ kind: "text", text })));
    }),
    catchError((thrown: unknown) => {
      const { kind: code, message: error } = toSourceError(thrown);
      if (code === "forbidden-target" || code === "bad-query") throw thrown;
      return of<RobotsFile>({ kind: "unreachable", code, error });
    }),
  );
}

function rulesIn(file: RobotsFile, agent: string): RobotsRules {
  if (file.kind === "text") return parse(file.text, agent);
  if (file.kind === "none") return NO_RULES;
  return { allows: () => false, crawlDelayMs: 0, sitemaps: [], unreachable: asRobots(file) };
}

const refused = ({ url, status }: HttpStream): SourceError =>
  new SourceError(
    status === 429 ? "rate-limited" : "unreachable",
    `${URL.parse(url)?.host ?? url} answered HTTP ${status}`,
  );

const asRobots = ({ code, error }: { readonly code: ErrorKind; readonly error: string }): SourceError =>
  new SourceError(
    code,
    `The site's robots.txt could not be read, so nothing may be fetched: ${error.replace(/\.$/, "")}.`,
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
