import { z } from "zod";
import { defineSource } from "../define.ts";
import { Count } from "../kit/fields.ts";
import { json } from "../kit/json.ts";
import { text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { SearchOptions } from "../search/item.ts";
import { itemOf, Video } from "./dailymotion-record.ts";
import { VideoItem } from "./item.ts";

const PER_PAGE = 20;

/** The list goes 1,000 rows deep. */
const LAST_PAGE = 1000 / PER_PAGE;

const FIELDS = [
  "id",
  "title",
  "description",
  "url",
  "created_time",
  "duration",
  "thumbnail_360_url",
  "views_total",
  "likes_total",
  "owner.screenname",
  "owner.url",
  "language",
  "tags",
  "allow_embed",
];

export const dailymotion = defineSource({
  id: "dailymotion",
  title: "Dailymotion",
  docs: "https://developers.dailymotion.com/reference/list-videos/",
  terms: "no key for what is public; no limit stated",
  query: text("words to search the videos for", "tour de france", SearchOptions.pick({ safe: true })),
  item: VideoItem.extend({
    likes: Count.optional(),
    embeddable: z.boolean().optional().describe("other sites may show it"),
  }),
  polite: { concurrency: 2 },
  read: json({
    pages: ({ text: search, safe, page }) =>
      page > LAST_PAGE
        ? undefined
        : get("https://api.dailymotion.com/videos", {
            search,
            fields: FIELDS.join(","),
            sort: "relevance",
            page,
            limit: PER_PAGE,
            family_filter: safe !== undefined && safe !== "off",
            private: false,
            password_protected: false,
          }),
    body: z.object({ list: z.array(Video), has_more: z.boolean().nullish() }),
    items: ({ list }) => list.map(itemOf),
    next: ({ has_more }) => (has_more ? undefined : null),
  }),
});
