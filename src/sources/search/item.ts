import { z } from "zod";
import { BaseItem, HttpUrl, IsoDate } from "../kit/values/fields.ts";

/** A web result: what every engine shows of a page. */
export const SearchItem = BaseItem.extend({
  title: z.string(),
  url: HttpUrl,
  displayUrl: z.string().optional().describe("the address as the engine writes it"),
  siteName: z.string().optional(),
  publishedAt: IsoDate.optional(),
});
