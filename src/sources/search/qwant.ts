import { pid } from "node:process";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { retryWithCookie } from "../kit/compose/retry-with-cookie.ts";
import { json, numeric } from "../kit/readers/json.ts";
import { BROWSER } from "../kit/requests/as-browser.ts";
import { marketOf, searchText } from "../kit/requests/search.ts";
import { qwantGreeting, qwantPage, qwantRefusal } from "../kit/services/qwant.ts";
import { unixSeconds } from "../kit/values/dates.ts";
import { SearchItem } from "./item.ts";

/** It goes no further. */
const LAST_PAGE = 5;

/** The test group a visitor is put in: 1 to 3, the same as long as the process lives. */
const TEST_GROUP = 1 + (pid % 3);

const Web = z.object({
  title: z.string(),
  url: z.string(),
  desc: z.string().nullish(),
  source: z.string().nullish(),
  date: numeric.nullish(),
});

/** Web results among rows of advertisements, images, videos and news. */
const Row = z.union([
  z.object({ type: z.literal("web"), items: z.array(Web) }),
  z.object({ type: z.string().refine((type) => type !== "web") }).transform(() => ({ items: [] })),
]);

/** The answer. */
const Body = z.object({
  data: z.object({ result: z.object({ items: z.object({ mainline: z.array(Row).nullish() }) }) }),
});

export const qwant = defineSource({
  id: "qwant",
  title: "Qwant",
  docs: "https://help.qwant.com/en/docs/overview/",
  terms: "no official API; one request a second; served in some countries only",
  query: searchText("words to search the web for", "rxjs backpressure"),
  verbatim: true,
  item: SearchItem,
  polite: { concurrency: 1, minIntervalMs: 1000, userAgent: BROWSER },
  backedBy: "bing",
  read: retryWithCookie(
    qwantGreeting,
    json({
      pages: (ask) => (ask.page > LAST_PAGE ? undefined : qwantPage("web", ask, marketOf(ask), 10, TEST_GROUP)),
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
