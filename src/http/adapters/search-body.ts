import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { MaxTokens } from "../../pipelines/budget/truncated.ts";
import { domainPattern, MAX_SITES } from "../../pipelines/content-search/domains.ts";
import type { ContentSearchRequest, SearchDepth } from "../../pipelines/content-search/request.ts";
import { RenderWhen } from "../../pipelines/parameters.ts";
import { words } from "../schemas.ts";
import { apiBody, DEFAULT_CHUNKS, number, seconds, texts, unreadFields, yesNo } from "./body.ts";
import { countryCode, languageCode } from "./locale-codes.ts";

const Day = z
  .string({ error: "must be a day, YYYY-MM-DD" })
  .refine((text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)), {
    error: "must be a day, YYYY-MM-DD",
  });

const RANGES = {
  d: "day",
  w: "week",
  m: "month",
  y: "year",
  day: "day",
  week: "week",
  month: "month",
  year: "year",
} as const;
const DAYS = { day: 1, week: 7, month: 31, year: 366 } as const;

const fields = {
  query: words("words to search the web for", "rxjs backpressure"),
  search_depth: z
    .enum(["ultra-fast", "fast", "basic", "advanced"], { error: "must be ultra-fast, fast, basic or advanced" })
    .default("basic")
    .describe("advanced waits for every engine and answers with passages of the pages"),
  topic: z
    .enum(["general", "news", "finance"], { error: "must be general, news or finance" })
    .default("general")
    .describe("news asks the news sources too"),
  days: number(1, 36_500).optional().describe("only results of the last days"),
  max_results: number(0, 20).default(5),
  include_images: yesNo.default(false),
  include_image_descriptions: yesNo.default(false),
  include_answer: z
    .union([z.boolean(), z.enum(["basic", "advanced"])], { error: "must be true, false, basic or advanced" })
    .default(false),
  include_raw_content: z
    .union([z.boolean(), z.enum(["markdown", "text"])], { error: "must be true, false, markdown or text" })
    .default(false)
    .describe("each page's whole text; true: markdown"),
  include_domains: texts(300).default([]),
  exclude_domains: texts(150).default([]),
  include_domains_mode: z.enum(["restrict", "prefer"], { error: "must be restrict or prefer" }).default("restrict"),
  time_range: z
    .enum(["day", "week", "month", "year", "d", "w", "m", "y"], { error: "must be day, week, month or year" })
    .transform((range) => RANGES[range])
    .optional(),
  start_date: Day.optional(),
  end_date: Day.optional(),
  chunks_per_source: number(1, 10).optional().describe("passages of each page; advanced: 3"),
  engines: z
    .union([z.array(z.string().max(80)).max(100), z.string().transform((list) => list.split(",", 100))], {
      error: "must be a list of engines' ids",
    })
    .transform((ids) => [...new Set(ids.flatMap((id) => id.trim() || []))])
    .refine((ids) => ids.length > 0, "must name engines")
    .optional()
    .describe("ids of the engines to ask; default: all that are ready"),
  country: z.string({ error: "must be a country's English name" }).optional(),
  language: z.string({ error: "must be a language" }).optional(),
  filter_by_language: yesNo.default(false),
  exact_match: yesNo.default(false).describe("only results that show what the query has in quotation marks"),
  include_favicon: yesNo.default(false),
  include_usage: yesNo.default(false),
  auto_parameters: yesNo.default(false),
  render: RenderWhen,
  timeout: seconds(300).optional().describe("for all; default 30, and what the language model has"),
  fetch_timeout: seconds(60).optional().describe("for reading pages"),
  cache_fallback: yesNo.default(true).describe("kept results where a source fails; cannot be turned off"),
  max_hours: z.number({ error: "must be a number of hours" }).optional(),
  safe_search: yesNo.default(false).describe("have the engines leave out adult results"),
  max_tokens: MaxTokens.optional(),
};

/** The body of `POST /search`. */
export const SearchApiBody = apiBody(fields);
export type SearchApiBody = z.output<typeof SearchApiBody>;

/** What is searched for, and what of the body could not be honoured. */
export interface SearchApiRequest {
  readonly search: ContentSearchRequest;
  readonly warnings: readonly string[];
}

/** A body as a search; `now` is the time of asking. */
export function searchRequestOf(body: SearchApiBody, now = new Date()): SearchApiRequest {
  const include = patterns(body.include_domains);
  const exclude = patterns(body.exclude_domains);
  const region = body.country === undefined ? undefined : countryCode(body.country);
  const language = body.language === undefined ? undefined : languageCode(body.language);
  const days = body.days ?? (body.time_range && DAYS[body.time_range]);
  const from = body.start_date ?? (days === undefined ? undefined : dayBefore(now, days));
  if (body.start_date !== undefined && body.end_date !== undefined && body.start_date > body.end_date)
    throw new SourceError("bad-query", "start_date: must not be after end_date.");
  const hasAnswer = body.include_answer !== false && body.max_results > 0;
  return {
    search: {
      query: body.query,
      limit: body.max_results,
      depth: body.search_depth,
      topic: body.topic,
      timeRange: body.time_range ?? rangeSince(from, now),
      from,
      until: body.end_date,
      language,
      region,
      safe: body.safe_search ? "strict" : undefined,
      includeDomains: include.read,
      domainsMode: body.include_domains_mode,
      excludeDomains: exclude.read,
      exactMatch: body.exact_match,
      chunks: body.chunks_per_source ?? chunksOf(body.search_depth),
      rawContent: body.include_raw_content === true ? "markdown" : body.include_raw_content || undefined,
      images: body.include_images,
      engines: body.engines,
      answer: hasAnswer ? (body.include_answer === "advanced" ? "advanced" : "basic") : undefined,
      render: body.render,
      pagesMs: body.fetch_timeout && body.fetch_timeout * 1000,
    },
    warnings: [
      ...unreadFields(body, fields),
      ...include.wrong.map((text) => `include_domains: “${text}” is no domain and was ignored.`),
      ...exclude.wrong.map((text) => `exclude_domains: “${text}” is no domain and was ignored.`),
      ...warningsOf(body, { region, language, sites: include.read.length }),
    ],
  };
}

const chunksOf = (depth: SearchDepth): number | undefined => (depth === "advanced" ? DEFAULT_CHUNKS : undefined);

function patterns(written: readonly string[]) {
  const all = written.map((text) => ({ text: text.slice(0, 80), pattern: domainPattern(text) }));
  return {
    read: all.flatMap(({ pattern }) => pattern ?? []),
    wrong: all.flatMap(({ text, pattern }) => (pattern ? [] : text)),
  };
}

const DAY_MS = 86_400_000;
const dayBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);

/** The shortest range that engines know and that reaches back to a day. */
function rangeSince(from: string | undefined, now: Date): keyof typeof DAYS | undefined {
  if (from === undefined) return undefined;
  const days = (now.getTime() - Date.parse(from)) / DAY_MS;
  return (["day", "week", "month", "year"] as const).find((range) => days <= DAYS[range] + 1);
}

interface Understood {
  readonly region: string | undefined;
  readonly language: string | undefined;
  readonly sites: number;
}

function warningsOf(body: SearchApiBody, { region, language, sites }: Understood): readonly string[] {
  const said: readonly (readonly [boolean, string])[] = [
    [
      body.country !== undefined && region === undefined,
      `country: “${body.country?.slice(0, 60)}” is not known and was ignored.`,
    ],
    [
      body.language !== undefined && language === undefined,
      `language: “${body.language?.slice(0, 60)}” is not known and was ignored.`,
    ],
    [
      body.filter_by_language,
      "filter_by_language: the engines were asked in the language, but the results' own is not checked.",
    ],
    [body.topic === "finance", "topic: there is no index of finance; the web was searched."],
    [body.auto_parameters, "auto_parameters: parameters are taken as given."],
    [body.max_hours !== undefined, "max_hours is not honoured: how long results are kept is the service's choice."],
    [!body.cache_fallback, "cache_fallback: kept results may answer where a source fails; sources says stale then."],
    [
      body.exact_match && !/["“”]/.test(body.query),
      "exact_match: the query has nothing in quotation marks, so nothing was required.",
    ],
    [
      body.include_answer !== false && body.max_results === 0,
      "include_answer: with max_results 0 there is nothing to answer from.",
    ],
    [
      body.include_domains_mode === "restrict" && sites > MAX_SITES,
      `include_domains: the engines were asked for the first ${MAX_SITES} sites; of the others there is what they found besides.`,
    ],
  ];
  return said.flatMap(([holds, sentence]) => (holds ? [sentence] : []));
}
