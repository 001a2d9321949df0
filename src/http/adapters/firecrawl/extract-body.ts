import { z } from "zod";
import { withoutNulls } from "../../../pipelines/scrape/options.ts";
import { flag } from "./fields.ts";

const MAX_URLS = 10;

const words = z
  .string({ error: "must be a text" })
  .trim()
  .min(1, { error: "must not be empty" })
  .max(10_000, { error: "must be at most 10,000 characters" })
  .optional();

/** What `POST /extract` may be asked, of both versions. */
export const ExtractBody = z.preprocess(
  withoutNulls,
  z.object({
    urls: z
      .array(z.string({ error: "must be an address" }).max(10_000), { error: "must be a list of addresses" })
      .max(MAX_URLS, { error: `must be at most ${MAX_URLS} addresses` })
      .default([]),
    prompt: words,
    systemPrompt: words,
    schema: z.record(z.string(), z.unknown(), { error: "must be a JSON schema, an object" }).optional(),
    enableWebSearch: flag.default(false),
    showSources: flag.default(false),
    ignoreInvalidURLs: flag.default(true),
    allowExternalLinks: flag.default(false),
    agent: z.unknown().optional(),
    scrapeOptions: z.unknown().optional(),
    webhook: z.unknown().optional(),
  }),
);
export type ExtractBody = z.output<typeof ExtractBody>;

/** What a task is to extract, as it is stored. */
export const ExtractOrder = z.object({
  urls: z.array(z.string()),
  prompt: z.string().optional(),
  systemPrompt: z.string().optional(),
  schema: z.record(z.string(), z.unknown()).optional(),
  webSearch: z.boolean(),
  showSources: z.boolean(),
  scrape: z.unknown(),
  warnings: z.array(z.string()),
});
export type ExtractOrder = z.output<typeof ExtractOrder>;

/** What it came to, as it is stored. */
export const ExtractedBody = z.object({
  data: z.unknown(),
  sources: z.record(z.string(), z.array(z.string())).optional(),
  warning: z.string().optional(),
  pages: z.int(),
});
