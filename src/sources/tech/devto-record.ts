import { z } from "zod";

const Named = z.object({ name: z.string().nullish(), username: z.string().nullish() });

/** An article as the API answers it. */
export const Article = z.object({
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
export const itemOf = (article: z.output<typeof Article>) => ({
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
