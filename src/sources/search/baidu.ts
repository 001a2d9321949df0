import { defineSource } from "../define.ts";
import { otherwise } from "../kit/compose.ts";
import { feed, results } from "./baidu-page.ts";
import { BROWSER, SearchItem, searchText } from "./item.ts";

export const baidu = defineSource({
  id: "baidu",
  title: "Baidu",
  docs: "https://www.baidu.com/search/jiqiao.html",
  terms: "no official API; one request a second",
  query: searchText("words to search the Chinese web for", "上海天气"),
  item: SearchItem,
  polite: { concurrency: 1, minIntervalMs: 1000, userAgent: BROWSER },
  read: otherwise(feed, results),
});
