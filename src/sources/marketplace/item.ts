import { z } from "zod";
import { BaseItem, Count, Currency, HttpUrl } from "../kit/values/fields.ts";
import { moneyIn } from "../kit/values/money.ts";

/** What schema.org calls the states of an offer (https://schema.org/ItemAvailability). */
const AVAILABILITY = [
  "BackOrder",
  "Discontinued",
  "InStock",
  "InStoreOnly",
  "LimitedAvailability",
  "MadeToOrder",
  "OnlineOnly",
  "OutOfStock",
  "PreOrder",
  "PreSale",
  "Reserved",
  "SoldOut",
] as const;

const CONDITIONS = ["new", "refurbished", "used"] as const;

/** An offer of a marketplace. A price is a number, and never without its currency. */
export const OfferItem = BaseItem.extend({
  title: z.string(),
  id: z.union([z.int(), z.string()]).optional().describe("the marketplace's own id of the product or listing"),
  price: z.number().nonnegative().optional().describe("what it costs now, in `currency`; of a range the least"),
  priceMax: z.number().nonnegative().optional().describe("the most it costs, where it has a range of prices"),
  currency: Currency.optional(),
  oldPrice: z.number().nonnegative().optional().describe("the price struck out beside it, in `currency`"),
  discount: z.number().min(0).max(100).optional().describe("percent off, as the marketplace says"),
  availability: z.enum(AVAILABILITY).optional().describe("as schema.org names it"),
  inStock: z.boolean().optional().describe("whether it can be had now"),
  condition: z.enum(CONDITIONS).optional(),
  seller: z.string().optional().describe("the shop or merchant that sells it"),
  brand: z.string().optional(),
  model: z.string().optional().describe("the maker's model or part number"),
  gtin: z
    .string()
    .regex(/^\d{8,14}$/)
    .optional(),
  rating: z.number().min(0).max(5).optional().describe("mean rating, 0 to 5"),
  ratingCount: Count.optional().describe("how many rated it"),
  shipping: z.string().optional().describe("delivery, as the marketplace words it"),
  shippingPrice: z.number().nonnegative().optional().describe("cost of delivery, in `currency`; 0 where it is free"),
  image: HttpUrl.optional(),
  sponsored: z.boolean().optional().describe("a paid place among the results"),
});

/** What an offer's availability and its being in stock are called, of the marks that pages give: an address or a name of schema.org. */
export function availabilityOf(mark: string | null | undefined) {
  const name = mark?.split("/").at(-1)?.toLowerCase();
  const availability = AVAILABILITY.find((known) => known.toLowerCase() === name);
  return {
    availability,
    inStock: availability && !/^(OutOfStock|SoldOut|Discontinued|PreOrder|PreSale|Reserved)$/.test(availability),
  };
}

/** The common fields of a written price, of a range if it is one; none where neither the text nor the market tells its currency. */
export function priceIn(written: string | null | undefined, own: string) {
  const money = moneyIn(written, own);
  if (!money?.currency) return { price: undefined, priceMax: undefined, currency: undefined };
  const [price, other] = money.amounts;
  const priceMax = price !== undefined && other !== undefined && other > price ? other : undefined;
  return { price, priceMax, currency: money.currency };
}

/** New, refurbished or used, of the words of several languages; undefined where they tell none of these. */
export function conditionOf(words: string | null | undefined): (typeof CONDITIONS)[number] | undefined {
  if (!words) return undefined;
  if (
    /refurb|renewed|reconditioned|generalüberholt|reconditionn|ricondizionat|reacondicionad|recondicionad/i.test(words)
  )
    return "refurbished";
  if (/used|pre-?owned|open box|gebraucht|occasion|usato|usado|segunda mano|for parts|中古/i.test(words)) return "used";
  return /\bnew|neu\b|brandneu|neuf|nuovo|nuevo|novo\b|新品/i.test(words) ? "new" : undefined;
}

/** How many, of "1,234", "1.234", "(132)", "2.5K", "#1"; thousands may be parted by anything. */
export function countIn(written: string | null | undefined): number | undefined {
  const [, digits, scale] = /(\d[\d.,\u00a0\u202f ]{0,15})\s?(K|M|mil\b)?/i.exec(written ?? "") ?? [];
  if (!digits) return undefined;
  if (!scale) return Number(digits.replace(/\D/g, ""));
  return Math.round(Number(digits.trim().replace(",", ".")) * (/^m$/i.test(scale) ? 1e6 : 1e3));
}
