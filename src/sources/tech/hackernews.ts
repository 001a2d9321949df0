import { z } from "zod";
import { defineSource } from "../define.ts";
import { timed } from "../kit/compose/timed.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { type Words, wordsOrLatest } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { DAYS } from "../kit/requests/search.ts";
import { TechItem } from "./item.ts";

const PER_PAGE = 30;
const HOUR_SECONDS = 3600;

const Options = z.object({
  sort: z.enum(["relevance", "date"]).default("relevance").describe("best or newest first"),
  kind: z.enum(["stories", "comments", "all"]).default("stories").describe("what is searched"),
  time_range: z.enum(["day", "week", "month", "year"]).optional().describe("only what is as new as this"),
});

/** Since when, in seconds since 1970; by the hour, so that an answer serves who asks a little later too. */
const sinceOf = (range: z.output<typeof Options>["time_range"], now: number): number | undefined =>
  range && (Math.floor(now / 1000 / HOUR_SECONDS) - DAYS[range] * 24) * HOUR_SECONDS;

/** A story or comment as the search answers it. */
const Hit = z.object({
  objectID: z.string(),
  title: z.string().nullish(),
  story_title: z.string().nullish(),
  url: z.string().nullish(),
  author: z.string().nullish(),
  created_at: z.string().nullish(),
  points: z.int().nullish(),
  num_comments: z.int().nullish(),
  story_text: z.string().nullish(),
  comment_text: z.string().nullish(),
});

const discussion = (id: string): string => `https://news.ycombinator.com/item?id=${id}`;

/** What each kind is called in the search; https://hn.algolia.com/api: tags are OR-ed within brackets. */
const TAGS = { stories: "story", comments: "comment", all: "(story,comment)" } as const;

/** A story, or a comment under its story's title; none where the answer names no title. */
const itemOf = (hit: z.output<typeof Hit>) => {
  const title = hit.title || hit.story_title;
  if (!title) return [];
  return {
    title,
    url: hit.url || discussion(hit.objectID),
    kind: hit.comment_text ? ("comment" as const) : ("story" as const),
    snippet: textOfHtml(hit.story_text || hit.comment_text),
    commentsUrl: discussion(hit.objectID),
    author: hit.author,
    publishedAt: hit.created_at,
    score: hit.points,
    comments: hit.num_comments,
    id: hit.objectID,
  };
};

export const hackernews = defineSource({
  id: "hackernews",
  title: "Hacker News (Algolia)",
  docs: "https://hn.algolia.com/api",
  terms: "no key; 10,000 requests an hour an address",
  query: wordsOrLatest("words to search the stories for", "tim cook", Options),
  item: TechItem.extend({ kind: z.enum(["story", "comment"]).describe("a comment has its story's title") }),
  read: timed(
    json({
      pages: ({
        text,
        sort,
        kind,
        time_range,
        now,
        page,
      }: Words & z.output<typeof Options> & PageRequest & { readonly now: number }) => {
        const since = sinceOf(time_range, now);
        return get(`https://hn.algolia.com/api/v1/${sort === "date" ? "search_by_date" : "search"}`, {
          query: text || undefined,
          tags: text ? TAGS[kind] : "front_page",
          numericFilters: since && `created_at_i>=${since}`,
          hitsPerPage: PER_PAGE,
          page: page - 1,
        });
      },
      body: z.object({ hits: z.array(Hit), page: z.int().nullish(), nbPages: z.int().nullish() }),
      items: ({ hits }) => hits.flatMap(itemOf),
      next: ({ page, nbPages }) => ((page ?? 0) + 1 < (nbPages ?? 0) ? undefined : null),
    }),
  ),
});
