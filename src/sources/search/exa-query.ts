import { z } from "zod";
import { DAYS } from "./asking.ts";
import { SearchOptions } from "./item.ts";

const DAY_MS = 86_400_000;

const domains = z
  .string()
  .max(1000)
  .transform((list) => list.split(",").map((domain) => domain.trim()))
  .optional();

/** Further restrictions of a search. */
export const Options = SearchOptions.extend({
  type: z.enum(["auto", "fast", "instant", "deep", "deep-lite", "deep-reasoning"]).optional().describe("default auto"),
  results: z.coerce.number().int().min(1).max(100).optional().describe("how many results, default 10"),
  category: z.string().max(50).optional().describe("kind of page, e.g. news, company, research paper"),
  include_domains: domains.describe("comma-separated domains to search only"),
  exclude_domains: domains.describe("comma-separated domains to leave out"),
});

/** What is asked for. */
type Input = { readonly text: string } & z.output<typeof Options>;

/** What is asked for, and when. */
export type Timed = Input & { readonly now: number };

/** The day since when a result may have been published; whole days, so that the same search stays the same request. */
export const since = (range: Input["time_range"], now: number): string | undefined =>
  range && new Date(Math.floor(now / DAY_MS - DAYS[range]) * DAY_MS).toISOString();
