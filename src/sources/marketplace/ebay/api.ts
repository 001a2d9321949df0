import { z } from "zod";
import { branch } from "../../kit/compose/steps.ts";
import { clientCredentials, withToken } from "../../kit/compose/token.ts";
import { json, listOf, numeric } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { rowsRemain } from "../../kit/requests/further.ts";
import { get } from "../../kit/requests/request.ts";
import { emptyOn } from "../../kit/responses/answer.ts";
import { isoDate } from "../../kit/values/dates.ts";
import { Count } from "../../kit/values/fields.ts";
import { availabilityOf, conditionOf } from "../item.ts";
import { type Asked, siteOf } from "./site.ts";

/* eBay's Browse API: https://developer.ebay.com/api-docs/buy/browse/overview.html */

const API = "https://api.ebay.com/buy/browse/v1";
const PER_PAGE = 50;
/** The API gives no row beyond this one. */
const LAST_ROW = 10_000;

const marketplaceOf = (ask: Asked) => ({ headers: { "x-ebay-c-marketplace-id": siteOf(ask).marketplace } });

const Amount = z.object({ value: numeric, currency: z.string() }).nullish();

/** An item's summary, or the item itself: https://developer.ebay.com/api-docs/buy/browse/types/gct:ItemSummary */
const Listing = z.object({
  itemId: z.string(),
  legacyItemId: z.string().nullish(),
  title: z.string(),
  subtitle: z.string().nullish(),
  shortDescription: z.string().nullish(),
  itemWebUrl: z.string().nullish(),
  price: Amount,
  currentBidPrice: Amount,
  bidCount: Count.nullish(),
  marketingPrice: z.object({ originalPrice: Amount, discountPercentage: numeric.nullish() }).nullish(),
  condition: z.string().nullish(),
  brand: z.string().nullish(),
  mpn: z.string().nullish(),
  gtin: z.string().nullish(),
  image: z.object({ imageUrl: z.string().nullish() }).nullish(),
  seller: z.object({ username: z.string().nullish() }).nullish(),
  itemLocation: z
    .object({ city: z.string().nullish(), stateOrProvince: z.string().nullish(), country: z.string().nullish() })
    .nullish(),
  shippingOptions: listOf(z.object({ shippingCost: Amount, shippingCostType: z.string().nullish() })),
  estimatedAvailabilities: listOf(z.object({ estimatedAvailabilityStatus: z.string().nullish() })),
  itemCreationDate: z.string().nullish(),
});

/** IN_STOCK, LIMITED_STOCK and OUT_OF_STOCK in the words of schema.org. */
const STOCK: Readonly<Record<string, string>> = {
  IN_STOCK: "InStock",
  LIMITED_STOCK: "LimitedAvailability",
  OUT_OF_STOCK: "OutOfStock",
};

function itemOf(listing: z.output<typeof Listing>) {
  const price = listing.price ?? listing.currentBidPrice;
  const address = URL.parse(listing.itemWebUrl ?? "");
  const place = listing.itemLocation;
  const shipping = listing.shippingOptions[0];
  const stock = listing.estimatedAvailabilities[0]?.estimatedAvailabilityStatus;
  return {
    title: listing.title,
    url: address && `${address.origin}${address.pathname}`,
    id: listing.legacyItemId ?? listing.itemId.split("|")[1] ?? listing.itemId,
    price: price?.value,
    currency: price?.currency,
    oldPrice: listing.marketingPrice?.originalPrice?.value,
    discount: listing.marketingPrice?.discountPercentage,
    ...availabilityOf(STOCK[stock ?? ""]),
    condition: conditionOf(listing.condition),
    conditionText: listing.condition,
    brand: listing.brand,
    model: listing.mpn,
    gtin: /^\d{8,14}$/.test(listing.gtin ?? "") ? listing.gtin : undefined,
    shipping: shipping?.shippingCostType,
    shippingPrice: shipping?.shippingCost?.value,
    location: [place?.city, place?.stateOrProvince, place?.country].filter(Boolean).join(", "),
    seller: listing.seller?.username,
    bids: listing.bidCount,
    image: listing.image?.imageUrl,
    publishedAt: isoDate(listing.itemCreationDate),
    snippet: listing.subtitle ?? listing.shortDescription,
  };
}

const searching = json({
  pages: ({ page, ...ask }: Asked & PageRequest) =>
    (page - 1) * PER_PAGE >= LAST_ROW
      ? undefined
      : get(
          `${API}/item_summary/search`,
          { q: ask.text, limit: PER_PAGE, offset: (page - 1) * PER_PAGE },
          marketplaceOf(ask),
        ),
  body: z.object({ total: Count, itemSummaries: listOf(Listing) }),
  items: ({ itemSummaries }) => itemSummaries.map(itemOf),
  next: ({ total, itemSummaries }, _input, response) => rowsRemain(response, "offset", itemSummaries.length, total),
});

const one = json({
  request: (ask: Asked & PageRequest) =>
    get(`${API}/item/get_item_by_legacy_id`, { legacy_item_id: ask.item }, marketplaceOf(ask)),
  judge: emptyOn(404),
  body: Listing,
  items: (listing) => [itemOf(listing)],
});

export const browseApi = withToken(
  {
    request: ({ EBAY_CLIENT_ID: id = "", EBAY_CLIENT_SECRET: secret = "" }) =>
      clientCredentials(
        "https://api.ebay.com/identity/v1/oauth2/token",
        id,
        secret,
        "https://api.ebay.com/oauth/api_scope",
      ),
    // A token lives two hours.
    ttlMs: 7_000_000,
  },
  branch(({ item }: Asked) => item !== undefined, one, searching),
);
