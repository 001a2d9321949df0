import { defineSource } from "../define.ts";
import { BROWSER } from "../kit/requests/as-browser.ts";
import { searchText } from "../kit/requests/search.ts";
import { duckduckgoWeb } from "../kit/web/duckduckgo.ts";
import { SearchItem } from "./item.ts";

export const duckduckgo = defineSource({
  id: "duckduckgo",
  title: "DuckDuckGo",
  docs: "https://duckduckgo.com/duckduckgo-help-pages/settings/params/",
  terms: "no official API; about one request a second",
  query: searchText(
    "words to search the web for; site:, filetype:, intitle:, quotes and - pass through",
    "rxjs backpressure",
  ),
  verbatim: true,
  item: SearchItem,
  polite: { concurrency: 1, minIntervalMs: 1000, userAgent: BROWSER },
  backedBy: "bing",
  read: duckduckgoWeb,
});
