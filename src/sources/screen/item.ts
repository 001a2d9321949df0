import { z } from "zod";
import { BaseItem, Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";

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
  language: z.string().optional(),
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
