import { z } from "zod";
import { text } from "./query.ts";

/** What every engine may be asked beside the words; an engine that cannot honour one ignores it. */
export const SearchOptions = z.object({
  language: z
    .string()
    .regex(/^[a-z]{2}$/, "a two-letter language code")
    .optional()
    .describe("two-letter language code, e.g. fr"),
  region: z
    .string()
    .regex(/^[A-Za-z]{2}$/, "a two-letter country code")
    .transform((code) => code.toUpperCase())
    .optional()
    .describe("two-letter country code, e.g. FR"),
  time_range: z.enum(["day", "week", "month", "year"]).optional().describe("only results as new as this"),
  safe: z.enum(["off", "moderate", "strict"]).optional().describe("filter of adult results"),
});

/** What is asked for. */
export type SearchInput = { readonly text: string } & z.output<typeof SearchOptions>;

/** A search in the words of the category: `{ text, language?, region?, time_range?, safe? }`. */
export const searchText = (describe: string, example: string) => text(describe, example, SearchOptions);

/**
 * The market that was asked for, as `fr` and `FR`: a language alone goes with the region where it is spoken most, a region
 * alone with the language spoken most there (CLDR's likely subtags). Undefined where neither was asked for.
 */
export function marketOf({ language, region }: SearchInput): { language: string; region: string } | undefined {
  if (!language && !region) return undefined;
  const whole = new Intl.Locale(language ?? "und", region ? { region } : {}).maximize();
  return { language: whole.language, region: whole.region ?? "US" };
}

/** How many days back a time range goes. */
export const DAYS = { day: 1, week: 7, month: 30, year: 365 } as const;
