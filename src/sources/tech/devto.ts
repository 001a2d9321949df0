import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { wordsOrLatest } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { Count, HttpUrl } from "../kit/values/fields.ts";
import { TechItem } from "./item.ts";

/** A tag in the only form that DEV knows: lower-case letters and digits. */
const tagOf = (words: string): string =>
  words
    .toLowerCase()
    .replace(/\+\+/g, "pp")
    .replace(/#$/, "sharp")
    .replace(/[^\p{L}\p{N}]/gu, "");

/** The tags meant: those parted by commas, or else the words together and each by itself. */
function tagsIn(text: string): string {
  const parts = text.includes(",") ? text.split(",") : [text, ...text.split(/\s+/)];
  const tags = [...new Set(parts.map(tagOf).filter(Boolean))].join(",");
  if (text && !tags) throw new SourceError("bad-query", `“${text}” holds no tag: DEV's tags are letters and digits.`);
  return tags;
}

const PER_PAGE = 30;

const Named = z.object({ name: z.string().nullish(), username: z.string().nullish() });

/** An article as the API answers it. */
const Article = z.object({
  id: z.int(),
  title: z.string(),
  url: z.string(),
  description: z.string().nullish(),
  canonical_url: z.string().nullish(),
  published_at: z.string().nullish(),
  published_timestamp: z.string().nullish(),
  tag_list: z.union([z.array(z.string()), z.string()]).nullish(),
  positive_reactions_count: z.int().nullish(),
  comments_count: z.int().nullish(),
  reading_time_minutes: z.int().nullish(),
  cover_image: z.string().nullish(),
  social_image: z.string().nullish(),
  user: Named.nullish(),
  organization: Named.nullish(),
});

/** What DEV says of an article. */
const itemOf = (article: z.output<typeof Article>) => ({
  title: article.title,
  url: article.url,
  snippet: article.description,
  commentsUrl: `${article.url}#comments`,
  author: article.user?.name,
  publishedAt: article.published_timestamp || article.published_at,
  score: article.positive_reactions_count,
  comments: article.comments_count,
  tags: typeof article.tag_list === "string" ? article.tag_list.split(/,\s*/) : article.tag_list,
  image: article.cover_image || article.social_image,
  id: String(article.id),
  username: article.user?.username,
  organization: article.organization?.name,
  readingMinutes: article.reading_time_minutes,
  canonicalUrl: article.canonical_url,
});

export const devto = defineSource({
  id: "devto",
  title: "DEV Community articles",
  docs: "https://developers.forem.com/api/v1#tag/articles/operation/getArticles",
  terms: "no key; wants a User-Agent; knows tags only, no free text",
  query: wordsOrLatest(
    "a tag, or tags separated by commas; several words stand for the tag of them all and for each",
    "typescript",
  ),
  item: TechItem.extend({
    username: z.string().optional(),
    organization: z.string().optional(),
    readingMinutes: Count.optional().describe("minutes it takes to read"),
    canonicalUrl: HttpUrl.optional().describe("where the article was published first"),
  }),
  polite: { concurrency: 1, minIntervalMs: 400 },
  read: json({
    pages: ({ text, page }) => {
      const tags = tagsIn(text);
      const which = tags ? (tags.includes(",") ? { tags } : { tag: tags }) : { top: 7 };
      const headers = { accept: "application/vnd.forem.api-v1+json" };
      return get("https://dev.to/api/articles", { ...which, per_page: PER_PAGE, page }, { headers });
    },
    body: z.array(Article),
    items: (articles) => articles.map(itemOf),
    next: (articles) => (articles.length < PER_PAGE ? null : undefined),
  }),
});
