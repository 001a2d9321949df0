import { z } from "zod";
import { defineSource } from "../define.ts";
import { BROWSER } from "../kit/requests/as-browser.ts";
import { get } from "../kit/requests/request.ts";
import { SuggestItem, typed } from "./item.ts";
import { resultsAt, suggestions } from "./suggestions.ts";

const Entry = z.object({ type: z.string().nullish(), q: z.string().nullish() });

export const baiduSuggest = defineSource({
  id: "baidu_suggest",
  title: "Baidu search suggestions",
  docs: "https://www.baidu.com/search/jiqiao.html",
  terms: "no key, undocumented; moderate use",
  query: typed("北京", "the beginning of a search, best in Chinese"),
  item: SuggestItem,
  polite: { concurrency: 2, minIntervalMs: 200, userAgent: BROWSER },
  read: suggestions({
    request: ({ text }) =>
      get(
        "https://www.baidu.com/sugrec",
        { ie: "utf-8", json: 1, prod: "pc", from: "pc_web", wd: text },
        { headers: { referer: "https://www.baidu.com/" } },
      ),
    // Without a suggestion the answer has no list at all.
    body: z.object({ q: z.string(), g: z.array(Entry).nullish() }),
    list: ({ g }) => (g ?? []).flatMap(({ type, q }) => (q && (type ?? "sug") === "sug" ? [q] : [])),
    results: resultsAt("https://www.baidu.com/s", "wd"),
  }),
});
