import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { Count } from "../kit/fields.ts";
import { json, listOf } from "../kit/json.ts";
import { text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { NewsItem } from "./item.ts";
import { Article, itemOf } from "./nytimes-record.ts";

const PER_PAGE = 10;

/** The API turns no more pages than this. */
const LAST_PAGE = 100;

const Totals = z.object({ hits: z.int().nullish() });

const Fault = z.object({ fault: z.object({ faultstring: z.string() }) });

/** The gateway's own words, which stand beside the status that says what they mean. */
function refused(body: unknown, { status }: { readonly status: number }): SourceError | undefined {
  const said = Fault.safeParse(body).data?.fault.faultstring;
  if (!said || status >= 500) return undefined;
  return /quota|rate limit/i.test(said)
    ? new SourceError("rate-limited", `The New York Times says: ${said} (5 requests a minute, 500 a day).`)
    : new SourceError("missing-key", `The New York Times refuses NYT_API_KEY: ${said}.`);
}

export const nytimes = defineSource({
  id: "nytimes",
  title: "New York Times Article Search",
  docs: "https://developer.nytimes.com/docs/articlesearch-product/1/overview",
  terms: "non-commercial; 5 requests a minute, 500 a day",
  query: text(
    "words to search the articles since 1851 for",
    "new orleans",
    z.object({ sort: z.enum(["relevance", "newest", "oldest"]).default("relevance") }),
  ),
  key: { env: ["NYT_API_KEY"], required: true, from: "https://developer.nytimes.com/get-started" },
  item: NewsItem.extend({
    subsection: z.string().optional(),
    type: z.string().optional().describe("News, Op-Ed, Review, Obituary, …"),
    words: Count.optional(),
    tags: z.array(z.string()).optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 12_000 },
  read: json({
    pages: ({ text: q, sort, page, key }) =>
      get("https://api.nytimes.com/svc/search/v2/articlesearch.json", { q, sort, page: page - 1, "api-key": key }),
    refused,
    body: z.object({
      response: z.object({ docs: listOf(Article), metadata: Totals.nullish(), meta: Totals.nullish() }),
    }),
    items: ({ response: { docs } }) => docs.map(itemOf),
    next: ({ response: { metadata, meta } }, _input, { url }) => {
      const page = Number(URL.parse(url)?.searchParams.get("page") ?? 0) + 1;
      return page <= LAST_PAGE && page * PER_PAGE < ((metadata ?? meta)?.hits ?? 0) ? undefined : null;
    },
  }),
});
