import { z } from "zod";
import { BaseItem, Count, Currency, HttpUrl, IsoDate } from "../kit/values/fields.ts";

/** A program or add-on of an app store. */
export const AppItem = BaseItem.extend({
  title: z.string(),
  id: z.union([z.int(), z.string()]).describe("the store's own id: a number, a package or application id"),
  developer: z.string().optional(),
  developerUrl: HttpUrl.optional(),
  version: z.string().optional(),
  publishedAt: IsoDate.optional().describe("when it came into the store"),
  updatedAt: IsoDate.optional(),
  price: z.number().nonnegative().optional().describe("in `currency`; 0 where it is free"),
  currency: Currency.optional(),
  free: z.boolean().optional().describe("it costs nothing"),
  rating: z.number().min(0).max(5).optional().describe("mean rating, 0 to 5"),
  ratingCount: Count.optional().describe("how many rated it"),
  genre: z.string().optional().describe("its main kind"),
  categories: z.array(z.string()).optional(),
  license: z.string().optional(),
  contentRating: z.string().optional().describe("for what age it is"),
  sizeBytes: Count.optional(),
  icon: HttpUrl.optional(),
  screenshots: z.array(HttpUrl).optional(),
  website: HttpUrl.optional(),
});

/** A package's name in the way of Java: parts with dots between, as Android, Apple and Flatpak name programs. */
export const PACKAGE = /^[a-z][\w-]*(\.[\w-]+){1,10}$/i;
