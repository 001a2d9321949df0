import { defineSource } from "../define.ts";
import { feed } from "../kit/feed/feed.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { acceptLanguage, BROWSER } from "../kit/requests/as-browser.ts";
import { get } from "../kit/requests/request.ts";
import { marketOf, type SearchInput } from "../kit/requests/search.ts";
import { noPage } from "../kit/responses/answer.ts";
import { NewsItem, newsText } from "./item.ts";

/* Undocumented, though many feed readers use it. Past its end Bing repeats the last page. */

const PER_PAGE = 10;

function request(input: SearchInput & PageRequest) {
  const market = marketOf(input);
  return get(
    "https://www.bing.com/news/search",
    {
      q: input.text,
      format: "rss",
      first: input.page > 1 ? 1 + PER_PAGE * (input.page - 1) : undefined,
      mkt: market && `${market.language}-${market.region}`,
    },
    { headers: { "accept-language": acceptLanguage(input) } },
  );
}

/** The address behind `bing.com/news/apiclick.aspx?…&url=…`. */
function target(address: string | undefined): string | undefined {
  const url = URL.parse(address ?? "");
  return url?.pathname.endsWith("/apiclick.aspx") ? (url.searchParams.get("url") ?? undefined) : url?.href;
}

export const bingNews = defineSource({
  id: "bing_news",
  title: "Bing News (RSS)",
  docs: "https://www.bing.com/news",
  terms: "no official API since August 2025; refuses addresses that ask much",
  query: newsText("words to search the news for; quotes, - and site: pass through", "nvidia earnings"),
  item: NewsItem,
  polite: { concurrency: 1, minIntervalMs: 1000, userAgent: BROWSER },
  read: feed({
    pages: request,
    judge: noPage("Bing"),
    entry: (entry, { language }) => {
      const url = target(entry.url);
      if (!entry.title || !url) return undefined;
      return {
        title: entry.title,
        url,
        snippet: entry.snippet,
        publisher: entry.el.text("news\\:source"),
        publishedAt: entry.publishedAt,
        image: entry.el.text("news\\:image") ?? entry.image,
        language,
      };
    },
    next: () => undefined,
  }),
});
