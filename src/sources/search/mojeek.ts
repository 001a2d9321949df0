import { defineSource } from "../define.ts";
import { whenKey } from "../kit/compose.ts";
import { timed } from "./asking.ts";
import { SearchItem, searchText } from "./item.ts";
import { api, KEY } from "./mojeek-api.ts";
import { page } from "./mojeek-page.ts";

/** The words of the empty page and of the refusal, and the API's error words, are from memory: no recording of them exists. */
export const mojeek = defineSource({
  id: "mojeek",
  title: "Mojeek",
  docs: "https://www.mojeek.com/support/api/search/request_parameters.html",
  terms: `own index; with ${KEY} its official API, without it the page, one request a second`,
  query: searchText("words to search the web for; site:, quotes and - pass through", "rxjs backpressure"),
  item: SearchItem,
  key: { env: [KEY], required: false, from: "https://www.mojeek.com/services/search/web-search-api/" },
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: timed(whenKey(KEY, api, page)),
});
