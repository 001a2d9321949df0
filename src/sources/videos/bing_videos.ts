import { z } from "zod";
import { defineSource } from "../define.ts";
import { embeddedJson } from "../kit/html/embedded.ts";
import { html } from "../kit/readers/html.ts";
import { BROWSER } from "../kit/requests/as-browser.ts";
import { text } from "../kit/requests/query.ts";
import { SearchOptions } from "../kit/requests/search.ts";
import { BING_BLOCKED, bingMedia, bingNothing, minutesOf } from "../kit/services/bing.ts";
import { isoDate } from "../kit/values/dates.ts";
import { webUrl } from "../kit/values/links.ts";
import { durationSeconds, numberIn } from "../kit/values/numbers.ts";
import { VideoItem } from "./item.ts";

/* Its tiles are as two recorded ones of 2026 and public scrapers of that year have them; no whole answer was recorded. */

const TILE = 'div[id*="mc_vtvc_video"]';

const Video = z.object({
  murl: z.string().nullish(),
  pgurl: z.string().nullish(),
  vt: z.string().nullish(),
  du: z.string().nullish(),
  turl: z.string().nullish(),
});

/** Views in English only: other languages count in units of their own. */
const viewsOf = (written: string | undefined): number | undefined =>
  /^[\d.,]{1,15}\s?[KMB]? views?$/i.test(written ?? "") ? numberIn(written) : undefined;

export const bingVideos = defineSource({
  id: "bing_videos",
  title: "Bing video search",
  docs: "https://www.bing.com/videos",
  terms: "no official API since August 2025; refuses addresses that ask much",
  query: text("words to search the web's videos for", "sourdough starter", SearchOptions),
  item: VideoItem.extend({
    snippet: z.string().optional().describe("views, age, site and channel in Bing's words"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000, userAgent: BROWSER },
  read: html({
    pages: (ask) =>
      bingMedia(
        "https://www.bing.com/videos/asyncv2",
        {
          async: "content",
          form: ask.time_range && "VRFLTR",
          qft: ask.time_range && ` filterui:videoage-lt${minutesOf(ask.time_range)}`,
        },
        ask,
      ),
    rows: TILE,
    item: (tile) => {
      const meta = embeddedJson(Video, tile.attr("mmeta"));
      const video = embeddedJson(Video, tile.attr("vrhm", "div.vrhdata"));
      const url = video?.murl ?? video?.pgurl ?? meta?.murl ?? meta?.pgurl;
      const title = video?.vt ?? tile.attr("title", "div.mc_vtvc_title");
      if (!url || !title) return undefined;
      return {
        title,
        url,
        snippet: tile.texts("div.mc_vtvc_meta_row span").join(" - "),
        duration: durationSeconds(video?.du),
        views: viewsOf(tile.text("span.meta_vc_content")),
        author: tile.text("span.mc_vtvc_meta_row_channel"),
        publisher: tile.text("div.mc_vtvc_meta_row span:not([class])"),
        publishedAt: isoDate(tile.text("span.meta_pd_content")),
        thumbnail: tile.link("img[data-src-hq]", "data-src-hq") ?? webUrl(meta?.turl),
      };
    },
    empty: bingNothing("div.dg_u, #vm_c", TILE),
    blocked: BING_BLOCKED,
  }),
});
