import { defineSource } from "../define.ts";
import { askedAgain } from "../kit/asked-again.ts";
import { json } from "../kit/json.ts";
import { qwantGreeting, qwantRefusal } from "../kit/qwant.ts";
import { unixSeconds } from "../kit/values.ts";
import { BROWSER, SearchItem, searchText } from "./item.ts";
import { Body } from "./qwant-record.ts";
import { request } from "./qwant-request.ts";

export const qwant = defineSource({
  id: "qwant",
  title: "Qwant",
  docs: "https://help.qwant.com/en/docs/overview/",
  terms: "no official API; one request a second; served in some countries only",
  query: searchText("words to search the web for", "rxjs backpressure"),
  item: SearchItem,
  polite: { concurrency: 1, minIntervalMs: 1000, userAgent: BROWSER },
  backedBy: "bing",
  read: askedAgain(
    qwantGreeting,
    json({
      pages: request,
      refused: qwantRefusal,
      body: Body,
      items: ({ data }) =>
        (data.result.items.mainline ?? [])
          .flatMap(({ items }) => items)
          .map(({ title, url, desc, source, date }) => ({
            title,
            url,
            snippet: desc,
            displayUrl: source,
            publishedAt: unixSeconds(date),
          })),
    }),
  ),
});
