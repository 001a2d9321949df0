import { z } from "zod";
import { checked } from "../../errors.ts";
import { lazyImport } from "../../operators/lazyImport.ts";
import { fitCrawl } from "../../pipelines/budget/fit.ts";
import { crawlOptions, mapOptions } from "../../pipelines/crawl/options.ts";
import type { CrawlResponse } from "../../pipelines/crawl/response.ts";
import { CRAWL_S } from "../../pipelines/deadlines.ts";
import type { MapResponse } from "../../pipelines/map/map.ts";
import { requestPath } from "../../tasks/request-path.ts";
import { MaxTokens, Offset, Render, whole, words } from "../arguments.ts";
import { background, defineOrderable } from "../background.ts";
import { refusing } from "../refusal.ts";
import { listWithinBudget, withinBudget } from "../token-budget.ts";
import type { Tool } from "../tool.ts";
import { isNone } from "./parsers.ts";

const Paths = z.array(z.string()).optional();
const Failed = z.object({ url: z.string(), error: z.string() });
/** Of the answer, what its pages may take. */
const PAGES_SHARE = 0.8;
const FEWEST = 20;

/** `web_crawl`: a site's pages. */
export const crawlTool: Tool = defineOrderable({
  leaves: true,
  name: "web_crawl",
  cost: "crawl",
  description:
    "Read a site's pages as clean text, following its links from a first page. For many pages of one site; web_map " +
    "lists their addresses much faster, web_extract reads known ones.",
  toolsets: ["web"],
  input: z.object({
    url: words(
      "the address of the first page; https:// is assumed where no scheme is given",
      "https://example.org/docs/",
    ),
    limit: whole(1, 1000).default(10).describe("pages"),
    max_depth: whole(0, 100).default(3).describe("links away from the first page"),
    select_paths: Paths.describe("regular expressions of paths to take"),
    exclude_paths: Paths,
    render: Render,
    timeout: whole(1, 3600).default(CRAWL_S).describe("seconds"),
    max_tokens: MaxTokens,
    ...background,
  }),
  output: z.object({
    base_url: z.string(),
    results: z.array(z.looseObject({ url: z.string(), raw_content: z.string() })),
    failed_results: z.array(Failed),
  }),
  order: ({ url, limit, max_depth, select_paths, exclude_paths, render }, timeout) => ({
    method: "GET",
    path: requestPath("/crawl", {
      q: url,
      limit,
      max_depth,
      select_paths,
      exclude_paths,
      render,
      timeout,
      content_format: "markdown",
    }),
  }),
  run: ({ url, max_tokens, background: _, task_id: __, ...options }, { env, onFailure }) =>
    lazyImport(
      () => import("../../pipelines/crawl/crawl.ts"),
      ({ crawl }) =>
        crawl(
          { url, ...refusing(() => checked(crawlOptions, { ...options, content_format: "markdown" })) },
          { upstream: env.upstream, hold: true, onFailure: (page, error) => onFailure?.(page, error.cause ?? error) },
        ),
    ).pipe(
      withinBudget<CrawlResponse>(
        (answer, count) => {
          const {
            response_time: _,
            duplicates,
            failed_results,
            ...fitted
          } = fitCrawl(answer, Math.floor(max_tokens * PAGES_SHARE), count);
          const same = duplicates.slice(0, FEWEST).map(({ url: one, duplicate_of }) => ({ url: one, duplicate_of }));
          return {
            ...fitted,
            failed_results: failed_results.slice(0, FEWEST),
            ...(same.length > 0 && { duplicates: same }),
          };
        },
        max_tokens,
        { advice: ({ results }) => (isNone(results) ? NO_PAGE : undefined) },
      ),
    ),
});

const NO_PAGE =
  "No page was read: try web_extract with this address, the site's home page, or no select_paths; web_map lists addresses.";
const NO_ADDRESS =
  "No address was found: try the site's home page, or no select_paths; web_search with site: finds what engines know.";

/** `web_map`: a site's addresses. */
export const mapTool: Tool = defineOrderable({
  leaves: true,
  name: "web_map",
  cost: "crawl",
  description: "List a site's addresses from its sitemaps and links, without reading the pages.",
  toolsets: ["web"],
  input: z.object({
    url: words("an address of the site; https:// is assumed where no scheme is given", "https://example.org/"),
    limit: whole(1, 100_000).default(500).describe("addresses"),
    select_paths: Paths.describe("regular expressions of paths to take"),
    exclude_paths: Paths,
    render: Render,
    timeout: whole(1, 3600).default(30).describe("seconds"),
    offset: Offset,
    max_tokens: MaxTokens,
  }),
  order: ({ url, limit, select_paths, exclude_paths, render }, timeout) => ({
    method: "GET",
    path: requestPath("/map", { q: url, limit, select_paths, exclude_paths, render, timeout }),
  }),
  output: z.object({ urls: z.array(z.string()), total: z.int(), next_offset: z.int().optional() }),
  run: ({ url, offset, max_tokens, ...options }, { env }) =>
    lazyImport(
      () => import("../../pipelines/map/map.ts"),
      ({ mapSite }) => mapSite({ url, ...refusing(() => checked(mapOptions, options)) }, { upstream: env.upstream }),
    ).pipe(
      withinBudget<MapResponse>(
        ({ response_time: _, failed_results, ...answer }, count) =>
          listWithinBudget(
            { ...answer, failed_results: failed_results.slice(0, FEWEST) },
            "urls",
            { offset, max_tokens },
            count,
          ),
        max_tokens,
        { advice: ({ urls }) => (isNone(urls) && !offset ? NO_ADDRESS : undefined) },
      ),
    ),
});
