import { defineSource } from "../define.ts";
import { BROWSER } from "../kit/requests/as-browser.ts";
import { get } from "../kit/requests/request.ts";
import { SuggestItem, typed } from "./item.ts";
import { OpenSearch, resultsAt, suggestions } from "./suggestions.ts";

export const bingSuggest = defineSource({
  id: "bing_suggest",
  title: "Bing search suggestions",
  docs: "https://learn.microsoft.com/en-us/previous-versions/bing/search-apis/bing-autosuggest/overview",
  terms: "no key, undocumented; moderate use",
  query: typed("caf"),
  item: SuggestItem,
  polite: { concurrency: 2, minIntervalMs: 200, userAgent: BROWSER },
  read: suggestions({
    request: ({ text, language, region }) =>
      get("https://www.bing.com/osjson.aspx", {
        query: text,
        mkt: region && language ? `${language}-${region}` : undefined,
      }),
    body: OpenSearch,
    list: ([, phrases]) => phrases,
    results: resultsAt("https://www.bing.com/search", "q"),
  }),
});
