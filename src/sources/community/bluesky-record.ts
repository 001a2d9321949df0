import { z } from "zod";
import { Count } from "../kit/fields.ts";
import { isoDate } from "../kit/values.ts";
import { worded } from "./item.ts";

/** A post as Bluesky's services show it (`app.bsky.feed.defs#postView`). */

const Embed = z.object({
  images: z.array(z.object({ thumb: z.string().nullish() })).nullish(),
  external: z.object({ uri: z.string().nullish(), thumb: z.string().nullish() }).nullish(),
});

/** A post as the API answers it. */
export const Post = z.object({
  uri: z.string(),
  author: z.object({ handle: z.string(), displayName: z.string().nullish() }),
  record: z.object({
    text: z.string().nullish(),
    createdAt: z.string().nullish(),
    langs: z.array(z.string()).nullish(),
    tags: z.array(z.string()).nullish(),
  }),
  // A quoted post with pictures of its own has them one level deeper.
  embed: Embed.extend({ media: Embed.nullish() }).nullish(),
  replyCount: Count.nullish(),
  repostCount: Count.nullish(),
  likeCount: z.int().nullish(),
  quoteCount: Count.nullish(),
  indexedAt: z.string().nullish(),
});

/** What Bluesky says of a post. */
export function itemOf({ uri, author, record, embed, ...post }: z.output<typeof Post>) {
  const media = embed?.media ?? embed;
  return {
    ...worded(record.text),
    url: `https://bsky.app/profile/${author.handle}/post/${uri.split("/").at(-1)}`,
    author: author.handle,
    authorName: author.displayName,
    authorUrl: `https://bsky.app/profile/${author.handle}`,
    // The author's own clock may say anything.
    publishedAt: isoDate(record.createdAt) ?? isoDate(post.indexedAt),
    score: post.likeCount,
    replies: post.replyCount,
    shares: post.repostCount,
    quotes: post.quoteCount,
    tags: record.tags,
    image: media?.images?.[0]?.thumb ?? media?.external?.thumb,
    link: media?.external?.uri,
    language: record.langs?.[0],
    id: uri,
  };
}
