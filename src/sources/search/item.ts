import { z } from "zod";
import { BaseItem, HttpUrl, IsoDate } from "../kit/fields.ts";
import { text } from "../kit/query.ts";

/** A web result: what every engine shows of a page. */
export const SearchItem = BaseItem.extend({
  title: z.string(),
  url: HttpUrl,
  displayUrl: z.string().optional().describe("the address as the engine writes it"),
  siteName: z.string().optional(),
  publishedAt: IsoDate.optional(),
});

/** What every engine may be asked beside the words; an engine that cannot honour one ignores it. */
export const SearchOptions = z.object({
  language: z
    .string()
    .regex(/^[a-z]{2}$/, "a two-letter language code")
    .optional()
    .describe("two-letter language code, e.g. fr"),
  region: z
    .string()
    .regex(/^[A-Za-z]{2}$/, "a two-letter country code")
    .transform((code) => code.toUpperCase())
    .optional()
    .describe("two-letter country code, e.g. FR"),
  time_range: z.enum(["day", "week", "month", "year"]).optional().describe("only results as new as this"),
  safe: z.enum(["off", "moderate", "strict"]).optional().describe("filter of adult results"),
});

/** What is asked for. */
export type SearchInput = { readonly text: string } & z.output<typeof SearchOptions>;

/** A search in the words of the category: `{ text, language?, region?, time_range?, safe? }`. */
export const searchText = (describe: string, example: string) => text(describe, example, SearchOptions);

/** A current desktop browser: what engines that have a page for browsers only are asked as. */
export const BROWSER =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
