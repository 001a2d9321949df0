import { z } from "zod";
import { defineSource } from "../define.ts";
import { steps } from "../kit/compose/steps.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json } from "../kit/readers/json.ts";
import { BROWSER } from "../kit/requests/as-browser.ts";
import { text } from "../kit/requests/query.ts";
import { SearchOptions } from "../kit/requests/search.ts";
import { duckduckgoMedia, duckduckgoNext, duckduckgoRefusal, duckduckgoToken } from "../kit/services/duckduckgo.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import { overHttps, webUrl } from "../kit/values/links.ts";
import { durationSeconds } from "../kit/values/numbers.ts";
import { VideoItem } from "./item.ts";

const Options = SearchOptions.pick({ language: true, region: true, safe: true });

const Pictures = z.object({ large: z.string().nullish(), medium: z.string().nullish(), small: z.string().nullish() });

const Video = z.object({
  title: z.string(),
  content: z.string(),
  description: z.string().nullish(),
  duration: z.string().nullish(),
  published: z.string().nullish(),
  publisher: z.string().nullish(),
  uploader: z.string().nullish(),
  statistics: z.object({ viewCount: Count.nullish() }).nullish(),
  images: Pictures.nullish(),
  embed_url: z.string().nullish(),
  provider: z.string().nullish(),
});

export const duckduckgoVideos = defineSource({
  id: "duckduckgo_videos",
  title: "DuckDuckGo videos",
  docs: "https://duckduckgo.com/duckduckgo-help-pages/settings/params/",
  terms: "no official API; about one request a second",
  query: text("words to search the web's videos for", "lock picking", Options),
  item: VideoItem.extend({ provider: z.string().optional().describe("whose index of videos shows it") }),
  polite: { concurrency: 1, minIntervalMs: 1000, userAgent: BROWSER },
  backedBy: "bing_videos",
  read: steps(
    duckduckgoToken<{ readonly text: string } & z.output<typeof Options>>("videos"),
    json({
      pages: duckduckgoMedia("v.js"),
      judge: duckduckgoRefusal,
      body: z.object({ results: z.array(Video), next: z.string().nullish() }),
      items: ({ results }) =>
        results.map((video) => ({
          title: textOfHtml(video.title) ?? "",
          url: video.content,
          snippet: textOfHtml(video.description),
          duration: durationSeconds(video.duration),
          views: video.statistics?.viewCount,
          author: video.uploader,
          publisher: video.publisher,
          publishedAt: isoDate(video.published),
          thumbnail: webUrl(video.images?.large || video.images?.medium || video.images?.small),
          embed: overHttps(video.embed_url),
          provider: video.provider,
        })),
      next: ({ next }) => duckduckgoNext(next),
    }),
  ),
});
