import { z } from "zod";
import { defineSource } from "../define.ts";
import { retryWithCookie } from "../kit/compose/retry-with-cookie.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { BROWSER } from "../kit/requests/as-browser.ts";
import { marketOf } from "../kit/requests/search.ts";
import { qwantGreeting, qwantPage, qwantRefusal } from "../kit/services/qwant.ts";
import { webUrl } from "../kit/values/links.ts";
import { Extent, formatOf, type ImageInput, ImageItem, imageText } from "./item.ts";

/* The one recording is of 2017; its rows of today are as public scrapers of 2026 read them. */

const PER_PAGE = 50;
const LAST_PAGE = 5;

const Picture = z.object({
  title: z.string().nullish(),
  url: z.string(),
  media: z.string(),
  thumbnail: z.string().nullish(),
  width: Extent,
  height: Extent,
  thumb_type: z.string().nullish(),
  desc: z.string().nullish(),
});

export const qwantImages = defineSource({
  id: "qwant_images",
  title: "Qwant images",
  docs: "https://help.qwant.com/en/docs/overview/",
  terms: "no official API; one request a second; served in some countries only; the pictures are their sites'",
  query: imageText("words to search the web's pictures for", "bauhaus poster"),
  item: ImageItem,
  polite: { concurrency: 1, minIntervalMs: 1000, userAgent: BROWSER },
  backedBy: "bing_images",
  read: retryWithCookie(
    qwantGreeting,
    json({
      pages: (ask: ImageInput & PageRequest) =>
        ask.page > LAST_PAGE ? undefined : qwantPage("images", ask, marketOf(ask), PER_PAGE),
      refused: qwantRefusal,
      body: z.object({ data: z.object({ result: z.object({ items: z.array(Picture) }) }) }),
      items: ({ data }) =>
        data.result.items.map((picture) => ({
          title: picture.title,
          url: picture.url,
          snippet: picture.desc,
          image: picture.media,
          width: picture.width,
          height: picture.height,
          format: formatOf(picture.thumb_type),
          thumbnail: webUrl(picture.thumbnail),
        })),
    }),
  ),
});
