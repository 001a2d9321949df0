import { defineSource } from "../define.ts";
import { get } from "../kit/requests/request.ts";
import { SuggestItem, typed } from "./item.ts";
import { OpenSearch, resultsAt, suggestions } from "./suggestions.ts";

export const yandexSuggest = defineSource({
  id: "yandex_suggest",
  title: "Yandex search suggestions",
  docs: "https://yandex.com/support/search/en/",
  terms: "no key, undocumented; moderate use",
  query: typed("окна", "the beginning of a search, best in Russian"),
  item: SuggestItem,
  polite: { concurrency: 2, minIntervalMs: 200 },
  read: suggestions({
    request: ({ text, language }) =>
      get("https://suggest.yandex.com/suggest-ff.cgi", { part: text, uil: language, v: 3, sn: 10 }),
    body: OpenSearch,
    list: ([, phrases]) => phrases,
    results: resultsAt("https://yandex.com/search/", "text"),
  }),
});
