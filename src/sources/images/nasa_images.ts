import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { HttpUrl } from "../kit/fields.ts";
import { json } from "../kit/json.ts";
import { text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { ImageItem } from "./item.ts";
import { Asset, itemOf } from "./nasa_images-record.ts";

const PER_PAGE = 25;

/** The API turns no more pages than these. */
const LAST_PAGE = 100;

const Failed = z.object({ reason: z.string() });

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
      return said && status === 400 ? new SourceError("bad-query", `NASA's library says: ${said}`) : undefined;
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
