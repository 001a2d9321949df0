import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { overHttps } from "../kit/values/links.ts";
import { Extent, formatOf, ImageItem } from "./item.ts";

/** The API turns no more pages than these. */
const LAST_PAGE = 100;

const PER_PAGE = 25;

const Failed = z.object({ reason: z.string() });

/** What the API tells of a picture. */
const Told = z.object({
  nasa_id: z.string(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  date_created: z.string().nullish(),
  center: z.string().nullish(),
  photographer: z.string().nullish(),
  secondary_creator: z.string().nullish(),
  location: z.string().nullish(),
  keywords: z.array(z.string()).nullish(),
});

const Rendition = z.object({
  href: z.string(),
  rel: z.string().nullish(),
  render: z.string().nullish(),
  width: Extent,
  height: Extent,
  size: z.int().nonnegative().nullish(),
});

/** A picture as the API answers it. */
const Asset = z.object({
  href: z.string().nullish(),
  data: z.array(Told).min(1),
  links: z.array(Rendition).nullish(),
});

/** The original (`canonical`) where it is named, else the widest of the others; older answers name the preview only. */
function largest(renditions: readonly z.output<typeof Rendition>[]) {
  const pictures = renditions.filter(({ render }) => !render || render === "image");
  return (
    pictures.find(({ rel }) => rel === "canonical") ??
    pictures.toSorted((a, b) => (b.width ?? 0) - (a.width ?? 0)).at(0)
  );
}

/** What NASA says of a picture. */
function itemOf({ href, data: [told], links }: z.output<typeof Asset>) {
  const picture = largest(links ?? []);
  const image = overHttps(picture?.href);
  if (!told || !picture || !image) return [];
  return [
    {
      title: told.title,
      url: `https://images.nasa.gov/details/${encodeURIComponent(told.nasa_id)}`,
      snippet: textOfHtml(told.description),
      image,
      width: picture.width,
      height: picture.height,
      format: formatOf(/\.(\w{3,4})$/.exec(image)?.[1]),
      sizeBytes: picture.size,
      thumbnail: overHttps(links?.find(({ rel }) => rel === "preview")?.href),
      author: told.photographer || told.secondary_creator,
      publishedAt: isoDate(told.date_created),
      tags: told.keywords,
      id: told.nasa_id,
      center: told.center,
      location: told.location,
      manifest: overHttps(href),
    },
  ];
}

export const nasaImages = defineSource({
  id: "nasa_images",
  title: "NASA Image and Video Library",
  docs: "https://images.nasa.gov/docs/images.nasa.gov_api_docs.pdf",
  terms: "no key; mostly free of copyright, see https://www.nasa.gov/nasa-brand-center/images-and-media/",
  query: text("words to search the pictures for", "apollo 11"),
  item: ImageItem.extend({
    publishedAt: ImageItem.shape.publishedAt.describe("when the library says that it was made"),
    center: z.string().optional().describe("the NASA centre it is of, e.g. JPL"),
    location: z.string().optional(),
    manifest: HttpUrl.optional().describe("JSON list of the addresses of all its files"),
  }),
  polite: { concurrency: 2, minIntervalMs: 250 },
  read: json({
    pages: ({ text: q, page }) =>
      page > LAST_PAGE
        ? undefined
        : get("https://images-api.nasa.gov/search", { q, media_type: "image", page, page_size: PER_PAGE }),
    refused: (body, { status }) => {
      const said = Failed.safeParse(body).data?.reason;
      return said && status === 400
        ? new SourceError("bad-query", `NASA's library says: ${quotedSaying(said)}.`)
        : undefined;
    },
    body: z.object({
      collection: z.object({
        items: z.array(Asset),
        links: z.array(z.object({ rel: z.string().nullish() })).nullish(),
      }),
    }),
    items: ({ collection }) => collection.items.flatMap(itemOf),
    next: ({ collection }) => (collection.links?.some(({ rel }) => rel === "next") ? undefined : null),
  }),
});
