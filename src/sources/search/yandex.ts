import { defineSource } from "../define.ts";
import { otherwise } from "../kit/compose.ts";
import { BROWSER, SearchItem, searchText } from "./item.ts";
import { fullSearch, page, siteSearch } from "./yandex-page.ts";

/** No recording of the search for other sites exists: its layout is as public scrapers of 2026 read it. */
export const yandex = defineSource({
  id: "yandex",
  title: "Yandex",
  docs: "https://yandex.com/support/search/en/",
  terms: "the official API is paid and not used; a captcha meets addresses that ask much",
  query: searchText("words to search the web for; best for Russian, Ukrainian, Kazakh and Turkish", "купить велосипед"),
  item: SearchItem,
  polite: { concurrency: 1, minIntervalMs: 2000, userAgent: BROWSER },
  read: otherwise(page(siteSearch), page(fullSearch)),
});
