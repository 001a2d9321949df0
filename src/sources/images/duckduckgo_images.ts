import { z } from "zod";
import { defineSource } from "../define.ts";
import { steps } from "../kit/compose/steps.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json } from "../kit/readers/json.ts";
import { BROWSER } from "../kit/requests/as-browser.ts";
import { duckduckgoMedia, duckduckgoNext, duckduckgoRefusal, duckduckgoToken } from "../kit/services/duckduckgo.ts";
import { webUrl } from "../kit/values/links.ts";
import { Extent, type ImageInput, ImageItem, imageText } from "./item.ts";

const Picture = z.object({
  title: z.string().nullish(),
  url: z.string(),
  image: z.string(),
  thumbnail: z.string().nullish(),
  width: Extent,
  height: Extent,
  source: z.string().nullish(),
});

export const duckduckgoImages = defineSource({
  id: "duckduckgo_images",
  title: "DuckDuckGo images",
  docs: "https://duckduckgo.com/duckduckgo-help-pages/settings/params/",
  terms: "no official API; about one request a second; the pictures are their sites'",
  query: imageText("words to search the web's pictures for", "northern lights"),
  item: ImageItem.extend({ provider: z.string().optional().describe("whose index of pictures shows it") }),
  polite: { concurrency: 1, minIntervalMs: 1000, userAgent: BROWSER },
  backedBy: "bing_images",
  read: steps(
    duckduckgoToken<ImageInput>("images"),
    json({
      pages: duckduckgoMedia("i.js"),
      judge: duckduckgoRefusal,
      body: z.object({ results: z.array(Picture), next: z.string().nullish() }),
      items: ({ results }) =>
        results.map(({ title, url, image, thumbnail, width, height, source }) => ({
          title: textOfHtml(title),
          url,
          image,
          width,
          height,
          thumbnail: webUrl(thumbnail),
          provider: source,
        })),
      next: ({ next }) => duckduckgoNext(next),
    }),
  ),
});
