import { z } from "zod";
import { characters } from "../../queries.ts";

/** What `q` is taken for: a name, or a code that stands for one. */
export interface Asked {
  readonly text: string;
  /** Eight to fourteen digits. */
  readonly gtin?: string;
  /** Amazon's own number. */
  readonly asin?: string;
}

const GTIN = /^\d{8}(?:\d{4,6})?$/;
const ASIN = /^B0[0-9A-Z]{8}$/;

/** A product's name, GTIN or ASIN. */
export const productQuery = characters(2, 150)
  .refine((text) => !/^(?:https?:\/\/|www\.)/i.test(text), { error: "give the product's name, not a URL." })
  .refine((text) => /[\p{L}\p{N}]{2}/u.test(text), { error: "must hold a word" })
  .transform((text): Asked => {
    const digits = text.replace(/[\s-]/g, "");
    if (GTIN.test(digits)) return { text: digits, gtin: digits };
    return ASIN.test(text) ? { text, asin: text } : { text };
  });

const MAX_WORDS = 5;

/** The name at the beginning of a listing's title: what stands before its first comma, dash or bracket, five words at most. */
export const nameIn = (title: string): string =>
  (title.split(/[,;|([]|\s[-–—]\s/)[0] ?? title).trim().split(/\s+/).slice(0, MAX_WORDS).join(" ");

export const understood = z.object({
  name: z.string(),
  gtin: z.string().optional(),
  asin: z.string().optional(),
  region: z.string(),
  currency: z.string(),
  condition: z.string(),
  language: z.string().describe("of the prompt: the region's"),
});
