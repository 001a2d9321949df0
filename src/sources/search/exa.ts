import { z } from "zod";
import { defineSource } from "../define.ts";
import { timed } from "../kit/compose/timed.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { text } from "../kit/requests/query.ts";
import { postJson } from "../kit/requests/request.ts";
import { DAYS, SearchOptions } from "../kit/requests/search.ts";
import { isoDate } from "../kit/values/dates.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { clip } from "../kit/values/text.ts";
import { SearchItem } from "./item.ts";

const domains = z
  .string()
  .max(1000)
  .transform((list) => list.split(",").map((domain) => domain.trim()))
  .optional();

/** Further restrictions of a search. */
const Options = SearchOptions.extend({
  type: z.enum(["auto", "fast", "instant", "deep", "deep-lite", "deep-reasoning"]).optional().describe("default auto"),
  results: z.coerce.number().int().min(1).max(100).optional().describe("how many results, default 10"),
  category: z.string().max(50).optional().describe("kind of page, e.g. news, company, research paper"),
  include_domains: domains.describe("comma-separated domains to search only"),
  exclude_domains: domains.describe("comma-separated domains to leave out"),
});

/** What is asked for. */
type Input = { readonly text: string } & z.output<typeof Options>;

/** What is asked for, and when. */
type Timed = Input & { readonly now: number };

const DAY_MS = 86_400_000;

/** The day since when a result may have been published; whole days, so that the same search stays the same request. */
const since = (range: Input["time_range"], now: number): string | undefined =>
  range && new Date(Math.floor(now / DAY_MS - DAYS[range]) * DAY_MS).toISOString();

/** A result as the API answers it. */
const Result = z.object({
  id: z.string().nullish(),
  title: z.string().nullish(),
  url: z.string(),
  publishedDate: z.string().nullish(),
  author: z.string().nullish(),
  score: z.number().nullish(),
  image: z.string().nullish(),
  favicon: z.string().nullish(),
  highlights: z.array(z.string()).nullish(),
  summary: z.string().nullish(),
  text: z.string().nullish(),
});

const Body = z.object({
  results: z.array(Result),
  costDollars: z.object({ total: z.number() }).nullish(),
});

/** What Exa says of a result. */
const itemOf = ({
  id,
  title,
  url,
  publishedDate,
  highlights,
  summary,
  text,
  score,
  ...rest
}: z.output<typeof Result>) => ({
  ...rest,
  id,
  title: title?.trim() || url,
  url,
  snippet: highlights?.join(" … ") || summary || (text && clip(text, 500)),
  publishedAt: isoDate(publishedDate),
  engineScore: score,
});

export const exa = defineSource({
  id: "exa",
  title: "Exa",
  docs: "https://exa.ai/docs/reference/search",
  terms: "official API, about USD 0.007 a search",
  query: text("a question or topic in plain language", "recent papers on speculative decoding", Options),
  key: { env: ["EXA_API_KEY"], required: true, from: "https://dashboard.exa.ai/api-keys" },
  verbatim: true,
  item: SearchItem.extend({
    id: z.string().optional(),
    author: z.string().optional(),
    engineScore: z.number().optional().describe("Exa's own score"),
    image: HttpUrl.optional(),
    favicon: HttpUrl.optional(),
  }),
  polite: { concurrency: 4, minIntervalMs: 200 },
  read: timed(
    json({
      request: ({ text, type, results, category, region, safe, time_range, now, key, ...ask }: Timed & PageRequest) =>
        postJson(
          "https://api.exa.ai/search",
          {
            query: text,
            type: type ?? "auto",
            numResults: results ?? 10,
            category,
            includeDomains: ask.include_domains,
            excludeDomains: ask.exclude_domains,
            startPublishedDate: since(time_range, now),
            userLocation: region,
            moderation: safe === "strict" || undefined,
            contents: { highlights: { maxCharacters: 500 } },
          },
          { headers: { "x-api-key": key } },
        ),
      body: Body,
      items: ({ results, costDollars }, _input: Timed, _response, context) => {
        if (costDollars) context.notice({ kind: "note", once: true, text: `Exa charged USD ${costDollars.total}` });
        return results.map(itemOf);
      },
    }),
  ),
});
