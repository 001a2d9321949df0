import { createRequire } from "node:module";
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
import type { HttpStream, Upstream } from "../../upstream/types.ts";

// The package's types promise a default export that its CommonJS module does not have: the module is the function.
const robotsParser: typeof import("robots-parser").default = createRequire(import.meta.url)("robots-parser");

/** What a host asks of robots. */
export interface RobotsRules {
  allows(url: URL): boolean;
  /** Milliseconds between two requests, as `Crawl-delay` wants it, but 30 seconds at most. */
  readonly crawlDelayMs: number;
  /** The addresses of its `Sitemap` lines, as they are written. */
  readonly sitemaps: readonly string[];
  /** Why the file could not be had; nothing is allowed then. */
  readonly unreachable?: SourceError;
}

/** RFC 9309 §2.5: at least 500 KiB are read. What follows is left out. */
const MAX_BYTES = 512 * 1024;
const MAX_LINE_CHARS = 1_000;
/** Characters of rules with wildcards that are matched as they stand; matching costs these times the path's length. */
const MAX_WILDCARD_CHARS = 32_000;
const MAX_CRAWL_DELAY_MS = 30_000;

const NO_RULES: RobotsRules = { allows: () => true, crawlDelayMs: 0, sitemaps: [] };

/**
 * Asks each origin for its `/robots.txt`, once, and reads it as RFC 9309 says: 2xx is parsed; a 4xx means that all is
 * allowed; a 5xx, a 429, and a host that does not answer mean that nothing is, until it can be asked. Fails only where
 * the guard refuses the host.
 *
 * `agent` is the product token by which groups are chosen.
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
    upstream.httpStream({ url: `${origin}/robots.txt`, guarded: true, maxBytes: 16 * MAX_BYTES }),
  ).pipe(
    switchMap((stream) => {
      if (stream.status === 429 || stream.status >= 500) throw refused(stream);
      if (stream.status < 200 || stream.status >= 300) return of(NO_RULES);
      return start(stream).pipe(map((text) => parsed(origin, text, agent)));
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
      takeWhile(() => size < MAX_BYTES),
      ignoreElements(),
      endWith(undefined),
      map(() => new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MAX_BYTES))),
    );
  });

function parsed(origin: string, text: string, agent: string): RobotsRules {
  const robots = robotsParser(`${origin}/robots.txt`, bounded(text));
  const delay = robots.getCrawlDelay(agent) ?? 0;
  return {
    allows: (url) => robots.isAllowed(url.href, agent) !== false,
    crawlDelayMs: delay > 0 ? Math.min(delay * 1000, MAX_CRAWL_DELAY_MS) : 0,
    sitemaps: robots.getSitemaps(),
  };
}

/**
 * Rules that cost no more than they may: long lines are cut, and past a number of wildcards so are the rules at their
 * first one. A `Disallow` that is cut forbids more, an `Allow` is left out: what is forbidden stays forbidden.
 */
function bounded(text: string): string {
  let wildcards = 0;
  return text
    .split(/\r\n|\r|\n/)
    .map((whole) => {
      const line = whole.slice(0, MAX_LINE_CHARS);
      const star = line.indexOf("*");
      const rule = /^\s*(allow|disallow)\s*:/i.exec(line)?.[1]?.toLowerCase();
      if (!rule) return line;
      if (rule === "allow" && whole.length > MAX_LINE_CHARS) return "";
      if (star === -1) return line;
      wildcards += line.length;
      if (wildcards <= MAX_WILDCARD_CHARS) return line;
      return rule === "allow" ? "" : line.slice(0, star);
    })
    .join("\n");
}
