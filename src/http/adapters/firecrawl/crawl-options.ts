import { withScheme } from "../../../pipelines/scrape/options.ts";
import { parseUrl } from "../../../sources/kit/requests/query.ts";
import type { CrawlBody } from "./order-bodies.ts";
import type { Version } from "./version.ts";

/** A first version's crawl without a depth goes so deep. */
const V1_DEPTH = 10;
const V2_DEPTH = 100;

/** A crawl as tasks are ordered: where it begins, and its options. */
export function crawlOptionsOf(body: CrawlBody, version: Version, maxPages: number) {
  const start = parseUrl(withScheme(body.url));
  const whole = body.crawlEntireDomain ?? body.allowBackwardLinks ?? false;
  const limit = Math.min(body.limit, maxPages);
  return {
    start,
    limit,
    options: {
      limit,
      max_depth: body.maxDiscoveryDepth ?? body.maxDepth ?? (version === "v1" ? V1_DEPTH : V2_DEPTH),
      select_paths: body.includePaths,
      exclude_paths: body.excludePaths,
      ...(body.regexOnFullURL && { on_whole_url: true }),
      ...(!body.deduplicateSimilarURLs && { exact: true }),
      allow_external: body.allowExternalLinks,
      ...(body.allowExternalLinks && { one_hop: true }),
      include_subdomains: body.allowSubdomains,
      ...(!whole && start.pathname !== "/" && { under: start.pathname }),
      ...(body.delay > 0 && { spacing_ms: Math.round(body.delay * 1000) }),
    },
  };
}
