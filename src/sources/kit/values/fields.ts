import { z } from "zod";

/** The fields that items are made of, so that the same thing has the same form in every source. */

/** ISO 8601, as exact as the upstream knows: a year, a month, a day or an instant. */
export const IsoDate = z
  .string()
  .regex(
    /^-?\d{4,6}(-\d{2}(-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?)?)?$/,
    "not an ISO 8601 date",
  )
  .describe("ISO 8601 date, as exact as the upstream knows it");

/** An absolute http(s) URL. */
export const HttpUrl = z.url({ protocol: /^https?$/ }).describe("absolute http(s) URL");

/** How many of something. */
export const Count = z.int().nonnegative();

/** A share between 0 and 1. */
export const Ratio = z.number().min(0).max(1);

/** An ISO 4217 code. */
export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .describe("ISO 4217 currency code");

/** An amount of money, with its currency. */
export const Money = z.object({ amount: z.number(), currency: Currency });

/** A BCP 47 tag. */
export const LanguageTag = z
  .string()
  .regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/)
  .describe("BCP 47 language tag");

/** What every item of every category has at least. */
export const BaseItem = z.object({
  title: z.string().optional(),
  url: HttpUrl.optional(),
  snippet: z.string().optional(),
  source: z.string().describe("id of the source that produced the item"),
});
