import { z } from "zod";
import { BaseItem, Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { LanguageTag } from "../kit/values/languages.ts";

/** A video, by the page where it is watched. */
export const VideoItem = BaseItem.extend({
  title: z.string(),
  url: HttpUrl.describe("the page where it is watched"),
  duration: z.number().nonnegative().optional().describe("seconds"),
  views: Count.optional(),
  author: z.string().optional().describe("the person or channel that published it"),
  authorUrl: HttpUrl.optional(),
  publisher: z.string().optional().describe("the site that shows it"),
  publishedAt: IsoDate.optional(),
  thumbnail: HttpUrl.optional(),
  embed: HttpUrl.optional().describe("the player, to be shown within another page"),
  language: LanguageTag.optional(),
  license: z.string().optional(),
  licenseUrl: HttpUrl.optional(),
  tags: z.array(z.string()).optional(),
  live: z.boolean().optional().describe("it is being broadcast"),
  id: z.string().optional().describe("the video's id at its source"),
});
