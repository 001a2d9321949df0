import { html, says } from "../readers/html.ts";
import type { PageRequest } from "../readers/paged.ts";
import { BROWSER, cookies, navigation } from "../requests/as-browser.ts";
import { furtherOn } from "../requests/further.ts";
import { get } from "../requests/request.ts";
import type { SearchInput } from "../requests/search.ts";
import { anyDate, leadingDate } from "../values/relative-dates.ts";

/* The words of the empty page and of the captcha are from memory: no recording of either exists. */

/** Neither way goes further. */
export const BRAVE_LAST_PAGE = 10;

/** How both ways name a range of time. */
export const BRAVE_DATES = { day: "pd", week: "pw", month: "pm", year: "py" } as const;

/** The page of results. */
export const braveWeb = html({
  pages: (ask: SearchInput & PageRequest) =>
    ask.page > BRAVE_LAST_PAGE
      ? undefined
      : get(
          "https://search.brave.com/search",
          {
            q: ask.text,
            source: "web",
            offset: ask.page > 1 ? ask.page - 1 : undefined,
            tf: ask.time_range && BRAVE_DATES[ask.time_range],
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
