import { hash } from "node:crypto";
import { catchError, defer, map, type Observable, of, switchMap, throwError } from "rxjs";
import { askPage } from "../../reading/onwards.ts";
import type { HttpResponse, Upstream } from "../../upstream/types.ts";
import { ScrapeError } from "./failure.ts";
import type { ScrapeOptions } from "./options.ts";

/** An answer and, where it was held, when it was fetched (ISO 8601). */
export interface Fetched {
  readonly response: HttpResponse;
  readonly cachedAt?: string | undefined;
}

/** An answer as it is held. */
interface Held extends Pick<HttpResponse, "url" | "status" | "headers"> {
  /** Base64. */
  readonly body: string;
  readonly at: number;
}

/** Where answers are held. */
export interface Holder {
  readonly cache: Pick<Upstream["cache"], "through">;
}

const HELD_MS = 2 * 24 * 3_600_000;
const MAX_HELD_BYTES = 1024 * 1024;
const ACCEPT = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5";

/** Whether an answer may be kept for others who ask the same. */
const mayHold = ({ storeInCache, zeroDataRetention, headers, actions }: ScrapeOptions): boolean =>
  storeInCache &&
  !zeroDataRetention &&
  actions.length === 0 &&
  !Object.keys(headers).some((name) => /^(?:authorization|cookie)$/i.test(name));

/** What a page is asked with. */
function headersOf({ headers, location }: ScrapeOptions): Readonly<Record<string, string>> {
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const languages = (location.languages ?? [])
    .slice(0, 10)
    .map((language, at) => (at === 0 ? language : `${language};q=${(1 - at / 10).toFixed(1)}`));
  return { accept: ACCEPT, ...(languages.length > 0 && { "accept-language": languages.join(", ") }), ...given };
}

/**
 * A page as its server answers, or as it is held where the request allows that. Errors: those of `http`, and
 * `SCRAPE_NO_CACHED_DATA` or `SCRAPE_LOCKDOWN_CACHE_MISS` where only a held page is wanted and none is.
 *
 *     http:    --a|
 *     fetched: --a|
 */
export function fetchedPage(
  url: string,
  options: ScrapeOptions,
  upstream: Pick<Upstream, "http"> & Holder,
  now: () => number,
): Observable<Fetched> {
  return defer(() => {
    const headers = headersOf(options);
    const key = `scrape ${hash("sha256", JSON.stringify([url, headers]))}`;
    const policy = { key, ttlMs: HELD_MS, uncovered: true };
    const { maxAge, minAge, lockdown, timeout } = options;
    const fresh$ = askPage((request) => upstream.http(request), {
      url,
      guarded: true,
      headers,
      timeoutMs: timeout,
    }).pipe(
      switchMap((response): Observable<Fetched> => {
        const fetched = { response };
        if (!mayHold(options) || response.body.byteLength > MAX_HELD_BYTES) return of(fetched);
        return upstream.cache
          .through({ ...policy, refresh: true }, of(heldOf(response, now())))
          .pipe(map((): Fetched => fetched));
      }),
    );
    if (!lockdown && minAge === undefined && (maxAge === 0 || !mayHold(options))) return fresh$;
    return upstream.cache
      .through<Held>(
        { ...policy, refresh: false, ...(maxAge > 0 && { maxAgeMs: maxAge }) },
        throwError(() => (lockdown ? LOCKED : NONE_HELD)),
      )
      .pipe(
        map((held): Fetched => {
          if (minAge !== undefined && now() - held.at < minAge) throw NONE_HELD;
          return { response: responseOf(held), cachedAt: new Date(held.at).toISOString() };
        }),
        catchError((error: unknown) =>
          error === NONE_HELD && !lockdown && minAge === undefined ? fresh$ : throwError(() => error),
        ),
      );
  });
}

const LOCKED = new ScrapeError(
  "not-found",
  404,
  "SCRAPE_LOCKDOWN_CACHE_MISS",
  "lockdown allows only a page that is held, and this one is not.",
);
const NONE_HELD = new ScrapeError(
  "not-found",
  404,
  "SCRAPE_NO_CACHED_DATA",
  "No page of that age is held; without minAge it is fetched.",
);

const heldOf = ({ url, status, headers, body }: HttpResponse, at: number): Held => ({
  url,
  status,
  headers,
  body: Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("base64"),
  at,
});

const responseOf = ({ url, status, headers, body }: Held): HttpResponse => ({
  url,
  status,
  headers,
  setCookie: [],
  redirects: [],
  replayed: false,
  body: Buffer.from(body, "base64"),
});
