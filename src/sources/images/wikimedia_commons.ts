import { z } from "zod";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { WIKIMEDIA, wikiRefusal } from "../kit/services/mediawiki.ts";
import { isoDate } from "../kit/values/dates.ts";
import { webUrl } from "../kit/values/links.ts";
import { cameraTime, Extent, formatOf, ImageItem } from "./item.ts";

const PER_PAGE = 20;

/** One of the widths that thumbnails are made in. */
const THUMBNAIL = 330;

/** A value of the file's description page, mostly HTML. */
const Told = z
  .object({ value: z.union([z.string(), z.number().transform(String)]) })
  .nullish()
  .transform((told) => told?.value);

/** An empty map comes as an empty list. */
const Metadata = z.preprocess(
  (value) => (Array.isArray(value) ? undefined : value),
  z
    .object({
      ImageDescription: Told,
      Artist: Told,
      Credit: Told,
      LicenseShortName: Told,
      LicenseUrl: Told,
      DateTimeOriginal: Told,
      Categories: Told,
    })
    .nullish(),
);

const File = z.object({
  descriptionurl: z.string(),
  url: z.string(),
  thumburl: z.string().nullish(),
  width: Extent,
  height: Extent,
  size: z.int().nonnegative().nullish(),
  mime: z.string().nullish(),
  timestamp: z.string().nullish(),
  user: z.string().nullish(),
  extmetadata: Metadata,
});

/** A file's page as the API answers it. */
const Page = z.object({
  pageid: z.int().nullish(),
  index: z.int().nullish(),
  title: z.string(),
  imageinfo: z.array(File).nullish(),
});

/** What Commons says of a file. */
function itemOf({ title, pageid, imageinfo }: z.output<typeof Page>) {
  const file = imageinfo?.[0];
  if (!file) return [];
  const told = file.extmetadata;
  return [
    {
      title: title.replace(/^File:/, "").replace(/\.[A-Za-z0-9]{2,5}$/, ""),
      url: file.descriptionurl,
      snippet: textOfHtml(told?.ImageDescription),
      image: file.url,
      width: file.width,
      height: file.height,
      format: formatOf(file.mime),
      sizeBytes: file.size,
      thumbnail: webUrl(file.thumburl),
      author: textOfHtml(told?.Artist),
      license: textOfHtml(told?.LicenseShortName),
      licenseUrl: webUrl(told?.LicenseUrl),
      publishedAt: isoDate(file.timestamp),
      takenAt: cameraTime(textOfHtml(told?.DateTimeOriginal)),
      tags: told?.Categories?.split("|"),
      id: pageid?.toString(),
      uploader: file.user,
      credit: textOfHtml(told?.Credit),
    },
  ];
}

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
