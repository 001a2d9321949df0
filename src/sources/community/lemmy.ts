import { z } from "zod";
import { defineSource } from "../define.ts";
import { fallback } from "../kit/compose/steps.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { chosenInstance, instanceOption } from "../kit/requests/instance.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import { CommunityItem, worded } from "./item.ts";

const PUBLIC = "lemmy.world";

const Options = z.object({
  instance: instanceOption(PUBLIC),
  sort: z.enum(["top", "new", "old"]).default("top"),
  link: z.stringbool().default(false).describe("q is an address: only the posts that point to exactly it"),
});

type Ask = { readonly text: string } & z.output<typeof Options> & PageRequest;

const SORTS_3 = { top: "TopAll", new: "New", old: "Old" } as const;

const PER_PAGE = 20;

const Counts = z.object({
  score: z.int().nullish(),
  upvotes: Count.nullish(),
  downvotes: Count.nullish(),
  comments: Count.nullish(),
});

/** Since 1.0 the post has its counts itself, and the ends of its dates' names are `_at`. */
const View = z.object({
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
function itemOf({ post, creator, community, counts }: z.output<typeof View>) {
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

const version3 = json({
  pages: (ask: Ask) => {
    const { base, guarded } = chosenInstance(ask, "LEMMY_INSTANCE", PUBLIC);
    const { text: q, sort, link, page } = ask;
    return get(
      `${base}/api/v3/search`,
      {
        q,
        type_: "Posts",
        sort: SORTS_3[sort],
        listing_type: "All",
        post_url_only: link || undefined,
        page,
        limit: PER_PAGE,
      },
      { guarded },
    );
  },
  body: z.object({ posts: z.array(View) }),
  items: ({ posts }) => posts.map(itemOf),
  next: ({ posts }) => (posts.length < PER_PAGE ? null : undefined),
});

const Entry = z.union([View, z.object({ type_: z.enum(["comment", "community", "person", "multi_community"]) })]);

/** What Lemmy 1.0 answers: results of every kind in one list, and a cursor. */
const version4 = json({
  pages: (ask: Ask) => {
    const { base, guarded } = chosenInstance(ask, "LEMMY_INSTANCE", PUBLIC);
    const { text: q, sort, link, cursor } = ask;
    return get(
      `${base}/api/v4/search`,
      {
        q,
        type_: "posts",
        sort,
        listing_type: "all",
        post_url_only: link || undefined,
        page_cursor: cursor,
        limit: PER_PAGE,
      },
      { guarded },
    );
  },
  body: z.object({ search: z.array(Entry), next_page: z.string().nullish() }),
  items: ({ search }) => search.flatMap((entry) => ("post" in entry ? [itemOf(entry)] : [])),
  next: ({ next_page }) => next_page ?? null,
});

export const lemmy = defineSource({
  id: "lemmy",
  title: "Lemmy posts",
  docs: "https://join-lemmy.org/docs/contributors/04-api.html",
  terms: "wants a User-Agent; every instance limits searches by address",
  query: text("words to search the posts for", "self hosting", Options),
  key: {
    env: ["LEMMY_INSTANCE"],
    required: false,
    instance: "LEMMY_INSTANCE",
    from: "https://join-lemmy.org/instances",
  },
  item: CommunityItem.extend({
    upvotes: Count.optional(),
    downvotes: Count.optional(),
    nsfw: z.boolean().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: fallback(version3, version4, ["not-found"]),
});
