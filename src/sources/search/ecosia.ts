import { defineSource } from "../define.ts";
import { html } from "../kit/readers/html.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { BROWSER, navigation } from "../kit/requests/as-browser.ts";
import { furtherOn } from "../kit/requests/further.ts";
import { get } from "../kit/requests/request.ts";
import { type SearchInput, searchText } from "../kit/requests/search.ts";
import { leadingDate } from "../kit/values/relative-dates.ts";
import { SearchItem } from "./item.ts";

/*
 * Ecosia shows Google's or Bing's index, and names it on each result; the recorded pages show Google's. It is counted
 * as Google's, for fusion knows one engine behind another only.
 */

const DATES = { day: "day", week: "week", month: "month", year: undefined } as const;

/** The name that Ecosia shows of a site, where the site's host bears it out: it shows others' names too. */
function nameOfSite(name: string | undefined, url: string): string | undefined {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\d]/gu, "");
  return name && letters(URL.parse(url)?.hostname ?? "").includes(letters(name)) ? name : undefined;
}

export const ecosia = defineSource({
  id: "ecosia",
  title: "Ecosia",
  docs: "https://ecosia.helpscoutdocs.com/",
  terms: "no official API; a Cloudflare challenge refuses most addresses of servers",
  query: searchText("words to search the web for; site:, quotes and - pass through", "rxjs backpressure"),
  verbatim: true,
  item: SearchItem,
  polite: { concurrency: 1, minIntervalMs: 1000, userAgent: BROWSER },
  backedBy: "google",
  read: html({
    pages: (ask: SearchInput & PageRequest) =>
      get(
        "https://www.ecosia.org/search",
        {
          method: "index",
          q: ask.text,
          p: ask.page > 1 ? ask.page - 1 : undefined,
          freshness: ask.time_range && DATES[ask.time_range],
        },
        { headers: navigation(ask), session: "ecosia" },
      ),
    rows: '[data-test-id="mainline-result-web"]',
    item: (row, _input, _doc, { now }) => {
      const url = row.link('[data-test-id="result-link"]');
      if (!url) return undefined;
      return {
        title: row.text('[data-test-id="result-title"]') ?? "",
        url,
        displayUrl: row.text('[data-test-id="result-source"]'),
        siteName: nameOfSite(row.text('[data-test-id="result-source-name"]'), url),
        ...leadingDate(row.text('[data-test-id="web-result-description"]'), now()),
      };
    },
    empty: ['[data-test-id="web-no-results"]'],
    blocked: ['input[name="cf-turnstile-response"]'],
    next: furtherOn("p", 0, 'a[href*="/search?"][href*="p="]'),
  }),
});
