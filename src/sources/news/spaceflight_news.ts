import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { wordsOrLatest } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { IsoDate } from "../kit/values/fields.ts";
import { NewsItem } from "./item.ts";

const PER_PAGE = 20;

const Article = z.object({
  id: z.union([z.int(), z.string()]),
  title: z.string(),
  url: z.string(),
  summary: z.string().nullish(),
  image_url: z.string().nullish(),
  news_site: z.string().nullish(),
  authors: z.array(z.object({ name: z.string().nullish() })).nullish(),
  published_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  // Reports have neither of the two.
  featured: z.boolean().nullish(),
  launches: z.array(z.object({ launch_id: z.string() })).nullish(),
});

export const spaceflightNews = defineSource({
  id: "spaceflight_news",
  title: "Spaceflight News",
  docs: "https://api.spaceflightnewsapi.net/v4/docs/",
  terms: "no key, no limit stated; the articles are their publishers'",
  query: wordsOrLatest(
    "words to search titles and summaries for",
    "starship",
    z.object({ kind: z.enum(["articles", "blogs", "reports"]).default("articles") }),
  ),
  item: NewsItem.extend({
    updatedAt: IsoDate.optional(),
    featured: z.boolean().optional(),
    launchIds: z.array(z.string()).optional().describe("ids of the Launch Library 2 of the launches it is about"),
  }),
  polite: { concurrency: 2, minIntervalMs: 250 },
  read: json({
    pages: ({ text, kind, page }) =>
      get(`https://api.spaceflightnewsapi.net/v4/${kind}/`, {
        search: text || undefined,
        limit: PER_PAGE,
        offset: PER_PAGE * (page - 1),
        ordering: "-published_at",
      }),
    body: z.object({ results: z.array(Article), next: z.string().nullish() }),
    items: ({ results }) =>
      results.map((article) => ({
        title: article.title,
        url: article.url,
        snippet: article.summary,
        publisher: article.news_site,
        author: article.authors?.flatMap(({ name }) => name ?? []).join(", "),
        publishedAt: isoDate(article.published_at),
        updatedAt: isoDate(article.updated_at),
        image: article.image_url,
        id: String(article.id),
        featured: article.featured,
        launchIds: article.launches?.map(({ launch_id }) => launch_id),
      })),
    next: ({ next }) => (next ? undefined : null),
  }),
});
