import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json, numeric } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Judge } from "../kit/responses/answer.ts";
import { upstreamMessage } from "../kit/responses/refusals.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { Count, HttpUrl } from "../kit/values/fields.ts";
import { overHttps } from "../kit/values/links.ts";
import { excerpt } from "../kit/values/text.ts";
import { availabilityOf, OfferItem } from "./item.ts";

/** The API's version is a part of its address, and old ones are withdrawn. */
const VERSION = "20260701";
const PER_PAGE = 30;
const LAST_PAGE = 100;

function request({ text: keyword, page, keys }: { readonly text: string } & PageRequest) {
  if (page > LAST_PAGE) return undefined;
  const site = keys["RAKUTEN_REFERER"];
  const version = encodeURIComponent(keys["RAKUTEN_API_VERSION"] ?? VERSION);
  return get(
    `https://openapi.rakuten.co.jp/ichibams/api/IchibaItem/Search/${version}`,
    {
      applicationId: keys["RAKUTEN_APP_ID"],
      accessKey: keys["RAKUTEN_ACCESS_KEY"],
      keyword,
      page,
      hits: PER_PAGE,
      format: "json",
      formatVersion: 2,
    },
    site ? { headers: { referer: site, origin: URL.parse(site)?.origin ?? site } } : {},
  );
}

/** A withdrawn version and a site that is not registered are the operator's affair, not the query's. */
const judge: Judge = (response) => {
  const said = response.status === 400 || response.status === 403 ? upstreamMessage(response) : undefined;
  if (response.status === 400 && said?.includes("API Configuration not found"))
    return new SourceError(
      "changed",
      "Rakuten has withdrawn this version of its API: set RAKUTEN_API_VERSION to a newer one.",
    );
  return response.status === 403
    ? new SourceError(
        "missing-key",
        `Rakuten refuses the key (${quotedSaying(said ?? "no reason given")}): RAKUTEN_REFERER must be the site registered with it.`,
      )
    : undefined;
};

const Picture = z.union([z.string(), z.object({ imageUrl: z.string() }).transform(({ imageUrl }) => imageUrl)]);

const Offer = z.object({
  itemName: z.string(),
  itemUrl: z.string(),
  itemCode: z.string(),
  itemPrice: numeric.nullish(),
  catchcopy: z.string().nullish(),
  itemCaption: z.string().nullish(),
  shopName: z.string().nullish(),
  shopUrl: z.string().nullish(),
  reviewAverage: numeric.nullish(),
  reviewCount: numeric.nullish(),
  mediumImageUrls: z.array(Picture).nullish(),
  genreId: z.union([z.string(), z.number()]).nullish(),
  availability: numeric.nullish(),
  pointRate: numeric.nullish(),
  postageFlag: numeric.nullish(),
  taxFlag: numeric.nullish(),
});

/** Flat as version 2 of the format has it, or within `Item` as version 1 has. */
const Row = z.union([Offer, z.object({ Item: Offer }).transform(({ Item }) => Item)]);

const itemOf = ({ reviewCount, postageFlag, availability, taxFlag, ...offer }: z.output<typeof Row>) => ({
  title: offer.itemName,
  url: overHttps(offer.itemUrl),
  id: offer.itemCode,
  price: offer.itemPrice,
  currency: offer.itemPrice == null ? undefined : "JPY",
  ...availabilityOf(availability == null ? undefined : availability === 1 ? "InStock" : "OutOfStock"),
  seller: offer.shopName,
  shopUrl: overHttps(offer.shopUrl),
  rating: reviewCount ? offer.reviewAverage : undefined,
  ratingCount: reviewCount,
  image: overHttps(offer.mediumImageUrls?.[0]),
  genreId: offer.genreId == null ? undefined : String(offer.genreId),
  pointRate: offer.pointRate,
  freeShipping: postageFlag == null ? undefined : postageFlag === 0,
  shippingPrice: postageFlag === 0 ? 0 : undefined,
  taxIncluded: taxFlag == null ? undefined : taxFlag === 0,
  snippet: offer.catchcopy || excerpt(offer.itemCaption),
});

export const rakuten = defineSource({
  id: "rakuten",
  title: "Rakuten Ichiba item search",
  docs: "https://webservice.rakuten.co.jp/documentation/ichiba-item-search",
  terms: "one request a second an application; asked from the site that was registered (RAKUTEN_REFERER)",
  key: {
    env: ["RAKUTEN_APP_ID", "RAKUTEN_ACCESS_KEY"],
    also: ["RAKUTEN_REFERER", "RAKUTEN_API_VERSION"],
    required: true,
    from: "https://webservice.rakuten.co.jp/app/create",
  },
  query: text("words to search the offers for, best in Japanese", "コーヒー豆"),
  item: OfferItem.extend({
    shopUrl: HttpUrl.optional(),
    genreId: z.string().optional().describe("Rakuten's number of its kind"),
    pointRate: z.number().optional().describe("how many times the usual loyalty points it gives"),
    freeShipping: z.boolean().optional().describe("delivery is in the price"),
    taxIncluded: z.boolean().optional().describe("the tax is in the price"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: json({
    pages: request,
    judge,
    body: z.object({ count: Count, pageCount: Count.nullish(), page: Count.nullish(), Items: z.array(Row).nullish() }),
    items: ({ Items }) => (Items ?? []).map(itemOf),
    next: ({ page, pageCount }) => ((page ?? 1) < (pageCount ?? LAST_PAGE) ? undefined : null),
  }),
});
