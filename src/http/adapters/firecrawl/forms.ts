import { type Observable, of } from "rxjs";
import type { Config } from "../../../config.ts";
import { lazyImport } from "../../../operators/lazyImport.ts";
import { languageModelOf } from "../../../pipelines/research/plan.ts";
import type { ScrapeDeps } from "../../../pipelines/scrape/scrape.ts";
import type { CrawlingDeps } from "../../../tasks/crawling.ts";
import type { Upstream } from "../../../upstream/types.ts";

/** The name of this API's pages in the orders of tasks. */
export const FORM = "firecrawl";

const crawled = () => import("../../../pipelines/scrape/crawled.ts");

/** How tasks make this API's pages; the code that does is imported with the first of them. */
export function pageForms(config: Config, upstream: Upstream): CrawlingDeps["forms"] {
  const later = new WeakMap<object, Observable<void>>();
  const deps: ScrapeDeps = {
    upstream,
    dataDir: config.DATA_DIR,
    model: languageModelOf(config),
    remember: (keep$, document) => {
      later.set(document, keep$);
      return of(undefined);
    },
  };
  return {
    [FORM]: (options) => ({
      make: (entry, fetched, sites) =>
        lazyImport(crawled, ({ scrapedPages }) => scrapedPages(options, deps).make(entry, fetched, sites)),
      scrape: (url) => lazyImport(crawled, ({ scrapedPages }) => scrapedPages(options, deps).scrape(url)),
      kept: (page) => {
        const keep$ = later.get(page);
        return keep$ ? [keep$] : [];
      },
    }),
  };
}
