import { z } from "zod";
import { BaseItem, Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { LanguageTag } from "../kit/values/languages.ts";

/** A book: a work, or one edition of it. */
export const BookItem = BaseItem.extend({
  title: z.string().describe("title, with the subtitle where the source has one apart"),
  snippet: z.string().optional().describe("description, or else what the book is about"),
  authors: z.array(z.string()).optional(),
  publishers: z.array(z.string()).optional(),
  publishedAt: IsoDate.optional().describe("when it was published, mostly a year; of a work when it was first"),
  languages: z.array(LanguageTag).optional(),
  isbn: z.array(z.string()).optional().describe("ISBN-10 and ISBN-13 without hyphens"),
  subjects: z.array(z.string()).optional(),
  pages: Count.optional(),
  image: HttpUrl.optional().describe("the cover"),
});

/** A file of a book to download. */
export const Download = z.object({ type: z.string().describe("media type"), url: HttpUrl });

const Year = z.int();

/** A person with the years of birth and death. */
export const Lifetime = z.object({ name: z.string(), birthYear: Year.optional(), deathYear: Year.optional() });

/** `Title: subtitle`. */
export const fullTitle = (title: string, subtitle: string | null | undefined): string =>
  subtitle ? `${title}: ${subtitle}` : title;

/** A year as a date of four digits. */
export const yearDate = (year: number | null | undefined): string | undefined =>
  year && year > 0 && year < 10_000 ? String(year).padStart(4, "0") : undefined;

/** The first year of four digits in a catalogue's date ("1862-1863", "[DL 2013]", "c1998"). */
export const yearIn = (written: string | null | undefined): string | undefined =>
  /(?<!\d)(1\d|20)\d\d(?!\d)/.exec(written ?? "")?.[0];
