import { z } from "zod";
import { wording } from "../kit/feed/model.ts";
import { BaseItem, Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { LanguageTag } from "../kit/values/languages.ts";

/** Something that people wrote to one another in public: a post, a message, a question. */
export const CommunityItem = BaseItem.extend({
  title: z.string().optional().describe("its heading, or the beginning of its text; absent where it has no words"),
  url: HttpUrl,
  content: z.string().optional().describe("the whole text, where it is more than the snippet"),
  author: z.string().optional().describe("the name that the community knows the author by"),
  authorName: z.string().optional().describe("the name that the author shows"),
  authorUrl: HttpUrl.optional(),
  community: z.string().optional().describe("the subreddit, channel, forum or group it was written in"),
  publishedAt: IsoDate.optional(),
  updatedAt: IsoDate.optional(),
  score: z.int().optional().describe("approval: votes for less votes against, or likes and reactions"),
  replies: Count.optional().describe("answers or comments in its discussion"),
  shares: Count.optional().describe("boosts, reposts, renotes"),
  views: Count.optional(),
  tags: z.array(z.string()).optional(),
  image: HttpUrl.optional(),
  link: HttpUrl.optional().describe("the page that it points to"),
  language: LanguageTag.optional(),
  id: z.string().optional().describe("its id at its source"),
});

/** Title, snippet and content out of a text and the heading it may have. */
export function worded(text: string | null | undefined, heading?: string | null) {
  const whole = text?.trim() || undefined;
  return wording(heading?.trim() || wording(undefined, whole?.replace(/\s+/g, " "), undefined).title, whole, undefined);
}
