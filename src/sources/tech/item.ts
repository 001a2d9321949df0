import { z } from "zod";
import type { FeedEntry } from "../kit/feed/feed.ts";
import type { Words } from "../kit/requests/query.ts";
import { BaseItem, Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { saysAll } from "../kit/values/text.ts";

/** A story, article or product that people in technology talk about. */
export const TechItem = BaseItem.extend({
  title: z.string(),
  url: HttpUrl.describe("what the story is about"),
  commentsUrl: HttpUrl.optional().describe("where it is discussed"),
  author: z.string().optional(),
  publishedAt: IsoDate.optional(),
  score: z.int().optional().describe("points or reactions of the readers"),
  comments: Count.optional(),
  tags: z.array(z.string()).optional(),
  image: HttpUrl.optional(),
  id: z.string().optional().describe("the story's id at its source"),
});

/** A link without the parameters that tell where the reader came from (`utm_source`, …). */
export function withoutCampaign(link: string | undefined): string | undefined {
  const url = URL.parse(link ?? "");
  if (!url) return undefined;
  for (const name of [...url.searchParams.keys()]) if (name.startsWith("utm_")) url.searchParams.delete(name);
  return url.href;
}

/** What a feed says of a story, whichever it is; undefined for an entry without a title or an address. */
export function storyOf({ title, url: link, author, publishedAt, tags, id }: FeedEntry) {
  const url = withoutCampaign(link);
  return title && url ? { title, url, author, publishedAt, tags: tags.length > 0 ? tags : undefined, id } : undefined;
}

/** Whether every word stands in the story's title, snippet or tags. */
export const isAbout = (
  {
    title,
    snippet,
    tags,
  }: { readonly title: string; readonly snippet?: string | undefined; readonly tags?: readonly string[] | undefined },
  { text }: Words,
): boolean => saysAll(text, title, snippet, ...(tags ?? []));
