import { z } from "zod";
import { Count, Currency, IsoDate, Money, Ratio } from "../../../sources/kit/values/fields.ts";
import { Percent } from "../../fields.ts";

const PriceM2 = z.number().describe("EUR per m²");
const RentM2 = z.number().describe("EUR per m² and month, charges included");
const Dwelling = z.enum(["apartment", "house"]);

const Spread = z.object({
  median: PriceM2.optional(),
  q1: PriceM2.optional().describe("lower quartile, of four sales and more"),
  q3: PriceM2.optional().describe("upper quartile"),
  n: Count,
  small_sample: z.boolean().optional().describe("fewer than ten sales"),
});

/** What dwellings of a commune cost to buy and to rent. */
export const answer = z.object({
  place: z.object({
    commune: z.string(),
    postal_code: z.string().optional(),
    insee_code: z.string(),
    department: z.string().optional(),
    population: Count.optional(),
  }),
  price_m2: z
    .object({
      all: Spread,
      apartment: Spread.optional(),
      house: Spread.optional(),
      year: z.int().describe("the newest with sales"),
      since: IsoDate.describe("sales after this day are counted: 24 months"),
      through: IsoDate.describe("the last sale counted"),
      unit: z.string(),
      small_sample: z.boolean().optional().describe("fewer than ten sales of the type that is estimated"),
    })
    .describe("sales of exactly one dwelling in the 24 months up to the last of them"),
  estimate: z.object({
    type: Dwelling,
    surface_m2: z.number(),
    value: z.number().optional(),
    low: z.number().optional().describe("by the lower quartile"),
    high: z.number().optional().describe("by the upper quartile"),
    currency: Currency,
    basis: z.string(),
  }),
  recent_transactions: z.array(
    z.object({
      date: IsoDate.optional(),
      type: z.string().optional().describe("Appartement, Maison, Dépendance …"),
      price: Money,
      surface_m2: z.number().optional(),
      price_m2: PriceM2.optional().describe("where exactly one dwelling was sold"),
      rooms: Count.optional(),
      land_m2: z.number().optional(),
      address: z.string(),
    }),
  ),
  trends: z
    .object({
      type: Dwelling,
      one_year_pct: Percent.optional().describe(
        "percent; the newest year against the year before, three sales in both",
      ),
      five_year_pct: Percent.optional().describe("percent; five years of sales, four intervals"),
      annualised_pct: Percent.optional().describe("percent a year, over those four intervals"),
      by_type: z.array(
        z.object({
          type: Dwelling,
          one_year_pct: Percent.optional(),
          five_year_pct: Percent.optional(),
          years: z.array(
            z.object({
              year: z.int(),
              median_m2: PriceM2,
              n: Count,
              small_sample: z.boolean().optional().describe("fewer than ten sales"),
            }),
          ),
        }),
      ),
    })
    .describe("medians by calendar year; the newest year may be incomplete"),
  rent: z.object({
    segment: z.enum(["apartment", "apartment_1_2_rooms", "apartment_3_plus_rooms", "house"]),
    median_m2: RentM2.optional().describe("the commune's indicator of all flats, or of houses"),
    estimated_m2: RentM2.optional().describe("the indicator of the segment"),
    estimated_month: z.number().optional().describe("EUR a month"),
    low_month: z.number().optional().describe("EUR a month, by the lower bound of the prediction"),
    high_month: z.number().optional().describe("EUR a month, by the upper bound"),
    gap_pct: Percent.optional().describe("percent; the segment against all of its kind"),
    gross_yield_pct: Percent.optional().describe("percent a year of the median price, before charges and taxes"),
    listings_n: Count.optional().describe("advertisements in the commune"),
    level: z.enum(["commune", "maille"]).optional().describe("maille: the commune with its like neighbours"),
    year: z.int(),
    note: z.string(),
  }),
  neighbours: z
    .array(
      z.object({
        commune: z.string(),
        insee_code: z.string(),
        distance_km: z.number().describe("between the centres"),
        price_m2: PriceM2.optional().describe("median of the same type and year"),
        n: Count.optional().describe("absent: its sales are not known"),
        small_sample: z.boolean().optional().describe("fewer than ten sales"),
        difference_pct: Percent.optional().describe("percent; against the commune, where both have three sales"),
        one_year_pct: Percent.optional(),
        rent_m2: RentM2.optional(),
      }),
    )
    .describe("the nearest first"),
  market: z.object({
    sales_by_year: z
      .array(z.object({ year: z.int(), n: Count }))
      .optional()
      .describe("sales of exactly one dwelling"),
    volume_change_pct: Percent.optional().describe("percent; the last whole year against the one before"),
    year: z.int().optional().describe("the newest with sales, which may be incomplete"),
    whole_year: z.int().optional().describe("the last whole one"),
    apartments_share: Ratio.optional().describe("of the sales of the newest year"),
    direction: z.enum(["rising", "stable", "falling", "unknown"]).describe("of prices in a year; stable within 2 %"),
    liquidity_per_1000: z.number().optional().describe("sales of the last whole year to 1,000 inhabitants"),
    energy_classes: z.array(z.object({ class: z.string(), n: Count })).optional(),
  }),
});
export type Answer = z.output<typeof answer>;

/** What q was taken for. */
export const meant = z.object({
  commune: z.string(),
  insee_code: z.string(),
  address: z.string().optional().describe("the address that was found, where q is one"),
  by: z.string().describe("the sources that told so"),
  others: z
    .array(z.object({ commune: z.string(), insee_code: z.string(), department: z.string().optional() }))
    .describe("other communes that q could mean"),
});
