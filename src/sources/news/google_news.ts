import { z } from "zod";
import { defineSource } from "../define.ts";
import { feed } from "../kit/feed/feed.ts";
import type { El } from "../kit/html/dom.ts";
import { wordsOrLatest } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { SearchInput } from "../kit/requests/search.ts";
import { marketOf } from "../kit/requests/search.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { NewsItem, NewsOptions } from "./item.ts";

/* `url` is Google's redirect: since 2024 the publisher's address cannot be read out of it. */

/** Who has not consented is led to a page that asks for it, in the European Union. */
const CONSENTED = { headers: { cookie: "SOCS=CAE=" } };

const SINCE = { day: "1d", week: "7d", month: "30d", year: "1y" } as const;

function request(input: SearchInput) {
  const { language, region } = marketOf(input) ?? { language: "en", region: "US" };
  const edition = {
    hl: region.toLowerCase() === language ? language : `${language}-${region}`,
    gl: region,
    ceid: `${region}:${language}`,
  };
  const { text, time_range } = input;
  return text
    ? get(
        "https://news.google.com/rss/search",
        { q: time_range ? `${text} when:${SINCE[time_range]}` : text, ...edition },
        CONSENTED,
      )
    : get("https://news.google.com/rss", edition, CONSENTED);
}

/** The articles on the same story, out of the list that stands in for a description; its first one is the item itself. */
const relatedIn = (body: El) =>
  body
    .all("li")
    .slice(1)
    .flatMap((row) => {
      const title = row.text("a");
      const url = row.link("a");
      return title && url ? [{ title, url, publisher: row.text("font") }] : [];
    });

export const googleNews = defineSource({
  id: "google_news",
  title: "Google News (RSS)",
  docs: "https://news.google.com/rss",
  terms: "personal, non-commercial use in a feed reader; up to 100 articles",
  query: wordsOrLatest(
    "words to search the news for; quotes, -, site:, intitle: and when:7d pass through",
    '"Bears Ears" monument',
    NewsOptions,
  ),
  item: NewsItem.extend({
    publisherUrl: HttpUrl.optional(),
    related: z
      .array(z.object({ title: z.string(), url: HttpUrl, publisher: z.string().optional() }))
      .optional()
      .describe("other papers' articles on the same story"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: feed({
    request,
    entry: (entry, { language }) => {
      const { title, url, el } = entry;
      if (!title || !url) return undefined;
      const publisher = el.text("source");
      const suffix = ` - ${publisher}`;
      const related = relatedIn(entry.body);
      return {
        title: title.endsWith(suffix) ? title.slice(0, -suffix.length) : title,
        url,
        snippet: related.map((other) => other.title).join("; "),
        publisher,
        publisherUrl: el.link("source", "url"),
        publishedAt: entry.publishedAt,
        language,
        related: related.length > 0 ? related : undefined,
        id: entry.id,
      };
    },
  }),
});
