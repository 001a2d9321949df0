import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { fallback } from "../kit/compose/steps.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { html } from "../kit/readers/html.ts";
import { json, numeric } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { BROWSER } from "../kit/requests/as-browser.ts";
import { furtherOn } from "../kit/requests/further.ts";
import { get } from "../kit/requests/request.ts";
import { type SearchInput, searchText } from "../kit/requests/search.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { unixSeconds } from "../kit/values/dates.ts";
import { leadingDate } from "../kit/values/relative-dates.ts";
import { SearchItem } from "./item.ts";

const ADDRESS = "https://www.baidu.com/s";

const offset = (page: number): number => (page - 1) * 10;

/** A redirect is a captcha at wappass.baidu.com: it is looked at, never followed. */
const extra = {
  session: "baidu",
  redirect: "manual",
  headers: { "accept-language": "zh-CN,zh;q=0.9", referer: "https://www.baidu.com/" },
} as const;

const Entry = z.object({
  title: z.string().nullish(),
  url: z.string().nullish(),
  abs: z.string().nullish(),
  time: numeric.nullish(),
});

/** Baidu's answers as JSON. */
const feed = json({
  pages: ({ text, page }: SearchInput & PageRequest) =>
    get(ADDRESS, { wd: text, rn: 10, pn: offset(page), tn: "json" }, extra),
  lenient: true,
  refused: (body) => {
    const refusal = z.object({ antiFlag: z.literal(1), message: z.string().nullish() }).safeParse(body);
    return refusal.success
      ? new SourceError(
          "blocked",
          `Baidu takes us for a bot: ${quotedSaying(refusal.data.message ?? "no reason given")}.`,
        )
      : undefined;
  },
  body: z.object({ feed: z.object({ entry: z.array(Entry).nullish() }) }),
  // The last entry is an empty object.
  items: ({ feed: { entry } }) =>
    (entry ?? []).flatMap(({ title, url, abs, time }) =>
      title && url
        ? [{ title: textOfHtml(title) ?? "", url, snippet: textOfHtml(abs), publishedAt: unixSeconds(time) }]
        : [],
    ),
});

/** A Chinese date stands right before the snippet's words, with nothing in between. */
const DATED = /^(\d{4}年\d{1,2}月\d{1,2}日)(?=\S)/;

/** The page of results. */
const results = html({
  pages: ({ text, page }: SearchInput & PageRequest) =>
    get(ADDRESS, { wd: text, pn: offset(page), ie: "utf-8" }, extra),
  rows: "#content_left > .result.c-container:not([data-tuiguang])",
  item: (row, _input, _doc, context) => {
    const url = row.link(undefined, "mu") ?? row.link("h3 a");
    const title = row.text("h3");
    if (!url || !title || row.has("[data-tuiguang], .ec-tuiguang")) return undefined;
    const snippet = row.text('[class*="summary-gap_"], [class*="content-right_"], .c-abstract');
    return {
      title,
      url,
      ...leadingDate(snippet?.replace(DATED, "$1 · "), context.now()),
      siteName: row.text(".cosc-source-text, .c-color-gray"),
    };
  },
  empty: [".content_none", ".nors"],
  blocked: [".passMod_dialog-wrapper", "button.timeout-button"],
  next: furtherOn("pn", 0, '#page a[href*="pn="]'),
});

export const baidu = defineSource({
  id: "baidu",
  title: "Baidu",
  docs: "https://www.baidu.com/search/jiqiao.html",
  terms: "no official API; one request a second",
  query: searchText("words to search the Chinese web for", "上海天气"),
  verbatim: true,
  item: SearchItem,
  polite: { concurrency: 1, minIntervalMs: 1000, userAgent: BROWSER },
  read: fallback(feed, results),
});
