import { defineSource } from "../define.ts";
import { otherwise } from "../kit/compose.ts";
import { page, TELEPHONE } from "./google-page.ts";
import { BROWSER, SearchItem, searchText } from "./item.ts";

/** No recording of the page for telephones exists: its layout is as public scrapers of 2026 read it. */
export const google = defineSource({
  id: "google",
  title: "Google",
  docs: "https://developers.google.com/custom-search/docs/xml_results",
  terms: "no official API for new customers; often refuses addresses of servers",
  query: searchText(
    "words to search the web for; site:, filetype:, intitle:, quotes, OR and - pass through",
    "rxjs backpressure",
  ),
  item: SearchItem,
  polite: { concurrency: 1, minIntervalMs: 2000, userAgent: BROWSER },
  read: otherwise(
    page("https://www.google.com/wml/search", { sca_esv: 1 }, TELEPHONE),
    page("https://www.google.com/search", { gbv: 1 }, BROWSER),
  ),
});
