import { z } from "zod";
import type { Item } from "../../../sources/source.ts";
import { rounded } from "../../formulas/rounding.ts";
import { type Condition, conditionOf, matchOf } from "../../formulas/same-product.ts";
import type { Marketplace } from "./markets.ts";
import type { Rate } from "./rates.ts";

/** What is wanted, as far as `q` tells it. */
export interface Wanted {
  /** Told by `q`, or by who knows the code. */
  readonly name: string;
  /** Whether the name says what the thing is: a code alone does not. */
  readonly named: boolean;
  readonly gtin?: string | undefined;
  readonly asin?: string | undefined;
  readonly brand?: string | undefined;
}

/** An offer of the product, its prices in one currency. */
export interface Offer {
  readonly marketplace: Marketplace;
  readonly title: string;
  readonly url?: string | undefined;
  readonly price: number;
  readonly original?: { readonly amount: number; readonly currency: string } | undefined;
  readonly shipping?: number | undefined;
  readonly oldPrice?: number | undefined;
  readonly condition: Condition;
  readonly available?: boolean | undefined;
  readonly seller?: string | undefined;
  readonly rating?: number | undefined;
  readonly votes?: number | undefined;
  readonly match: number;
  readonly sponsored?: boolean | undefined;
  readonly brand?: string | undefined;
  readonly model?: string | undefined;
  readonly gtin?: string | undefined;
  readonly image?: string | undefined;
}

const Text = z.string().optional().catch(undefined);
const Figure = z.number().nonnegative().optional().catch(undefined);
const Flag = z.boolean().optional().catch(undefined);

/** An item of any marketplace, as far as it is read. */
const Listing = z.object({
  title: z.string(),
  url: Text,
  price: z.number().positive(),
  currency: z.string(),
  oldPrice: Figure,
  inStock: Flag,
  condition: z.enum(["new", "refurbished", "used"]).optional().catch(undefined),
  seller: Text,
  brand: Text,
  model: Text,
  gtin: Text,
  asin: Text,
  rating: Figure,
  ratingCount: Figure,
  shippingPrice: Figure,
  image: Text,
  sponsored: Flag,
  // An auction's bid of the moment is no price.
  bids: z.undefined().optional(),
});

/** A listing of the product, priced as the marketplace prices it. */
export interface Found extends z.output<typeof Listing> {
  readonly marketplace: Marketplace;
  readonly match: number;
}

/** The listings of the product among a marketplace's items, and how many were of something else. What has no price is neither. */
export function foundIn(
  marketplace: Marketplace,
  items: readonly Item[],
  wanted: Wanted,
): { readonly found: readonly Found[]; readonly rejected: number } {
  const listings = items.flatMap((item) => Listing.safeParse(item).data ?? []);
  const found = listings.flatMap((listing): readonly Found[] => {
    const same = wanted.asin !== undefined && listing.asin === wanted.asin;
    const match = same ? 1 : matchOf({ name: wanted.name, gtin: wanted.gtin }, listing);
    return match === undefined ? [] : [{ ...listing, marketplace, match }];
  });
  return { found, rejected: listings.length - found.length };
}

/** A listing in another currency; undefined where its rate is not known. */
export function offerOf(found: Found, into: string, rates: readonly Rate[]): Offer | undefined {
  const { currency, price, oldPrice, shippingPrice, inStock, ratingCount, asin, ...rest } = found;
  const rate = currency === into ? 1 : rates.find((known) => known.currency === currency)?.rate;
  if (rate === undefined) return undefined;
  const converted = (amount: number | undefined) =>
    amount === undefined ? undefined : rate === 1 ? amount : rounded(amount * rate, 2);
  return {
    ...rest,
    price: converted(price) ?? price,
    original: currency === into ? undefined : { amount: price, currency },
    oldPrice: converted(oldPrice),
    shipping: converted(shippingPrice),
    condition: conditionOf(found),
    available: inStock,
    votes: ratingCount,
  };
}
