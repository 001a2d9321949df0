import { z } from "zod";

/** The fields that items are made of, so that the same thing has the same form in every source. */

const ISO_8601 = /^-?\d{4,6}(-\d{2}(-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?)?)?$/;

/**
 * ISO 8601, as exact as the upstream knows: a year, a month, a day or an instant in UTC ("2026-11-21T12:00:00.000Z"). A time
 * of day without a zone is no instant: its day is known, and stays.
 */
export const IsoDate = z
  .string()
  .regex(ISO_8601, "not an ISO 8601 date")
  .overwrite(instantInUtc)
  .describe("ISO 8601 date, as exact as the upstream knows it; instants in UTC");

function instantInUtc(written: string): string {
  if (!written.includes("T")) return written;
  if (!/(Z|[+-]\d{2}:?\d{2})$/.test(written)) return written.slice(0, written.indexOf("T"));
  const at = Date.parse(written.replace(/([+-]\d{2})(\d{2})$/, "$1:$2"));
  return Number.isNaN(at) ? written : new Date(at).toISOString();
}

/**
 * A time where something takes place (a departure, a sunrise, a concert), which readers want by the clocks of that place:
 * ISO 8601 with the place's offset from UTC, in UTC where the upstream does not tell it.
 */
export const PlaceTime = z
  .string()
  .regex(
    /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/,
    "not an ISO 8601 time with its offset",
  )
  .overwrite((written) => written.replace(/T(\d{2}:\d{2})(?=Z|[+-])/, "T$1:00").replace(/\.0{1,3}(?=Z|[+-])/, ""))
  .describe("ISO 8601 time by the clocks of the place, with its offset from UTC");

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

/** What every item of every category has at least. */
export const BaseItem = z.object({
  title: z.string().optional(),
  url: HttpUrl.optional(),
  snippet: z.string().optional(),
  source: z.string().describe("id of the source that produced the item"),
});
