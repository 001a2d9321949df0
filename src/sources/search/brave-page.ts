import { html, says } from "../kit/html.ts";
import { get } from "../kit/request.ts";
import { anyDate, leadingDate } from "../kit/values.ts";
import type { Reader } from "../source.ts";
import { cookies, furtherOn, navigation } from "./asking.ts";
import { DATES, type Found, LAST_PAGE } from "./brave-item.ts";
import { BROWSER, type SearchInput } from "./item.ts";

/** The page of results. */
export const page: Reader<SearchInput, Found> = html<SearchInput, Found>({
  pages: (ask) =>
    ask.page > LAST_PAGE
      ? undefined
      : get(
          "https://search.brave.com/search",
          {
            q: ask.text,
            source: "web",
            offset: ask.page > 1 ? ask.page - 1 : undefined,
            tf: ask.time_range && DATES[ask.time_range],
          },
          {
            headers: {
              ...navigation(ask),
              "user-agent": BROWSER,
              cookie: cookies({
                useLocation: "0",
                summarizer: "0",
                country: ask.region?.toLowerCase() ?? "all",
                safesearch: ask.safe,
                ui_lang: "en-us",
              }),
            },
          },
        ),
  rows: '#results div.snippet[data-type="web"]',
  item: (row, _input, _doc, { now }) => {
    const url = row.link('a[href^="http"]');
    if (!url) return undefined;
    return {
      title: row.text(".search-snippet-title") ?? row.attr("title", ".search-snippet-title") ?? "",
      url,
      displayUrl: row.text("cite.snippet-url"),
      siteName: row.text(".site-name-content > div"),
      // Videos say when they were published beside the snippet, pages at its beginning.
      publishedAt: anyDate(row.text(".snippet-attributes .t-tertiary"), now()),
      ...leadingDate(row.text(".generic-snippet .content") ?? row.text(".content .line-clamp-2"), now()),
    };
  },
  empty: says("Too few matches were found", "No results found", "Not many great matches came back"),
  blocked: ['form[action*="captcha"]', '[src*="/api/captcha"]', ".captcha", "#captcha"],
  next: furtherOn("offset", 0, '#results a[href*="offset="], #pagination-snippet a[href*="offset="]'),
});
