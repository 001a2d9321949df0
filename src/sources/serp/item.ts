import { z } from "zod";
import { BaseItem, HttpUrl } from "../kit/values/fields.ts";

/** The engines whose pages of results are read. */
export const ENGINES = ["bing", "google"] as const;
export type Engine = (typeof ENGINES)[number];

/** The common item of what is read of pages of results, or said of words that are searched for. */
export const SerpItem = BaseItem.extend({
  engine: z.string().optional().describe("the search engine that it was seen at"),
  position: z.int().min(1).optional().describe("1 is the first"),
});

/** Something shown inside a block of results. */
export const Shown = z.object({ title: z.string(), url: HttpUrl.optional() });
export type Shown = { readonly title: string; readonly url?: string | undefined };
