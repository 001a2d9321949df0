import { z } from "zod";
import { type Feed, type FeedEntry, feed } from "../kit/feed/feed.ts";
import { url } from "../kit/requests/query.ts";
import { BaseItem, Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";

/** What a feed tells of itself, on every one of its items. */
const FeedOrigin = {
  feedTitle: z.string().optional(),
  feedUrl: HttpUrl.optional().describe("the address that the feed was read from"),
  format: z.enum(["rss", "atom", "json"]).optional(),
};

/** An entry of a feed: an article, a video, a release, an episode. */
export const FeedItem = BaseItem.extend({
  title: z.string().describe("the title, or the beginning of the text of an entry that has none"),
  content: z.string().optional().describe("the whole text, where the feed carries more than the snippet"),
  publishedAt: IsoDate.optional(),
  updatedAt: IsoDate.optional(),
  author: z.string().optional(),
  tags: z.array(z.string()).optional(),
  image: HttpUrl.optional(),
  id: z.string().optional().describe("the entry's own identifier (guid, atom:id)"),
  ...FeedOrigin,
});

/** A file that an entry carries. */
export const Enclosure = z.object({
  url: HttpUrl,
  type: z.string().optional().describe("media type"),
  bytes: Count.optional(),
});

/** What every feed's entry has, in the words of the category; undefined for an entry that says nothing. */
export function itemOf(entry: FeedEntry, from: Feed) {
  const title = entry.title ?? entry.url;
  if (!title) return undefined;
  return {
    title,
    url: entry.url,
    snippet: entry.snippet,
    content: entry.content,
    publishedAt: entry.publishedAt ?? entry.updatedAt,
    updatedAt: entry.updatedAt,
    author: entry.author,
    tags: entry.tags.length > 0 ? entry.tags : undefined,
    image: entry.image,
    id: entry.id,
    feedTitle: from.title,
    feedUrl: from.url,
    format: from.format,
  };
}

/** The address of a feed that the user chose. */
export const feedUrl = (describe: string, example: string) => url(describe, example);

/** Reads a feed that the user chose, page after page where it names its next one. */
export const chosenFeed = <Out>(entry: (entry: FeedEntry, from: Feed) => Out | undefined) =>
  feed<{ readonly url: string }, Out>({
    pages: ({ url, page, cursor }) => {
      const address = page === 1 ? url : cursor;
      return address ? { url: address, guarded: true } : undefined;
    },
    entry,
  });
