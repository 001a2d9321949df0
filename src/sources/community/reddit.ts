import { z } from "zod";
import { defineSource } from "../define.ts";
import { feed } from "../kit/feed/feed.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { noPage } from "../kit/responses/answer.ts";
import { numberIn } from "../kit/values/numbers.ts";
import { CommunityItem, worded } from "./item.ts";

/* Atom is what Reddit still serves without a login; it tells neither scores nor, since some years, numbers of comments. */

const PER_PAGE = 25;

const Options = z.object({
  sort: z.enum(["relevance", "new", "top", "hot", "comments"]).default("relevance"),
  time_range: z.enum(["all", "year", "month", "week", "day", "hour"]).default("all"),
});

interface Asked extends z.output<typeof Options> {
  readonly subreddit?: string | undefined;
  /** "": the subreddit's newest posts. */
  readonly text: string;
}

function asked(q: string, options: z.output<typeof Options>): Asked {
  const [, subreddit, text = ""] = /^\/?r\/(\w{2,21})(?:\/?$|\/?\s+(.+)$)/is.exec(q) ?? [];
  return subreddit ? { ...options, subreddit, text } : { ...options, text: q };
}

function request({ subreddit, text, sort, time_range, page, cursor }: Asked & PageRequest) {
  if (page > 1 && !cursor) return undefined;
  const paging = { limit: PER_PAGE, after: cursor };
  const place = `https://www.reddit.com${subreddit ? `/r/${subreddit}` : ""}`;
  return text
    ? get(`${place}/search.rss`, { q: text, restrict_sr: subreddit && "on", sort, t: time_range, ...paging })
    : get(`${place}/new/.rss`, paging);
}

export const reddit = defineSource({
  id: "reddit",
  title: "Reddit search (Atom)",
  docs: "https://www.reddit.com/wiki/rss/",
  terms: "wants a User-Agent of one's own; some 10 requests a minute an address; often refuses addresses of clouds",
  query: query({
    describe: "words to search the posts for; “r/rust words” searches one subreddit, “r/rust” lists its newest",
    example: "homelab 10g",
    options: Options,
    parse: asked,
  }),
  item: CommunityItem,
  polite: { concurrency: 1, minIntervalMs: 6000 },
  read: feed({
    pages: request,
    judge: noPage("Reddit"),
    entry: ({ id, title, url, author, publishedAt, updatedAt, image, body, el }) => {
      if (!id?.startsWith("t3_") || !url) return undefined;
      const link = body
        .all("span > a")
        .find((anchor) => anchor.text() === "[link]")
        ?.link();
      const comments = /^\[(\d{1,9}) comments?\]$/.exec(body.texts("span > a").at(-1) ?? "")?.[1];
      return {
        ...worded(body.text("div.md"), title),
        url,
        author,
        authorUrl: author && `https://www.reddit.com${author}`.replace("/u/", "/user/"),
        community: el.attr("term", "category"),
        publishedAt: publishedAt ?? updatedAt,
        updatedAt,
        replies: numberIn(comments),
        image,
        link: link === url ? undefined : link,
        id,
      };
    },
    next: ({ entries }) => entries.at(-1)?.id ?? null,
  }),
});
