import { z } from "zod";
import { Count, Currency, HttpUrl, IsoDate } from "../../../sources/kit/values/fields.ts";
import { Percent } from "../../fields.ts";

const Price = z.number().nonnegative();
const Rating = z.number().min(0).max(5);
const Ratio = z.number().min(0).max(1);

const CONDITIONS = ["new", "refurbished", "used", "unknown"] as const;

/** What is answered of a product. All prices are in `product.currency`, without shipping where nothing else is said. */
const SmallSample = z.boolean().optional().describe("fewer than three offers: no median says anything");

export const answer = z.object({
  product: z.object({
    name: z.string(),
    brand: z.string().optional(),
    model: z.string().optional(),
    gtin: z.string().optional(),
    image: HttpUrl.optional(),
    matched: Count.describe("offers of this product"),
    rejected: Count.describe("offers of something else, or of things for it"),
    currency: Currency,
    rates_date: IsoDate.optional().describe("day of the exchange rates"),
  }),
  offers: z.array(
    z.object({
      title: z.string(),
      url: HttpUrl.optional(),
      marketplace: z.string(),
      price: Price,
      currency: Currency,
      original: z.object({ amount: Price, currency: Currency }).optional().describe("as the marketplace says it"),
      shipping: Price.optional(),
      old_price: Price.optional().describe("the price struck out beside it"),
      condition: z.enum(CONDITIONS),
      available: z.boolean().optional(),
      seller: z.string().optional(),
      rating: Rating.optional(),
      votes: Count.optional(),
      match: Ratio.describe("how much of what was asked for it names"),
      sponsored: z.boolean().optional(),
    }),
  ),
  price: z.object({
    min: Price.optional(),
    max: Price.optional(),
    mean: Price.optional(),
    median: Price.optional(),
    n: Count.describe("new offers, outliers left out"),
    small_sample: SmallSample,
    marketplaces: Count,
    outliers: Count.describe("new offers left out: far from the others, or below a fifth of the median"),
    currency: Currency,
    as_of: IsoDate,
  }),
  by_marketplace: z.array(
    z.object({
      marketplace: z.string(),
      n: Count.describe("new offers"),
      min: Price,
      median: Price,
      max: Price,
      small_sample: SmallSample,
      available: Count,
      rating: Rating.optional().describe("weighted by votes"),
    }),
  ),
  availability: z.object({
    in_stock: Count,
    out_of_stock: Count,
    unknown: Count,
    share_in_stock: Ratio.optional().describe("of those whose stock is told, three at least"),
  }),
  ratings: z.object({
    mean: Rating.optional().describe("weighted by votes"),
    scale: z.int(),
    votes: Count,
    n: Count.describe("rated offers"),
    distribution: z.array(z.object({ marketplace: z.string(), rating: Rating, votes: Count })),
  }),
  reviews: z.object({
    count: Count.optional().describe("votes told by marketplaces"),
    discussions: z
      .array(z.object({ title: z.string(), url: HttpUrl, source: z.string(), date: IsoDate.optional() }))
      .optional(),
  }),
  best_value: z.object({
    title: z.string(),
    url: HttpUrl.optional(),
    marketplace: z.string(),
    price: Price.describe("with stated shipping"),
    rating: Rating.optional(),
    votes: Count.optional(),
    value: z.number().nonnegative().describe("(rating drawn to the mean of all / 5) / (price / median price)"),
    why: z.string(),
  }),
  price_trend: z.object({
    direction: z.enum(["rising", "falling", "stable", "unknown"]),
    slope_pct_30d: Percent.optional().describe("percent in 30 days, of the daily medians"),
    days: Count.describe("days observed"),
    observations: Count,
    since: IsoDate.optional(),
    history: z.array(z.object({ date: IsoDate, median: Price, min: Price, n: Count, small_sample: SmallSample })),
    discounted_share: Ratio.optional().describe("of the new offers now, three at least, with a price struck out"),
    median_discount_pct: Percent.optional().describe("percent, of those, where they are three or more"),
  }),
});

export type Answer = z.output<typeof answer>;
