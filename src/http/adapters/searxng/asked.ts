import { z } from "zod";
import { checked, SourceError } from "../../../errors.ts";
import { whole } from "../../../pipelines/parameters.ts";
import { type Market, marketIn } from "../../language.ts";
import { words } from "../../schemas.ts";

/** What a client of SearXNG asks for. */
export interface SearxngAsk {
  readonly q: string;
  /** As they were written; unknown ones are not heeded. */
  readonly categories: readonly string[];
  readonly engines: readonly string[];
  readonly market: Market;
  readonly pageno: number;
  readonly timeRange?: string | undefined;
  readonly safe?: string | undefined;
  readonly format: "json" | "csv" | "rss";
}

/** Parameters that SearXNG has, and that our own search has not. */
const SEARXNGS = new Set([
  "categories",
  "image_proxy",
  "imageProxy",
  "numResults",
  "pageno",
  "pageNumber",
  "results_per_page",
  "safesearch",
  "theme",
  "timeout_limit",
]);

/** Parameters that our own search has, and that SearXNG has not. */
const OURS = ["pagecount", "no_cache", "max_results", "max_tokens", "explain", "region", "safe", "sources"];

type Given = Readonly<Record<string, unknown>>;

/** What a search's parameters say of who asks. */
export interface Manner {
  /** Its answer has SearXNG's fields beside ours. */
  readonly both: boolean;
  /** It is asked in SearXNG's words, so it names engines that are not there, and pages by their number. */
  readonly searxngs: boolean;
  /** It waits no longer than SearXNG's clients do. */
  readonly hurried: boolean;
}

/** Tells a client of SearXNG from one of ours at `/search`: by a parameter that only the other has, or by `format=json`. */
export function mannerOf(given: Given): Manner {
  const searxngs = Object.keys(given).some(isSearxngs);
  const both = searxngs || ["json", "rss"].includes(String(given["format"]));
  return { both, searxngs, hurried: both && (searxngs || !OURS.some((name) => Object.hasOwn(given, name))) };
}

/** A parameter that only SearXNG has. */
export const isSearxngs = (name: string): boolean => SEARXNGS.has(name) || name.startsWith("category_");

/** The last of what was given several times; undefined where it is blank. */
const last = (value: unknown): unknown => {
  const one = Array.isArray(value) ? value.at(-1) : value;
  return typeof one === "string" && one.trim() === "" ? undefined : one;
};

const blankable = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(last, schema);

const list = blankable(z.string().max(2000, { error: "must have at most 2000 characters" }).default("")).transform(
  (text) =>
    text
      .split(",")
      .map((name) => name.trim().toLowerCase())
      .filter(Boolean),
);

const SAFE = ["off", "moderate", "strict"] as const;

const Query = z.object({
  q: blankable(words("words to search the web for", "rxjs backpressure")),
  categories: list,
  engines: list,
  language: blankable(z.string().max(40).default("all")),
  pageno: blankable(whole(1, 50).default(1)),
  time_range: blankable(
    z.enum(["day", "week", "month", "year"], { error: "must be day, week, month or year" }).optional(),
  ),
  safesearch: blankable(whole(0, 2).optional()),
  format: blankable(z.enum(["json", "csv", "rss"], { error: "must be json, csv or rss" }).default("json")),
});

/** Parameters of a query, a form or both, as what they ask for; what SearXNG does not know is not heeded. `bad-query` else. */
export function askIn(given: Given): SearxngAsk {
  const { q, categories, engines, language, pageno, time_range, safesearch, format } = checked(Query, given);
  const market = marketIn(language);
  if (!market) throw new SourceError("bad-query", "language: must be all, auto, or a language such as fr or fr-CA.");
  const ticked = Object.entries(given).flatMap(([name, value]) =>
    name.startsWith("category_") && value !== "off" ? [name.slice("category_".length).toLowerCase()] : [],
  );
  return {
    q,
    categories: [...categories, ...ticked],
    engines,
    market,
    pageno,
    timeRange: time_range,
    safe: safesearch === undefined ? undefined : SAFE[safesearch],
    format,
  };
}
