import { z } from "zod";
import { BaseItem, Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { LanguageTag } from "../kit/values/languages.ts";

/** A film, a series or a person of the screen, as every catalogue of them knows it. */
export const ScreenItem = BaseItem.extend({
  title: z.string(),
  id: z.union([z.int(), z.string()]).optional().describe("the catalogue's own id"),
  type: z.string().optional().describe("the catalogue's word for its kind: movie, tvSeries, ANIME, person …"),
  originalTitle: z.string().optional().describe("title in its own language"),
  date: IsoDate.optional().describe("release or first airing"),
  endDate: IsoDate.optional(),
  year: z.int().optional().describe("year of release or first airing"),
  status: z.string().optional(),
  language: LanguageTag.optional(),
  country: z.string().optional(),
  genres: z.array(z.string()).optional(),
  runtimeMinutes: z.number().positive().optional().describe("of the film, or of one episode"),
  episodes: Count.optional(),
  rating: z.number().min(0).max(10).optional().describe("mean rating, 0 to 10"),
  votes: Count.optional().describe("how many rated it"),
  imdbId: z
    .string()
    .regex(/^(tt|nm|co)\d+$/)
    .optional(),
  image: HttpUrl.optional().describe("poster or portrait"),
});

/** An anime or manga. */
export const AnimeItem = ScreenItem.extend({
  season: z.string().optional().describe("winter, spring, summer or fall"),
  chapters: Count.optional(),
  volumes: Count.optional(),
});

/** What says that a thing is not known by a text. */
export const given = (text: string | null | undefined): string | undefined =>
  text && text !== "N/A" ? text : undefined;

/** IMDb's number of a title or person, alone or in its page's address. */
export const imdbIdOf = (q: string): string | undefined =>
  /^(?:(?:https?:\/\/)?(?:www\.|m\.)?imdb\.com\/(?:[a-z]{2}\/)?(?:title|name)\/)?((?:tt|nm)\d{5,10})\/?$/i
    .exec(q.replace(/[?#].*$/, ""))?.[1]
    ?.toLowerCase();
