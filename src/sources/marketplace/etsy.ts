import { z } from "zod";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json, listOf } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { rowsRemain } from "../kit/requests/further.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { unixSeconds } from "../kit/values/dates.ts";
import { Count, IsoDate } from "../kit/values/fields.ts";
import { excerpt } from "../kit/values/text.ts";
import { OfferItem } from "./item.ts";

const PER_PAGE = 50;
const LAST_OFFSET = 12_000;

function request({ text: keywords, page, key }: { readonly text: string } & PageRequest) {
  const offset = (page - 1) * PER_PAGE;
  if (offset > LAST_OFFSET) return undefined;
  return get(
    "https://openapi.etsy.com/v3/application/listings/active",
    { keywords, limit: PER_PAGE, offset, sort_on: "score", includes: "Images,Shop" },
    { headers: { "x-api-key": key } },
  );
}

const Listing = z.object({
  listing_id: z.number(),
  title: z.string(),
  url: z.string(),
  description: z.string().nullish(),
  price: z.object({ amount: z.number(), divisor: z.number().positive(), currency_code: z.string() }).nullish(),
  quantity: Count.nullish(),
  num_favorers: Count.nullish(),
  views: Count.nullish(),
  tags: listOf(z.string()),
  materials: listOf(z.string()),
  shop: z.object({ shop_name: z.string().nullish() }).nullish(),
  images: listOf(z.object({ url_570xN: z.string().nullish() })),
  original_creation_timestamp: z.number().nullish(),
  creation_timestamp: z.number().nullish(),
  updated_timestamp: z.number().nullish(),
  last_modified_timestamp: z.number().nullish(),
});

/** What Etsy says of a listing; its texts hold entities. */
const itemOf = ({ price, quantity, ...listing }: z.output<typeof Listing>) => ({
  title: textOfHtml(listing.title) ?? "",
  url: listing.url,
  id: listing.listing_id,
  price: price && price.amount / price.divisor,
  currency: price?.currency_code,
  quantity,
  inStock: quantity == null ? undefined : quantity > 0,
  favorites: listing.num_favorers,
  views: listing.views,
  tags: listing.tags.flatMap((tag) => textOfHtml(tag) ?? []),
  materials: listing.materials.flatMap((material) => textOfHtml(material) ?? []),
  seller: listing.shop?.shop_name,
  image: listing.images[0]?.url_570xN,
  publishedAt: unixSeconds(listing.original_creation_timestamp ?? listing.creation_timestamp),
  updatedAt: unixSeconds(listing.updated_timestamp ?? listing.last_modified_timestamp),
  snippet: excerpt(textOfHtml(listing.description)),
});

export const etsy = defineSource({
  id: "etsy",
  title: "Etsy listing search",
  docs: "https://developers.etsy.com/documentation/reference/#operation/findAllListingsActive",
  terms: "10 requests a second and 10,000 a day; the key is written keystring:shared_secret since 2026",
  key: { env: ["ETSY_API_KEY"], required: true, from: "https://www.etsy.com/developers/register" },
  query: text("words to search the listings for", "handmade wallet"),
  item: OfferItem.extend({
    quantity: Count.optional().describe("how many there are"),
    favorites: Count.optional().describe("how many marked it as a favourite"),
    views: Count.optional(),
    tags: z.array(z.string()).optional(),
    materials: z.array(z.string()).optional(),
    publishedAt: IsoDate.optional().describe("when it was listed first"),
    updatedAt: IsoDate.optional(),
  }),
  polite: { concurrency: 4, minIntervalMs: 100 },
  read: json({
    pages: request,
    body: z.object({ count: Count, results: z.array(Listing) }),
    items: ({ results }) => results.map(itemOf),
    next: ({ count, results }, _input, response) => rowsRemain(response, "offset", results.length, count),
  }),
});
