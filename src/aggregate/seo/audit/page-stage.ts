import { catchError, combineLatest, map, type Observable, of, switchMap, throwError, toArray } from "rxjs";
import { toSourceError } from "../../../errors.ts";
import type { cms } from "../../../sources/page/cms/index.ts";
import type { headings } from "../../../sources/page/headings.ts";
import type { hreflang } from "../../../sources/page/hreflang/index.ts";
import type { html_meta } from "../../../sources/page/html_meta.ts";
import type { links } from "../../../sources/page/links.ts";
import type { opengraph } from "../../../sources/page/opengraph/index.ts";
import type { pagespeed } from "../../../sources/page/pagespeed/index.ts";
import type { robots_txt } from "../../../sources/page/robots_txt/index.ts";
import type { sitemap } from "../../../sources/page/sitemap/index.ts";
import type { structured_data } from "../../../sources/page/structured_data/index.ts";
import { gathered } from "../../settled-result.ts";
import { shareReplayLatest } from "../../share-replay.ts";
import { known } from "../known.ts";
import { type Door, headersAt, whatCame } from "./ask.ts";
import { robotsOf, sitemapOf } from "./crawling.ts";
import { cmsOf, hreflangOf, pageOf, socialOf, structuredOf, vitalsOf } from "./page.ts";
import type { SitemapEntry } from "./read.ts";
import { headersOf } from "./safety.ts";

/** Failures that say that there is no sitemap, not that it could not be read. */
const NO_SITEMAP = ["not-found", "unsupported-type"];

/**
 * The home page and what stands beside it: the headers tell its address, and all else reads it there.
 *
 *     http_headers ── home page ──┬─ html_meta, headings, links ── page
 *                                 ├─ cms, hreflang, opengraph, structured_data, pagespeed
 *                                 └─ robots_txt, sitemap
 */
export function pageStage(ask: Door, host: string, strategy: "mobile" | "desktop") {
  const reached$ = headersAt(ask, host).pipe(shareReplayLatest());
  const headers$ = reached$.pipe(map(whatCame));
  const home$ = headers$.pipe(map((headers) => headers?.[0]?.summary?.finalUrl ?? `https://${host}/`));
  const at = <T>(read: (url: string) => Observable<T>): Observable<T> => home$.pipe(switchMap(read));

  const meta$ = at((url) => ask.answer<typeof html_meta>("html_meta", url));
  const alternates$ = at((url) => ask.items<typeof hreflang>("hreflang", url).pipe(toArray()));
  const robots$ = at((url) => ask.items<typeof robots_txt>("robots_txt", new URL("/", url).href)).pipe(known(robotsOf));
  const sitemap$ = at((url) =>
    ask.items<typeof sitemap>("sitemap", new URL("/", url).href, { options: { limit: 1 } }).pipe(
      toArray(),
      map((entries): { entries: SitemapEntry[]; refusal?: string } => ({ entries })),
      catchError((error: unknown) => {
        const { kind, message } = toSourceError(error);
        return NO_SITEMAP.includes(kind) ? of({ entries: [], refusal: message }) : throwError(() => error);
      }),
    ),
  );
  return {
    home$,
    headers$,
    meta$,
    robots$,
    page$: combineLatest([
      meta$,
      at((url) => ask.answer<typeof headings>("headings", url)),
      at((url) => ask.answer<typeof links>("links", url, { options: { limit: 1 } })),
    ]).pipe(
      known(
        ([
          {
            items: [meta],
          },
          outline,
          linked,
        ]) => pageOf(meta, whatCame(outline), whatCame(linked)),
      ),
    ),
    technologies$: at((url) => ask.items<typeof cms>("cms", url).pipe(toArray())),
    cms$: at((url) => ask.items<typeof cms>("cms", url).pipe(toArray(), map(cmsOf))),
    hreflang$: combineLatest([alternates$, meta$]).pipe(
      map(
        ([
          alternates,
          {
            items: [meta],
          },
        ]) => hreflangOf(alternates, meta),
      ),
    ),
    social$: at((url) =>
      ask.items<typeof opengraph>("opengraph", url).pipe(
        toArray(),
        map(([social]) => socialOf(social)),
      ),
    ),
    structured$: at((url) =>
      ask.items<typeof structured_data>("structured_data", url).pipe(toArray(), map(structuredOf)),
    ),
    // A page that nobody could read is not measured for most of a minute.
    vitals$: reached$.pipe(
      switchMap(({ failure }) =>
        failure
          ? throwError(() => failure)
          : at((url) => ask.items<typeof pagespeed>("pagespeed", url, { options: { strategy } })),
      ),
      map(vitalsOf),
    ),
    sitemap$: combineLatest([sitemap$, robots$.pipe(gathered())]).pipe(
      map(
        ([
          { entries, refusal },
          {
            items: [robots],
          },
        ]) => sitemapOf(entries, robots, refusal),
      ),
    ),
    security$: headers$.pipe(known((headers) => headers && headersOf(headers))),
  };
}
