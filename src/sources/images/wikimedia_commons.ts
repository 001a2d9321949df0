import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/json.ts";
import { WIKIMEDIA, wikiRefusal } from "../kit/mediawiki.ts";
import { text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { ImageItem } from "./item.ts";
import { itemOf, Page } from "./wikimedia_commons-record.ts";

const PER_PAGE = 20;

/** One of the widths that thumbnails are made in. */
const THUMBNAIL = 330;

export const wikimediaCommons = defineSource({
  id: "wikimedia_commons",
  title: "Wikimedia Commons",
  docs: "https://www.mediawiki.org/wiki/API:Imageinfo",
  terms: "free works, each under its own licence; wants a User-Agent that names a contact",
  query: text(
    "words to search the files' names and descriptions for, in CirrusSearch's language",
    "Eiffel Tower night",
  ),
  item: ImageItem.extend({
    publishedAt: ImageItem.shape.publishedAt.describe("when this version of the file was uploaded"),
    tags: ImageItem.shape.tags.describe("the file's categories"),
    uploader: z.string().optional().describe("account that uploaded this version"),
    credit: z.string().optional().describe("where the file came from, in its uploader's words"),
  }),
  polite: WIKIMEDIA,
  read: json({
    pages: ({ text: q, page, cursor }) =>
      page > 1 && !cursor
        ? undefined
        : get("https://commons.wikimedia.org/w/api.php", {
            action: "query",
            format: "json",
            generator: "search",
            gsrnamespace: 6,
            gsrsearch: `filetype:bitmap|drawing ${q}`,
            gsrlimit: PER_PAGE,
            gsroffset: cursor ?? 0,
            prop: "imageinfo",
            iiprop: "url|size|mime|timestamp|user|extmetadata",
            iiurlwidth: THUMBNAIL,
          }),
    refused: wikiRefusal,
    body: z.object({
      continue: z.object({ gsroffset: z.int().nullish() }).nullish(),
      // Absent where nothing was found.
      query: z.object({ pages: z.record(z.string(), Page) }).nullish(),
    }),
    items: ({ query }) =>
      Object.values(query?.pages ?? {})
        .toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
        .flatMap(itemOf),
    next: (body) => body.continue?.gsroffset?.toString() ?? null,
  }),
});
