import { z } from "zod";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { SearchOptions } from "../kit/requests/search.ts";
import { unixSeconds } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import { languageTag } from "../kit/values/languages.ts";
import { overHttps } from "../kit/values/links.ts";
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

/** A video as the API answers it. */
const Video = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().nullish(),
  url: z.string().nullish(),
  created_time: z.number().nullish(),
  duration: z.number().nullish(),
  thumbnail_360_url: z.string().nullish(),
  views_total: Count.nullish(),
  likes_total: Count.nullish(),
  "owner.screenname": z.string().nullish(),
  "owner.url": z.string().nullish(),
  language: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  allow_embed: z.boolean().nullish(),
});

/** What Dailymotion says of a video. */
const itemOf = (video: z.output<typeof Video>) => ({
  title: video.title,
  url: video.url ?? `https://www.dailymotion.com/video/${video.id}`,
  snippet: textOfHtml(video.description),
  duration: video.duration || undefined,
  views: video.views_total,
  author: video["owner.screenname"],
  authorUrl: overHttps(video["owner.url"]),
  publisher: "Dailymotion",
  publishedAt: unixSeconds(video.created_time),
  thumbnail: overHttps(video.thumbnail_360_url),
  language: languageTag(video.language),
  tags: video.tags,
  id: video.id,
  likes: video.likes_total,
  embeddable: video.allow_embed,
});

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
