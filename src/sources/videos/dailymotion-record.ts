import { z } from "zod";
import { Count } from "../kit/fields.ts";
import { overHttps } from "../kit/over-https.ts";
import { textOfHtml, unixSeconds } from "../kit/values.ts";
import { languageTag } from "./item.ts";

/** A video as the API answers it. */
export const Video = z.object({
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
export const itemOf = (video: z.output<typeof Video>) => ({
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
