import { connect, defer, filter, map, merge, type Observable, of, switchMap, take } from "rxjs";
import { pageRefusalOf } from "../../sources/kit/responses/refusals.ts";
import { atMost, decompressed } from "../../upstream/decompress.ts";
import type { Upstream } from "../../upstream/types.ts";

/** The protocol allows 50 MB; some more for those who count otherwise. */
const MAX_SITEMAP_BYTES = 64 * 1024 * 1024;

/** One resource: where it is after redirects, and its bytes, decompressed. */
export interface Opened {
  readonly url: string;
  readonly bytes$: Observable<Uint8Array>;
}

/**
 * Opens a sitemap, feed or page; a file that is gzipped by itself (`sitemap.xml.gz`) is inflated as it arrives, 64 MB at
 * most. Errors: the door's, and what a status that is not 2xx means.
 */
export const opened = (upstream: Pick<Upstream, "httpStream">, url: string): Observable<Opened> =>
  defer(() =>
    upstream.httpStream({
      url,
      guarded: true,
      maxBytes: MAX_SITEMAP_BYTES,
      headers: { accept: "application/xml,text/xml,text/plain,text/html;q=0.8,*/*;q=0.5" },
    }),
  ).pipe(
    map((stream) => {
      // The head says enough: the body of a refusal is not waited for.
      const refusal = pageRefusalOf({ ...stream, body: new Uint8Array() });
      if (refusal) throw refusal;
      const host = URL.parse(stream.url)?.host ?? stream.url;
      return { url: stream.url, bytes$: inflated(stream.body, host) };
    }),
  );

const isGzip = ([first, second]: Uint8Array): boolean => first === 0x1f && second === 0x8b;

/** The bytes, inflated where they begin as gzip does. */
const inflated = (body: Observable<Uint8Array>, host: string): Observable<Uint8Array> =>
  body.pipe(
    filter((bytes) => bytes.length > 0),
    connect((shared$) =>
      shared$.pipe(
        take(1),
        switchMap((first) => {
          const all$ = merge(of(first), shared$);
          return isGzip(first)
            ? all$.pipe(decompressed({ encoding: "gzip", host }), atMost(MAX_SITEMAP_BYTES, host))
            : all$;
        }),
      ),
    ),
  );
