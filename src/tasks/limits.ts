import { z } from "zod";
import { crawlOptions, yesOrNo } from "../pipelines/crawl/options.ts";
import { whole } from "../pipelines/parameters.ts";

/** Pages of one task at most, however it is configured. */
const MAX_PAGES = 1_000_000;
/** Seconds; an order that names no `timeout` has a day. */
const MAX_TIMEOUT_S = 7 * 86_400;
export const DEFAULT_TIMEOUT_S = 86_400;

/** What a crawl in the background may be asked: more pages and more time than one that somebody waits for. */
export const taskCrawlOptions = crawlOptions.extend({
  limit: whole(1, MAX_PAGES).default(50).describe("pages to fetch at most"),
  timeout: whole(1, MAX_TIMEOUT_S)
    .default(DEFAULT_TIMEOUT_S)
    .describe("seconds after which the crawl ends with what it has"),
  include_subdomains: yesOrNo(false).describe("take addresses on hosts below the first page's too"),
  one_hop: yesOrNo(false).describe("follow no link of a page on another host"),
  exact: yesOrNo(false).describe("take each address as a page of its own, also where another differs in little"),
  on_whole_url: yesOrNo(false).describe("match select_paths and exclude_paths on the whole address"),
  under: z.string().max(10_000).optional().describe("of the first page's host only addresses whose path begins so"),
  spacing_ms: whole(0, 60_000).optional().describe("milliseconds between two requests to a host, one at a time"),
});
