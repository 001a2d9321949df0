import { z } from "zod";
import { text } from "../kit/requests/query.ts";
import { SearchOptions } from "../kit/requests/search.ts";
import { BaseItem, HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { LanguageTag } from "../kit/values/languages.ts";

/** A news article as those who list it describe it. */
export const NewsItem = BaseItem.extend({
  title: z.string(),
  url: HttpUrl,
  publisher: z.string().optional().describe("the paper, site or agency that published it"),
  author: z.string().optional(),
  publishedAt: IsoDate.optional(),
  image: HttpUrl.optional(),
  section: z.string().optional(),
  language: LanguageTag.optional(),
  id: z.string().optional().describe("the article's id at its source"),
});

/** What news searches may be asked beside the words; one that cannot honour an option does not have it. */
export const NewsOptions = SearchOptions.pick({ language: true, region: true, time_range: true });

/** A search of news: `{ text, language?, region?, time_range? }`. */
export const newsText = (describe: string, example: string) => text(describe, example, NewsOptions);
