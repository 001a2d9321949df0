import { z } from "zod";
import { patterns } from "../../../pipelines/crawl/patterns.ts";
import { withoutNulls } from "../../../pipelines/scrape/options.ts";
import { addressField, flag } from "./fields.ts";

const MAX_URLS = 10_000;
const MAX_DELAY_S = 60;

const count = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
};

/** Checks patterns, and gives them back as they were written. */
const patternTexts = z
  .array(z.string(), { error: "must be a list of regular expressions" })
  .default([])
  .superRefine((given, context) => {
    const { error } = patterns("").safeParse(given);
    for (const { message } of error?.issues ?? []) context.addIssue({ code: "custom", message });
  });

/** What `POST /crawl` may be asked, of both versions. */
export const CrawlBody = z.preprocess(
  withoutNulls,
  z.object({
    url: addressField,
    prompt: z.string().max(10_000).optional(),
    limit: count(1, 1_000_000).default(10_000),
    includePaths: patternTexts,
    excludePaths: patternTexts,
    regexOnFullURL: flag.default(false),
    crawlEntireDomain: flag.optional(),
    allowBackwardLinks: flag.optional(),
    allowSubdomains: flag.default(false),
    allowExternalLinks: flag.default(false),
    maxDiscoveryDepth: count(0, 100).optional(),
    maxDepth: count(0, 100).optional(),
    sitemap: z.enum(["include", "skip", "only"], { error: "must be include, skip or only" }).optional(),
    ignoreSitemap: flag.default(false),
    deduplicateSimilarURLs: flag.default(true),
    ignoreQueryParameters: flag.default(false),
    delay: z
      .number({ error: "must be a number of seconds" })
      .min(0)
      .max(MAX_DELAY_S, { error: `must be at most ${MAX_DELAY_S}` })
      .default(0),
    maxConcurrency: count(1, 10_000).optional(),
    ignoreRobotsTxt: flag.default(false),
    robotsUserAgent: z.string().max(200).optional(),
    webhook: z.unknown().optional(),
    scrapeOptions: z.unknown().optional(),
    zeroDataRetention: flag.default(false),
  }),
);
export type CrawlBody = z.output<typeof CrawlBody>;

/** What `POST /batch/scrape` may be asked beside the options of a scrape. */
export const BatchBody = z.preprocess(
  withoutNulls,
  z.object({
    urls: z
      .array(z.string({ error: "must be an address" }), { error: "is missing: a list of addresses" })
      .min(1, { error: "must name one address at least" })
      .max(MAX_URLS, { error: `must be at most ${MAX_URLS} addresses` }),
    ignoreInvalidURLs: flag.default(true),
    appendToId: z.string().max(100).optional(),
    maxConcurrency: count(1, 10_000).optional(),
    webhook: z.unknown().optional(),
  }),
);
