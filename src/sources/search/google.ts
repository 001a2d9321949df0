import { defineSource } from "../define.ts";
import { BROWSER } from "../kit/requests/as-browser.ts";
import { searchText } from "../kit/requests/search.ts";
import { googleWeb } from "../kit/web/google.ts";
import { SearchItem } from "./item.ts";

export const google = defineSource({
  id: "google",
  title: "Google",
  docs: "https://developers.google.com/custom-search/docs/xml_results",
  terms: "no official API for new customers; often refuses addresses of servers",
  query: searchText(
    "words to search the web for; site:, filetype:, intitle:, quotes, OR and - pass through",
    "rxjs backpressure",
  ),
  verbatim: true,
  item: SearchItem,
  polite: { concurrency: 1, minIntervalMs: 2000, userAgent: BROWSER },
  read: googleWeb,
});
