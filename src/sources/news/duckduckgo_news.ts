import { z } from "zod";
import { defineSource } from "../define.ts";
import { steps } from "../kit/compose/steps.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { BROWSER } from "../kit/requests/as-browser.ts";
import { get } from "../kit/requests/request.ts";
import type { SearchInput } from "../kit/requests/search.ts";
import {
  duckduckgoNext,
  duckduckgoParams,
  duckduckgoRefusal,
  duckduckgoToken,
  FROM_DUCKDUCKGO,
  type WithToken,
} from "../kit/services/duckduckgo.ts";
import { unixSeconds } from "../kit/values/dates.ts";
import { NewsItem, newsText } from "./item.ts";

/** There is no range longer than a month. */
const DATES = { day: "d", week: "w", month: "m", year: undefined } as const;

const request = (ask: WithToken<SearchInput> & PageRequest) =>
  ask.page > 1 && !ask.cursor
    ? undefined
    : get(
        "https://duckduckgo.com/news.js",
        {
          ...duckduckgoParams(ask),
          noamp: 1,
          df: ask.time_range && DATES[ask.time_range],
          s: ask.cursor,
        },
        { headers: FROM_DUCKDUCKGO },
      );

const Article = z.object({
  title: z.string(),
  url: z.string(),
  excerpt: z.string().nullish(),
  source: z.string().nullish(),
  date: z.number().nullish(),
  image: z.string().nullish(),
  syndicate: z.string().nullish(),
});

export const duckduckgoNews = defineSource({
  id: "duckduckgo_news",
  title: "DuckDuckGo news",
  docs: "https://duckduckgo.com/duckduckgo-help-pages/settings/params/",
  terms: "no official API; about one request a second",
  query: newsText("words to search the news for", "open source license"),
  item: NewsItem.extend({ syndicate: z.string().optional().describe("whose index of news shows it") }),
  polite: { concurrency: 1, minIntervalMs: 1000, userAgent: BROWSER },
  backedBy: "bing_news",
  read: steps(
    duckduckgoToken<SearchInput>("news"),
    json({
      pages: request,
      judge: duckduckgoRefusal,
      body: z.object({ results: z.array(Article), next: z.string().nullish() }),
      items: ({ results }) =>
        results.map(({ title, url, excerpt, source, date, image, syndicate }) => ({
          title: textOfHtml(title) ?? "",
          url,
          snippet: textOfHtml(excerpt),
          publisher: source,
          publishedAt: unixSeconds(date),
          image: image?.startsWith("http") ? image : undefined,
          syndicate,
        })),
      next: ({ next }) => duckduckgoNext(next),
    }),
  ),
});
