import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { absolute } from "../kit/html/dom.ts";
import { json, listOf, numeric } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import { NewsItem } from "./item.ts";

const Fault = z.object({ fault: z.object({ faultstring: z.string() }) });

/** The gateway's own words, which stand beside the status that says what they mean. */
function refused(body: unknown, { status }: { readonly status: number }): SourceError | undefined {
  const said = Fault.safeParse(body).data?.fault.faultstring;
  if (!said || status >= 500) return undefined;
  return /quota|rate limit/i.test(said)
    ? new SourceError(
        "rate-limited",
        `The New York Times says: ${quotedSaying(said)} (5 requests a minute, 500 a day).`,
      )
    : new SourceError("missing-key", `The New York Times refuses NYT_API_KEY: ${quotedSaying(said)}.`);
}

const Picture = z.object({ url: z.string().nullish() });

/** A picture by its widths since 2025, a list of pictures before. */
const Multimedia = z.union([
  z.array(Picture).transform(([first]) => first?.url),
  z.object({ default: Picture.nullish() }).transform(({ default: picture }) => picture?.url),
]);

/** An article as the API answers it. */
const Article = z.object({
  _id: z.string(),
  web_url: z.string(),
  headline: z.object({ main: z.string().nullish() }),
  abstract: z.string().nullish(),
  snippet: z.string().nullish(),
  source: z.string().nullish(),
  // An empty list where nobody is named.
  byline: z.union([z.object({ original: z.string().nullish() }), z.array(z.never())]).nullish(),
  pub_date: z.string().nullish(),
  section_name: z.string().nullish(),
  subsection_name: z.string().nullish(),
  type_of_material: z.string().nullish(),
  multimedia: Multimedia.nullish(),
  word_count: numeric.nullish(),
  keywords: z.array(z.object({ value: z.string().nullish() })).nullish(),
});

const Totals = z.object({ hits: z.int().nullish() });

/** What the Times says of an article. */
const itemOf = (doc: z.output<typeof Article>) => ({
  title: doc.headline.main || doc.abstract || doc.web_url,
  url: doc.web_url,
  snippet: doc.abstract || doc.snippet,
  publisher: doc.source,
  author: doc.byline && "original" in doc.byline ? doc.byline.original?.replace(/^By\s+/i, "") : undefined,
  publishedAt: isoDate(doc.pub_date),
  image: absolute(doc.multimedia, "https://www.nytimes.com/"),
  section: doc.section_name,
  subsection: doc.subsection_name,
  language: "en",
  id: doc._id,
  type: doc.type_of_material,
  words: doc.word_count,
  tags: doc.keywords?.flatMap(({ value }) => value ?? []),
});

/** The API turns no more pages than this. */
const LAST_PAGE = 100;

const PER_PAGE = 10;

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
