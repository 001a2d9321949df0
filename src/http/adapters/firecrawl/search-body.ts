import { z } from "zod";
import { type DomainPattern, domainPattern, onDomains } from "../../../pipelines/content-search/domains.ts";
import { ScrapeOptions, withoutNulls } from "../../../pipelines/scrape/options.ts";
import { flag, timeoutField } from "./fields.ts";

const MAX_LIMIT = 100;

export const KINDS = ["web", "news", "images"] as const;
export type Kind = (typeof KINDS)[number];

const named = <Names extends readonly [string, ...string[]]>(names: Names, error: string) =>
  z.preprocess(
    (given) => (typeof given === "object" && given !== null && "type" in given ? given.type : given),
    z.enum(names, { error }),
  );

const domains = z
  .array(z.string(), { error: "must be a list of domains" })
  .max(100)
  .default([])
  .transform((given, context): readonly DomainPattern[] =>
    given.flatMap((written) => {
      const pattern = domainPattern(written);
      if (pattern) return [pattern];
      context.addIssue({ code: "custom", message: `“${written.slice(0, 80)}” is no domain` });
      return [];
    }),
  );

/** What `POST /search` may be asked. */
export const SearchBody = z.preprocess(
  withoutNulls,
  z
    .object({
      query: z
        .string({ error: "is missing: words to search for" })
        .trim()
        .min(1, { error: "must not be empty" })
        .max(2_000),
      limit: z
        .int({ error: "must be a whole number" })
        .min(1, { error: "must be at least 1" })
        .max(MAX_LIMIT, { error: `must be at most ${MAX_LIMIT}` })
        .optional(),
      sources: z.array(named([...KINDS, "alexandria"], "must be among web, news and images")).default(["web"]),
      categories: z
        .array(named(["github", "research", "pdf", "developer"], "must be among github, research, pdf and developer"))
        .default([]),
      includeDomains: domains,
      excludeDomains: domains,
      tbs: z.string().max(200).default(""),
      lang: z.string().max(20).optional(),
      country: z.string().max(20).optional(),
      location: z.string().max(200).default(""),
      highlights: flag.default(true),
      timeout: timeoutField(5_000, 60_000),
      ignoreInvalidURLs: flag.default(false),
      scrapeOptions: z.unknown().optional(),
    })
    .refine(({ includeDomains, excludeDomains }) => includeDomains.length === 0 || excludeDomains.length === 0, {
      error: "includeDomains and excludeDomains: only one of them can be given",
    }),
);
export type SearchBody = z.output<typeof SearchBody>;

/** What every result is scraped for; nothing where no format is named. */
export const ResultOptions = z.preprocess((given) => ({ formats: [], ...Object(withoutNulls(given)) }), ScrapeOptions);

type Range = "day" | "week" | "month" | "year";
const RANGES: ReadonlyMap<string, Range> = new Map<string, Range>([
  ["h", "day"],
  ["d", "day"],
  ["w", "week"],
  ["m", "month"],
  ["y", "year"],
]);

/** A span of time as `tbs` names it, and what of it cannot be kept. */
export interface Span {
  readonly timeRange?: Range;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly warning?: string;
}

export function spanOf(tbs: string): Span {
  if (tbs === "") return {};
  const [, unit = ""] = /^qdr:([hdwmy])$/.exec(tbs) ?? [];
  const timeRange = RANGES.get(unit);
  if (timeRange)
    return {
      timeRange,
      ...(unit === "h" && { warning: "tbs qdr:h: the shortest span is a day; results are of the last day." }),
    };
  const from = dayOf(/cd_min:([\d/]+)/.exec(tbs)?.[1]);
  const until = dayOf(/cd_max:([\d/]+)/.exec(tbs)?.[1]);
  if (tbs.startsWith("cdr:1") && (from ?? until)) return { from, until };
  return { warning: `tbs “${tbs.slice(0, 60)}” was ignored: qdr:d, w, m, y and cdr:1,cd_min:…,cd_max:… are read.` };
}

/** `month/day/year` as an ISO day. */
function dayOf(written: string | undefined): string | undefined {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(written ?? "") ?? [];
  if (!month || !day || !year) return undefined;
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return Number.isNaN(Date.parse(iso)) ? undefined : iso;
}

const site = (host: string): DomainPattern => ({ host, path: "" });
const GITHUB = [site("github.com")];
const SCHOLARLY = [
  "arxiv.org",
  "scholar.google.com",
  "pubmed.ncbi.nlm.nih.gov",
  "ncbi.nlm.nih.gov",
  "semanticscholar.org",
  "biorxiv.org",
  "medrxiv.org",
  "researchgate.net",
  "nature.com",
  "science.org",
  "sciencedirect.com",
  "springer.com",
  "ieee.org",
  "acm.org",
  "wiley.com",
  "jstor.org",
  "plos.org",
  "ssrn.com",
  "openreview.net",
  "aclanthology.org",
].map(site);

export type Category = Exclude<SearchBody["categories"][number], "developer">;

/** The sites that a search is held to; none where a category names no sites. */
export function sitesOf(categories: readonly Category[]): readonly DomainPattern[] {
  if (categories.includes("pdf")) return [];
  return [...(categories.includes("github") ? GITHUB : []), ...(categories.includes("research") ? SCHOLARLY : [])];
}

/** Which of the categories an address is of. */
export const categoryOf = (url: string, categories: readonly Category[]): Category | undefined =>
  categories.find((category) => {
    if (category === "pdf") return URL.parse(url)?.pathname.toLowerCase().endsWith(".pdf") ?? false;
    return onDomains(url, category === "github" ? GITHUB : SCHOLARLY);
  });
