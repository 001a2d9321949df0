import { catchError, concat, defer, EMPTY, filter, map, type Observable, of, switchMap, take, toArray } from "rxjs";
import { z } from "zod";
import { readingIn, sharedReader } from "../../reading/reader.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import { mapOptions } from "../crawl/options.ts";
import type { MakePage } from "../crawl/visitor.ts";
import { mapSite } from "../map/map.ts";
import type { ScrapedDocument } from "./document.ts";
import { meansOf, planOf } from "./limits.ts";
import { ScrapeOptions } from "./options.ts";
import type { CrawledShown, CrawledTask } from "./read-crawled.ts";
import { documentOf, rawShown, type ScrapeDeps, scrape, shownTask } from "./scrape.ts";
import { shownPage } from "./shown-page.ts";

/** How the pages of a task are scraped, as it is stored. */
const TaskForm = z.object({
  scrape: z.unknown(),
  /** Whether the site's sitemaps are read with the first page; `only`: no link is followed. */
  sitemap: z.enum(["include", "skip", "only"]).default("skip"),
  withoutQueries: z.boolean().default(false),
  /** Every address is a page of its own, as the crawl's option says. */
  exact: z.boolean().default(false),
  /** Addresses of sitemaps at most. */
  limit: z.int().min(1).max(1_000_000).default(10_000),
});
export type TaskForm = z.input<typeof TaskForm>;

const READING = readingIn<CrawledTask, CrawledShown>(import.meta.url, "read-crawled", "readCrawled");

const SITEMAPS_S = 60;
const MAX_ADDRESSES = 100_000;

/** The documents of a task: of pages that its crawl has fetched, and of addresses by themselves. */
export interface ScrapedPages {
  readonly make: MakePage<ScrapedDocument>;
  scrape(url: string): Observable<ScrapedDocument>;
}

/** Throws where the stored options cannot be read. */
export function scrapedPages(given: unknown, deps: ScrapeDeps): ScrapedPages {
  const form = TaskForm.parse(given);
  const options = ScrapeOptions.parse(form.scrape);
  const { reader = sharedReader() } = deps;
  return {
    scrape: (url) => scrape(url, options, deps),
    make: ({ url: asked, first }, { head, pieces }, sites) =>
      defer(() => {
        const plan = planOf(options, meansOf(deps));
        const { url } = head;
        const listed$ = first && form.sitemap !== "skip" ? sitemapsOf(url, form.limit, deps) : of([]);
        return listed$.pipe(
          switchMap((more) => {
            const { withoutQueries, exact } = form;
            const leading = { sites, more, followed: form.sitemap !== "only", withoutQueries, exact };
            const response: HttpResponse = { ...head, body: Buffer.concat(pieces) };
            return shownPage<CrawledShown>(
              {
                url,
                response,
                drive: plan.drive,
                read: (document, scripting) =>
                  reader.read(
                    READING,
                    { ...shownTask(document, options, plan), ...leading, scripting },
                    { url: document.url, pieces: document === response ? pieces : [document.body] },
                  ),
                shownOf: ({ shown }) => shown,
                withRaw: ({ shown, leads }, raw) => ({ shown: rawShown(shown, raw), leads }),
              },
              deps.upstream,
            );
          }),
          switchMap(({ shown: { shown, leads }, ...read }) =>
            documentOf(asked, { ...read, shown }, plan, deps).pipe(map((page) => ({ page, links: leads }))),
          ),
        );
      }),
  };
}

/** What a site's sitemaps list; nothing where they cannot be read: the first page's links lead on. */
const sitemapsOf = (url: string, limit: number, { upstream }: ScrapeDeps): Observable<readonly string[]> =>
  mapSite(
    {
      ...mapOptions.parse({ limit: Math.min(limit, MAX_ADDRESSES), timeout: SITEMAPS_S }),
      url: new URL(url).origin,
      sitemaps: "only",
    },
    { upstream },
  ).pipe(
    filter((event) => event.event === "page"),
    map(({ data }) => String(data["url"])),
    toArray(),
    catchError(() => EMPTY),
    (listed$) => concat(listed$, of([])),
    take(1),
  );
