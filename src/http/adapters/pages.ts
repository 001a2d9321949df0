import { z } from "zod";
import { MaxTokens } from "../../pipelines/budget/truncated.ts";
import type { CrawlRequest } from "../../pipelines/crawl/crawl.ts";
import { crawlOptions, scopeOptions } from "../../pipelines/crawl/options.ts";
import type { CrawlResponse } from "../../pipelines/crawl/response.ts";
import type { ExtractResponse } from "../../pipelines/extract.ts";
import type { MapRequest, MapResponse } from "../../pipelines/map/map.ts";
import { RenderWhen } from "../../pipelines/parameters.ts";
import { typedInput, typedOutput } from "../../pipelines/typed/fields.ts";
import type { TypedFields } from "../../pipelines/typed/with-data.ts";
import { crawlCounts, FailedResultBody, words } from "../schemas.ts";
import {
  apiBody,
  common,
  DEFAULT_CHUNKS,
  endOf,
  number,
  seconds,
  secondsOf,
  texts,
  unreadFields,
  yesNo,
} from "./body.ts";

/** The common search API's operations on pages: extract, crawl, map. */

const MAX_URLS = 20;
/** A client gives up at the time it names: the answer is to be there before. */
const SHARE_OF_TIMEOUT = 0.9;

const address = words("a page's address; https:// is assumed where no scheme is given", "https://example.org/");
const depthField = z
  .enum(["basic", "advanced"], { error: "must be basic or advanced" })
  .default("basic")
  .describe("both read a page in the same way");
const formatField = z
  .enum(["markdown", "text"], { error: "must be markdown or text" })
  .default("markdown")
  .describe("how raw_content is written");
const chunksField = number(1, 10)
  .optional()
  .describe(`passages that raw_content is made of, where a question is given; default ${DEFAULT_CHUNKS}`);

const shared = {
  include_favicon: yesNo.default(false),
  include_usage: yesNo.default(false),
  max_tokens: MaxTokens.optional(),
};

const extractFields = {
  urls: texts(MAX_URLS)
    .refine((urls) => urls.length > 0, { error: "is empty: name at least one page" })
    .describe("addresses of pages, 20 at most"),
  include_images: yesNo.default(false),
  extract_depth: depthField,
  format: formatField,
  timeout: seconds(60).default(30),
  render: RenderWhen,
  query: z.string().trim().max(2000).optional().describe("raw_content is the passages that answer it best"),
  ...typedInput,
  chunks_per_source: chunksField,
  ...shared,
};

/** The body of `POST /extract`. */
export const ExtractApiBody = apiBody(extractFields);
export type ExtractApiBody = z.output<typeof ExtractApiBody>;

const PageBody = z.object({
  url: z.string(),
  title: z.string().nullable(),
  raw_content: z.string(),
  images: z.array(z.string()),
  favicon: z.string().optional(),
  byline: z.string().optional(),
  published_date: z.string().optional().describe("ISO 8601"),
  language: z.string().optional().describe("BCP 47"),
  site_name: z.string().optional(),
  description: z.string().optional(),
  rendered: z.boolean().optional().describe("whether the text is the page's after its scripts have run"),
  render_ms: z.int().optional().describe("milliseconds that a browser was busy with it"),
  ...typedOutput,
});

/** The answer of `POST /extract`. */
export const ExtractAnswerBody = z.object({
  results: z.array(PageBody),
  failed_results: z.array(FailedResultBody),
  ...common,
});

export const extractRequestOf = ({ urls, include_images, format, render, schema, prompt }: ExtractApiBody) => ({
  urls,
  include_images,
  include_raw_content: true,
  format,
  render,
  schema,
  prompt,
});

/** Milliseconds in which all pages are to be read. */
export const millisecondsOf = ({ timeout }: { readonly timeout: number }): number => timeout * SHARE_OF_TIMEOUT * 1000;

interface PageLike extends TypedFields {
  readonly url: string;
  readonly title?: string;
  readonly raw_content?: string;
  readonly images?: readonly { readonly url: string }[];
  readonly favicon?: string;
  readonly byline?: string;
  readonly published_date?: string;
  readonly language?: string;
  readonly site_name?: string;
  readonly description?: string;
  readonly rendered?: boolean;
  readonly render_ms?: number;
}

const pageOf = (
  { url, title, raw_content, images = [], favicon, ...page }: PageLike,
  { include_favicon }: { readonly include_favicon: boolean },
): z.output<typeof PageBody> => ({
  url,
  title: title ?? null,
  raw_content: raw_content ?? "",
  images: images.map((image) => image.url),
  ...(include_favicon && favicon !== undefined && { favicon }),
  ...metadataOf(page),
  ...typedOf(page),
});

const typedOf = ({ data, passages, unverified }: TypedFields) => ({
  ...(passages && { data, passages: passages.map(({ paths, ...passage }) => ({ ...passage, paths: [...paths] })) }),
  ...(unverified && { unverified: [...unverified] }),
});

const metadataOf = ({
  byline,
  published_date,
  language,
  site_name,
  description,
  rendered,
  render_ms,
}: Partial<PageLike>) => ({
  ...(byline !== undefined && { byline }),
  ...(published_date !== undefined && { published_date }),
  ...(language !== undefined && { language }),
  ...(site_name !== undefined && { site_name }),
  ...(description !== undefined && { description }),
  ...(rendered !== undefined && { rendered }),
  ...(render_ms !== undefined && { render_ms }),
});

export function extractAnswerOf(
  { results, response_time, ...rest }: ExtractResponse,
  body: ExtractApiBody,
  requestId: string,
) {
  const warnings = [
    ...unreadFields(body, extractFields),
    ...(body.extract_depth === "advanced" ? [SAME_DEPTH] : []),
    ...(body.chunks_per_source !== undefined && !body.query
      ? ["chunks_per_source needs a query to choose passages by; the whole text is given."]
      : []),
  ];
  // Clients look for the address that they asked for, letter by letter.
  const asWritten = new Map(body.urls.flatMap((url) => (URL.canParse(url) ? [[new URL(url).href, url] as const] : [])));
  return {
    results: results.map((page) => ({ ...pageOf(page, body), url: asWritten.get(page.url) ?? page.url })),
    response_time: secondsOf(response_time),
    ...endOf({ requestId, usage: body.include_usage, warnings }),
    ...rest,
  };
}

const SAME_DEPTH =
  "extract_depth: pages are read in one way, the whole of their content; render says when a browser runs their scripts.";

const { select_paths, exclude_paths, select_domains, exclude_domains } = scopeOptions;

const siteFields = {
  url: address,
  limit: number(1, 20_000).default(50).describe("pages at most"),
  select_paths,
  exclude_paths,
  select_domains,
  exclude_domains,
  allow_external: yesNo.default(true).describe("take addresses on other hosts too"),
  instructions: z.string().trim().max(2000).optional(),
  render: RenderWhen,
  timeout: seconds(3_600).default(150),
  ...shared,
};

const crawlFields = {
  ...siteFields,
  max_depth: number(0, 100).default(1).describe("links away from the first page at most"),
  max_breadth: number(1, 20_000).default(20).describe("links to follow from any one page at most"),
  extract_depth: depthField,
  include_images: yesNo.default(false),
  format: formatField,
  chunks_per_source: chunksField,
  ...typedInput,
};

/** The body of `POST /crawl`. */
export const CrawlApiBody = apiBody(crawlFields);
export type CrawlApiBody = z.output<typeof CrawlApiBody>;

/** The answer of `POST /crawl`. */
export const CrawlAnswerBody = z.object({
  base_url: z.string(),
  results: z.array(PageBody),
  failed_results: z.array(FailedResultBody),
  ...crawlCounts,
  ...common,
});

export function crawlRequestOf({ format, ...body }: CrawlApiBody): CrawlRequest {
  const { max_bytes, render_limit } = crawlOptions.pick({ max_bytes: true, render_limit: true }).parse({});
  return {
    ...scopeOf(body),
    include_images: body.include_images,
    content_format: format,
    max_bytes,
    render_limit,
    ...depthsOf(body),
  };
}

const depthsOf = ({ max_depth, max_breadth }: { readonly max_depth: number; readonly max_breadth: number }) => ({
  max_depth,
  max_breadth,
});

type SiteBody = Pick<
  CrawlApiBody,
  "url" | "limit" | "timeout" | "allow_external" | "render" | keyof typeof scopeOptions
>;

const scopeOf = (body: SiteBody) => ({
  url: body.url,
  limit: body.limit,
  timeout: body.timeout * SHARE_OF_TIMEOUT,
  select_paths: body.select_paths,
  exclude_paths: body.exclude_paths,
  select_domains: body.select_domains,
  exclude_domains: body.exclude_domains,
  allow_external: body.allow_external,
  render: body.render,
});

export function crawlAnswerOf(
  { results, response_time, ...rest }: CrawlResponse,
  body: CrawlApiBody,
  requestId: string,
) {
  const warnings = [
    ...unreadFields(body, crawlFields),
    ...(body.extract_depth === "advanced" ? [SAME_DEPTH] : []),
    ...(body.instructions
      ? ["instructions do not steer the crawl; each page's raw_content is the passages that answer them best."]
      : []),
    ...(body.chunks_per_source !== undefined && !body.instructions
      ? ["chunks_per_source needs instructions to choose passages by; the whole text is given."]
      : []),
  ];
  return {
    results: results.map((page) => pageOf(page, body)),
    response_time: secondsOf(response_time),
    ...endOf({ requestId, usage: body.include_usage, warnings }),
    ...rest,
  };
}

const mapFields = {
  ...siteFields,
  max_depth: number(0, 100).optional(),
  max_breadth: number(1, 20_000).optional(),
};

/** The body of `POST /map`. */
export const MapApiBody = apiBody(mapFields);
export type MapApiBody = z.output<typeof MapApiBody>;

/** The answer of `POST /map`. */
export const MapAnswerBody = z.object({
  base_url: z.string(),
  results: z.array(z.string()),
  failed_results: z.array(FailedResultBody),
  stopped: z.enum(["limit", "timeout"]).optional().describe("why there may be more"),
  ...common,
});

export const mapRequestOf = (body: MapApiBody): MapRequest => ({ ...scopeOf(body), include_subdomains: true });

export function mapAnswerOf(
  { urls, total: _, response_time, ...rest }: MapResponse,
  body: MapApiBody,
  requestId: string,
) {
  const unheeded = (["max_depth", "max_breadth", "instructions", "max_tokens"] as const)
    .filter((name) => body[name] !== undefined)
    .map((name) => `${name} is not honoured: addresses come from sitemaps, feeds and the first page.`);
  return {
    base_url: URL.parse(/^[a-z]+:\/\//i.test(body.url) ? body.url : `https://${body.url}`)?.host ?? body.url,
    results: urls,
    response_time: secondsOf(response_time),
    ...endOf({ requestId, usage: body.include_usage, warnings: [...unreadFields(body, mapFields), ...unheeded] }),
    ...rest,
  };
}
