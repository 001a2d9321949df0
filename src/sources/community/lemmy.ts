import { z } from "zod";
import { defineSource } from "../define.ts";
import { otherwise } from "../kit/compose.ts";
import { Count } from "../kit/fields.ts";
import { json } from "../kit/json.ts";
import type { PageAsk } from "../kit/paged.ts";
import { text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { instanceOf, instanceOption } from "./instance.ts";
import { CommunityItem } from "./item.ts";
import { itemOf, View } from "./lemmy-record.ts";

const PUBLIC = "lemmy.world";

const PER_PAGE = 20;

const Options = z.object({
  instance: instanceOption(PUBLIC),
  sort: z.enum(["top", "new", "old"]).default("top"),
});

type Ask = { readonly text: string } & z.output<typeof Options> & PageAsk;

const SORTS_3 = { top: "TopAll", new: "New", old: "Old" } as const;

const version3 = json({
  pages: (ask: Ask) => {
    const { base, guarded } = instanceOf(ask, "LEMMY_INSTANCE", PUBLIC);
    const { text: q, sort, page } = ask;
    return get(
      `${base}/api/v3/search`,
      { q, type_: "Posts", sort: SORTS_3[sort], listing_type: "All", page, limit: PER_PAGE },
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
    const { base, guarded } = instanceOf(ask, "LEMMY_INSTANCE", PUBLIC);
    const { text: q, sort, cursor } = ask;
    return get(
      `${base}/api/v4/search`,
      { q, type_: "posts", sort, listing_type: "all", page_cursor: cursor, limit: PER_PAGE },
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
  key: { env: ["LEMMY_INSTANCE"], required: false, from: "https://join-lemmy.org/instances" },
  item: CommunityItem.extend({
    upvotes: Count.optional(),
    downvotes: Count.optional(),
    nsfw: z.boolean().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: otherwise(version3, version4, ["not-found"]),
});
