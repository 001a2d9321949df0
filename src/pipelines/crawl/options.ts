import { z } from "zod";
import { CRAWL_S } from "../deadlines.ts";
import { Debug, RenderWhen, whole } from "../parameters.ts";
import { patterns } from "./patterns.ts";

/** Yes or no, as JSON or as a parameter's text. */
export const yesOrNo = (fallback: boolean) =>
  z
    .union([z.boolean(), z.enum(["true", "false", "1", "0"])], { error: "must be true, false, 1 or 0" })
    .default(fallback)
    .transform((given) => given === true || given === "true" || given === "1");

/** Which addresses belong to a crawl or a map. */
export const scopeOptions = {
  select_paths: patterns("only addresses whose path matches one of these are taken"),
  exclude_paths: patterns("addresses whose path matches one of these are left out"),
  select_domains: patterns("addresses on hosts that match one of these are taken, and on no others"),
  exclude_domains: patterns("addresses on hosts that match one of these are left out"),
  allow_external: yesOrNo(false).describe("take addresses on other hosts too"),
};

/**
 * What a crawl may be asked, as JSON or as the text of a query's parameters. Defaults: 50 pages, five links deep (deep
 * enough for a site's articles; the limit and the time keep it short), every link of a page, and `CRAWL_S`.
 */
export const crawlOptions = z.object({
  limit: whole(1, 20_000).default(50).describe("pages to fetch at most"),
  max_depth: whole(0, 100).default(5).describe("links away from the first page at most; 0 is that page alone"),
  max_breadth: whole(1, 20_000).optional().describe("links to follow from any one page at most; default: all"),
  ...scopeOptions,
  include_images: yesOrNo(false).describe("list each page's images"),
  content_format: z
    .enum(["text", "markdown"], { error: "must be text or markdown" })
    .default("text")
    .describe("how raw_content is written"),
  render: RenderWhen,
  render_limit: whole(0, 20_000).default(50).describe("pages to render at most; those beyond are read as they come"),
  debug: yesOrNo(false).optional().describe(Debug),
  max_bytes: whole(1_000, 256 * 1024 * 1024)
    .default(64 * 1024 * 1024)
    .describe("bytes of content that one whole answer may hold; the crawl ends before the page that goes beyond"),
  timeout: whole(1, 3_600).default(CRAWL_S).describe("seconds after which the crawl ends with what it has"),
});

export type CrawlOptions = z.output<typeof crawlOptions>;

/** What a map may be asked; `q`'s host counts with the hosts below it. */
export const mapOptions = z.object({
  limit: whole(1, 100_000).default(5_000).describe("addresses to list at most"),
  ...scopeOptions,
  include_subdomains: yesOrNo(true).describe("take addresses on hosts below that of q too"),
  render: RenderWhen.describe(
    "run the first page's scripts, where no sitemap names a page: auto where it names none either; default RENDER_DEFAULT",
  ),
  timeout: whole(1, 3_600).default(30).describe("seconds after which the map ends with what it has"),
});

export type MapOptions = z.output<typeof mapOptions>;
