import { z } from "zod";
import { defineSource } from "../define.ts";
import type { El } from "../kit/html/dom.ts";
import { embeddedJson } from "../kit/html/embedded.ts";
import { html } from "../kit/readers/html.ts";
import { BROWSER } from "../kit/requests/as-browser.ts";
import { text } from "../kit/requests/query.ts";
import { SearchOptions } from "../kit/requests/search.ts";
import { BING_BLOCKED, bingMedia, bingNothing, minutesOf } from "../kit/services/bing.ts";
import { webUrl } from "../kit/values/links.ts";
import { formatOf, ImageItem } from "./item.ts";

const LIST = 'ul[class*="dgControl_list"]';

/** What a row says of its picture; a picture of a related search names no page (`purl` is ""). */
const Picture = z.object({
  purl: z.string().nullish(),
  murl: z.string(),
  turl: z.string().nullish(),
  t: z.string().nullish(),
  desc: z.string().nullish(),
});

/** `1920 x 1080 · jpeg` */
function measured(written: string | undefined) {
  const [, width, height, format] = /(\d{1,6})\s*[x×]\s*(\d{1,6})(?:\s*·\s*([\w+]{2,12}))?/i.exec(written ?? "") ?? [];
  return { width: Number(width) || undefined, height: Number(height) || undefined, format: formatOf(format) };
}

/** Bing marks the words of the query by two signs of the private use area. */
const unmarked = (written: string | null | undefined) => written?.replace(/[\uE000\uE001]/g, "");

/** The link's text, unless it is cut short by "…": its title attribute and `t` are whole. */
function titleOf(row: El, { t }: z.output<typeof Picture>): string | undefined {
  const shown = row.text("div.infnmpt a");
  const whole = shown?.endsWith("…") ? row.attr("title", "div.infnmpt a") || t || shown : shown || t;
  return unmarked(whole) || row.attr("alt", "img.mimg");
}

export const bingImages = defineSource({
  id: "bing_images",
  title: "Bing image search",
  docs: "https://www.bing.com/images",
  terms: "no official API since August 2025; refuses addresses that ask much; the pictures are their sites'",
  query: text("words to search the web's pictures for", "red panda", SearchOptions),
  item: ImageItem,
  polite: { concurrency: 1, minIntervalMs: 1000, userAgent: BROWSER },
  read: html({
    pages: (ask) =>
      bingMedia(
        "https://www.bing.com/images/async",
        { async: 1, qft: ask.time_range && `filterui:age-lt${minutesOf(ask.time_range)}` },
        ask,
      ),
    rows: `${LIST} > li`,
    item: (row) => {
      const picture = embeddedJson(Picture, row.attr("m", "a.iusc"));
      if (!picture) return undefined;
      return {
        title: titleOf(row, picture),
        url: picture.purl || picture.murl,
        snippet: unmarked(picture.desc),
        image: picture.murl,
        thumbnail: webUrl(picture.turl),
        siteName: row.text("div.imgpt div.lnkw a"),
        ...measured(row.text("div.imgpt > div > span")),
      };
    },
    empty: bingNothing(LIST, `${LIST} > li`),
    blocked: BING_BLOCKED,
  }),
});
