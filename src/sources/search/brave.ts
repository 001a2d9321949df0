import { defineSource } from "../define.ts";
import { whenKey } from "../kit/compose.ts";
import { api, KEY } from "./brave-api.ts";
import { Item } from "./brave-item.ts";
import { page } from "./brave-page.ts";
import { searchText } from "./item.ts";

/** The words of the empty page and of the captcha are from memory: no recording of either exists. */
export const brave = defineSource({
  id: "brave",
  title: "Brave Search",
  docs: "https://api-dashboard.search.brave.com/app/documentation/web-search/get-started",
  terms: `own index; with ${KEY} its official API, without it the page, at most one request in two seconds`,
  query: searchText("words to search the web for; site:, quotes and - pass through", "rxjs backpressure"),
  item: Item,
  key: { env: [KEY], required: false, from: "https://api-dashboard.search.brave.com/" },
  polite: { concurrency: 1, minIntervalMs: 2000 },
  read: whenKey(KEY, api, page),
});
