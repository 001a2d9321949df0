import { z } from "zod";
import { crawlOperation, mapOperation } from "../../operations/site.ts";
import { fitCrawl } from "../../pipelines/budget/fit.ts";
import type { CrawlResponse } from "../../pipelines/crawl/response.ts";
import { CRAWL_S } from "../../pipelines/deadlines.ts";
import type { MapResponse } from "../../pipelines/map/map.ts";
import { requestPath } from "../../tasks/request-path.ts";
import { MaxTokens, Offset, Render, whole, words } from "../arguments.ts";
import { background, defineOrderable } from "../background.ts";
import { called } from "../operation.ts";
import { listWithinBudget } from "../token-budget.ts";
import type { Tool } from "../tool.ts";
import { isNone } from "./parsers.ts";

const Paths = z.array(z.string()).optional();
/** Of the answer, what its pages may take. */
const PAGES_SHARE = 0.8;
const FEWEST = 20;

/** `web_crawl`: a site's pages. */
export const crawlTool: Tool = defineOrderable({
  leaves: true,
  takesLong: true,
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
  output: crawlOperation.output,
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
  run: ({ max_tokens, background: _, task_id: __, ...asked }, deps) =>
    called(
      crawlOperation,
      { ...asked, content_format: "markdown" },
      { offset: 0, max_tokens },
      deps,
      { advice: ({ results }) => (isNone(results) ? NO_PAGE : undefined) },
      (answer: CrawlResponse, _size, count) => {
        const {
          response_time: _time,
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
  output: mapOperation.output,
  run: ({ offset, max_tokens, ...asked }, deps) =>
    called(
      mapOperation,
      asked,
      { offset, max_tokens },
      deps,
      { advice: ({ urls }) => (isNone(urls) && !offset ? NO_ADDRESS : undefined) },
      ({ response_time: _, failed_results, ...answer }: MapResponse, size, count) =>
        listWithinBudget({ ...answer, failed_results: failed_results.slice(0, FEWEST) }, "urls", size, count),
    ),
});
