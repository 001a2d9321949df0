import {
  catchError,
  concat,
  defer,
  EMPTY,
  ignoreElements,
  type Observable,
  of,
  switchMap,
  takeUntil,
  timer,
  toArray,
} from "rxjs";
import { SourceError } from "../../errors.ts";
import { leadOf } from "../../reading/onwards.ts";
import { isSuccess, pageRefusalOf } from "../../sources/kit/responses/refusals.ts";
import { rateLimitOf } from "../../upstream/rate-limiter.ts";
import type { HttpHead, HttpStream, Upstream } from "../../upstream/types.ts";
import type { Admission, Entry } from "./discovery.ts";
import type { RobotsRules } from "./robots.ts";

/** How pages are fetched. */
export interface Fetching {
  readonly upstream: Pick<Upstream, "httpStream">;
  readonly robots: (url: URL) => Observable<RobotsRules>;
  readonly admit: (target: URL, entry: Entry, travelled: readonly string[]) => Observable<Admission>;
  /** Requests to one host at once, and milliseconds between two; a host's own `Crawl-delay` is obeyed besides. */
  readonly hostConcurrency: number;
  readonly spacingMs: number;
  /** The crawl's cookies. */
  readonly session: string;
  /** Milliseconds for one page; default: the door's. */
  readonly pageTimeoutMs?: number | undefined;
}

/** A page as it came. */
export interface FetchedPage {
  readonly head: HttpHead;
  /** The bytes of its body: whoever reads it joins them, and nobody before. */
  readonly pieces: readonly Uint8Array[];
  /** How many came over the network: fewer than `pieces` hold, where the host compresses. */
  readonly bytes: number;
}

/**
 * What came of an address. `disallowed`: robots.txt forbids it; `moved`: it led to a page that is found already or does not
 * belong. `spacingMs`: between two requests to its host.
 */
export type Fetched = { readonly spacingMs: number } & (
  | ({ readonly kind: "page" } & FetchedPage)
  | { readonly kind: "disallowed" }
  | { readonly kind: "moved" }
);

/** One page, decompressed. */
const MAX_PAGE_BYTES = 10 * 1024 * 1024;
const MAX_REDIRECTS = 10;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** A page that leads elsewhere says so near its beginning. */
const START_BYTES = 64 * 1024;
const DRAIN_MS = 300;
const ACCEPT = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5";
const UNREADABLE =
  /^(?:image|video|audio|font)\/|^application\/(?:zip|gzip|x-gzip|x-tar|x-7z|x-rar|vnd\.(?!api\+json)|msword|java-archive|wasm|javascript|x-msdownload)|^text\/(?:css|javascript)/;

/**
 * Fetches one address, redirect by redirect, so that each hop is judged before it is asked for: by the guard, by its host's
 * robots.txt and by whether it belongs. Errors, each a page's failure: the door's; a loop of redirects (`unreachable`); a
 * type that holds no text (`unsupported-type`, its body is left unread); a status that is not 2xx, as `pageRefusalOf` reads it.
 */
export function fetchPage(entry: Entry, fetching: Fetching): Observable<Fetched> {
  const { upstream, robots, admit, hostConcurrency, spacingMs, session, pageTimeoutMs } = fetching;

  function hop(url: URL, before: readonly string[]): Observable<Fetched> {
    return robots(url).pipe(
      switchMap((rules) => {
        if (!rules.allows(url)) {
          if (rules.unreachable) throw rules.unreachable;
          return of<Fetched>({ kind: "disallowed", spacingMs });
        }
        const minIntervalMs = Math.max(spacingMs, rules.crawlDelayMs);
        return upstream
          .httpStream({
            url: url.href,
            guarded: true,
            redirect: "manual",
            session,
            headers: { accept: ACCEPT },
            maxBytes: MAX_PAGE_BYTES,
            holdsAll: true,
            pace: rateLimitOf(url.host, { concurrency: hostConcurrency, minIntervalMs }),
            ...(pageTimeoutMs !== undefined && { timeoutMs: pageTimeoutMs }),
          })
          .pipe(switchMap((stream) => arrived(stream, url, [...before, url.href], minIntervalMs)));
      }),
    );
  }

  function arrived(stream: HttpStream, url: URL, travelled: readonly string[], spacing: number): Observable<Fetched> {
    const location = REDIRECTS.has(stream.status) ? stream.headers["location"] : undefined;
    if (location !== undefined)
      return concat(
        drained(stream),
        defer(() => onwards(targetOf(location, url), stream, travelled, spacing)),
      );
    if (stream.status < 300 && UNREADABLE.test(stream.headers["content-type"]?.toLowerCase() ?? ""))
      return concat(
        left(stream),
        defer(() => unreadable(stream)),
      );
    return stream.body.pipe(
      toArray(),
      switchMap((pieces): Observable<Fetched> => {
        const refusal = isSuccess(stream) ? undefined : pageRefusalOf({ ...stream, body: Buffer.concat(pieces) });
        if (refusal) throw refusal;
        const lead = leadOf({ ...stream, body: startOf(pieces) });
        // The frames of a frameset are found as links, and are pages of their own.
        if (lead && lead.how !== "frame") return onwards(targetOf(lead.url, url), stream, travelled, spacing);
        return of<Fetched>({
          kind: "page",
          head: stream,
          pieces,
          bytes: stream.received?.() ?? sizeOf(pieces),
          spacingMs: spacing,
        });
      }),
    );
  }

  function onwards(
    target: URL,
    { setCookie }: HttpHead,
    travelled: readonly string[],
    spacing: number,
  ): Observable<Fetched> {
    const again = travelled.includes(target.href) && setCookie.length === 0;
    if (again || travelled.length > MAX_REDIRECTS)
      throw new SourceError("unreachable", `${target.host} is a redirect loop.`);
    return admit(target, entry, travelled).pipe(
      switchMap((admission) =>
        admission === "fetch" ? hop(target, travelled) : of<Fetched>({ kind: "moved", spacingMs: spacing }),
      ),
    );
  }

  return defer(() => hop(new URL(entry.url), []));
}

const sizeOf = (pieces: readonly Uint8Array[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

/** As many bytes of a page's beginning as are looked at for where it leads. */
function startOf(pieces: readonly Uint8Array[]): Uint8Array {
  let size = 0;
  const count = pieces.findIndex((piece) => {
    size += piece.length;
    return size >= START_BYTES;
  });
  return Buffer.concat(count < 0 ? pieces : pieces.slice(0, count + 1)).subarray(0, START_BYTES);
}

function targetOf(location: string, from: URL): URL {
  const target = URL.parse(location.trim(), from.href);
  if (!target || !/^https?:$/.test(target.protocol))
    throw new SourceError(
      "unreachable",
      `${from.host} redirected to “${location.slice(0, 200)}”, which is no address of a page.`,
    );
  target.hash = "";
  return target;
}

/** A redirect's small body is read, so that its connection serves the next hop. */
const drained = ({ body }: HttpStream): Observable<never> =>
  body.pipe(
    ignoreElements(),
    takeUntil(timer(DRAIN_MS)),
    catchError(() => EMPTY),
  );

/** A body that nobody wants: its connection is closed. */
const left = ({ body }: HttpStream): Observable<never> =>
  body.pipe(
    ignoreElements(),
    takeUntil(timer(0)),
    catchError(() => EMPTY),
  );

function unreadable({ headers }: HttpStream): never {
  throw new SourceError(
    "unsupported-type",
    `A body of type ${headers["content-type"]?.split(";")[0]?.slice(0, 100)} cannot be read as text.`,
  );
}
