import { defineSource } from "../define.ts";
import { BROWSER } from "../kit/requests/as-browser.ts";
import { searchText } from "../kit/requests/search.ts";
import { bingWeb } from "../kit/web/bing.ts";
import { SearchItem } from "./item.ts";

export const bing = defineSource({
  id: "bing",
  title: "Bing",
  docs: "https://learn.microsoft.com/en-us/previous-versions/bing/search-apis/bing-web-search/overview",
  terms: "no official API since August 2025; refuses addresses that ask much",
  query: searchText("words to search the web for; site:, filetype:, quotes and - pass through", "rxjs backpressure"),
  verbatim: true,
  item: SearchItem,
  polite: { concurrency: 1, minIntervalMs: 1000, userAgent: BROWSER },
  read: bingWeb,
});
