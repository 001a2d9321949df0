import { z } from "zod";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json, numeric } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, IsoDate } from "../kit/values/fields.ts";
import { NewsItem } from "./item.ts";

const PER_PAGE = 20;

/** An article as the API answers it. */
const Article = z.object({
  id: z.string().nullish(),
  type: z.string().nullish(),
  webTitle: z.string(),
  webUrl: z.string(),
  webPublicationDate: z.string().nullish(),
  sectionName: z.string().nullish(),
  pillarName: z.string().nullish(),
  fields: z
    .object({
      trailText: z.string().nullish(),
      byline: z.string().nullish(),
      thumbnail: z.string().nullish(),
      publication: z.string().nullish(),
      wordcount: numeric.nullish(),
      lastModified: z.string().nullish(),
    })
    .nullish(),
});

/** What the Guardian says of an article. */
const itemOf = ({ fields, ...article }: z.output<typeof Article>) => ({
  title: article.webTitle,
  url: article.webUrl,
  snippet: textOfHtml(fields?.trailText),
  publisher: fields?.publication,
  author: textOfHtml(fields?.byline),
  publishedAt: isoDate(article.webPublicationDate),
  updatedAt: isoDate(fields?.lastModified),
  image: fields?.thumbnail,
  section: article.sectionName,
  language: "en",
  id: article.id,
  type: article.type,
  pillar: article.pillarName,
  words: fields?.wordcount,
});

export const guardian = defineSource({
  id: "guardian",
  title: "The Guardian",
  docs: "https://open-platform.theguardian.com/documentation/search",
  terms: "non-commercial with a developer's key: 1 request a second, 500 a day; without one the shared key “test”",
  query: text(
    "words to search the articles for; AND, OR, NOT and quotes pass through",
    "uk news",
    z.object({ sort: z.enum(["relevance", "newest", "oldest"]).default("relevance") }),
  ),
  key: { env: ["GUARDIAN_API_KEY"], required: false, from: "https://open-platform.theguardian.com/access/" },
  item: NewsItem.extend({
    updatedAt: IsoDate.optional(),
    type: z.string().optional().describe("article, liveblog, gallery, …"),
    pillar: z.string().optional().describe("News, Opinion, Sport, Arts or Lifestyle"),
    words: Count.optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: json({
    pages: ({ text: q, sort, page, key }) =>
      get("https://content.guardianapis.com/search", {
        q,
        "show-fields": "trailText,byline,thumbnail,publication,wordcount,lastModified",
        "order-by": sort,
        page,
        "page-size": PER_PAGE,
        "api-key": key || "test",
      }),
    body: z.object({
      response: z.object({
        results: z.array(Article),
        currentPage: z.int().nullish(),
        pages: z.int().nullish(),
      }),
    }),
    items: ({ response: { results } }) => results.map(itemOf),
    next: ({ response: { currentPage, pages } }) => ((currentPage ?? 1) < (pages ?? 0) ? undefined : null),
  }),
});
