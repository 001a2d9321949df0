import { z } from "zod";
import { Count } from "../kit/fields.ts";
import { isoDate } from "../kit/values.ts";
import { worded } from "./item.ts";

const Counts = z.object({
  score: z.int().nullish(),
  upvotes: Count.nullish(),
  downvotes: Count.nullish(),
  comments: Count.nullish(),
});

/** Since 1.0 the post has its counts itself, and the ends of its dates' names are `_at`. */
export const View = z.object({
  post: Counts.extend({
    id: z.int(),
    name: z.string(),
    ap_id: z.string(),
    url: z.string().nullish(),
    body: z.string().nullish(),
    thumbnail_url: z.string().nullish(),
    published: z.string().nullish(),
    published_at: z.string().nullish(),
    updated: z.string().nullish(),
    updated_at: z.string().nullish(),
    nsfw: z.boolean().nullish(),
  }),
  creator: z.object({
    name: z.string(),
    display_name: z.string().nullish(),
    ap_id: z.string().nullish(),
    actor_id: z.string().nullish(),
  }),
  community: z.object({ name: z.string(), title: z.string().nullish() }),
  counts: Counts.nullish(),
});

/** What an instance says of a post. */
export function itemOf({ post, creator, community, counts }: z.output<typeof View>) {
  const { score, upvotes, downvotes, comments } = counts ?? post;
  return {
    ...worded(post.body, post.name),
    url: post.ap_id,
    author: creator.name,
    authorName: creator.display_name,
    authorUrl: creator.actor_id ?? creator.ap_id,
    community: community.title || community.name,
    publishedAt: isoDate(post.published ?? post.published_at),
    updatedAt: isoDate(post.updated ?? post.updated_at),
    score,
    replies: comments,
    upvotes,
    downvotes,
    image: post.thumbnail_url,
    link: post.url,
    nsfw: post.nsfw,
    id: String(post.id),
  };
}
