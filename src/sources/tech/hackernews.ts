import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/json.ts";
import { get } from "../kit/request.ts";
import { Hit, itemOf } from "./hackernews-record.ts";
import { TechItem, wordsOrLatest } from "./item.ts";

const PER_PAGE = 30;

export const hackernews = defineSource({
  id: "hackernews",
  title: "Hacker News (Algolia)",
  docs: "https://hn.algolia.com/api",
  terms: "no key; 10,000 requests an hour an address",
  query: wordsOrLatest(
    "words to search the stories for",
    "tim cook",
    z.object({ sort: z.enum(["relevance", "date"]).default("relevance").describe("best or newest first") }),
  ),
  item: TechItem,
  read: json({
    pages: ({ text, sort, page }) =>
      get(`https://hn.algolia.com/api/v1/${sort === "date" ? "search_by_date" : "search"}`, {
        query: text || undefined,
        tags: text ? "story" : "front_page",
        hitsPerPage: PER_PAGE,
        page: page - 1,
      }),
    body: z.object({ hits: z.array(Hit), page: z.int().nullish(), nbPages: z.int().nullish() }),
    items: ({ hits }) => hits.flatMap(itemOf),
    next: ({ page, nbPages }) => ((page ?? 0) + 1 < (nbPages ?? 0) ? undefined : null),
  }),
});
