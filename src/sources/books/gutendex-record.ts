import { z } from "zod";
import { Count } from "../kit/fields.ts";
import { webUrl } from "../kit/links.ts";

const Person = z.object({
  name: z.string(),
  birth_year: z.int().nullish(),
  death_year: z.int().nullish(),
});

const Texts = z.array(z.string()).nullish();

/** A book as the API answers it. */
export const Book = z.object({
  id: z.int(),
  title: z.string(),
  authors: z.array(Person).nullish(),
  translators: z.array(Person).nullish(),
  editors: z.array(Person).nullish(),
  summaries: Texts,
  subjects: Texts,
  bookshelves: Texts,
  languages: Texts,
  copyright: z.boolean().nullish(),
  formats: z.record(z.string(), z.string()).nullish(),
  download_count: Count.nullish(),
});

const names = (people: z.output<typeof Person>[] | null | undefined) => people?.map(({ name }) => name);

/** What the catalogue says of a book. */
export const itemOf = (book: z.output<typeof Book>) => ({
  title: book.title,
  url: `https://www.gutenberg.org/ebooks/${book.id}`,
  snippet: book.summaries?.[0] || book.subjects?.join(", "),
  authors: names(book.authors),
  languages: book.languages,
  subjects: book.subjects,
  image: webUrl(book.formats?.["image/jpeg"]),
  authorDetails: book.authors?.map(({ name, birth_year, death_year }) => ({
    name,
    birthYear: birth_year,
    deathYear: death_year,
  })),
  translators: names(book.translators),
  editors: names(book.editors),
  bookshelves: book.bookshelves,
  copyright: book.copyright,
  downloads: Object.entries(book.formats ?? {}).flatMap(([type, address]) => {
    const url = webUrl(address);
    return url && !type.startsWith("image/") ? [{ type, url }] : [];
  }),
  downloadCount: book.download_count,
  id: String(book.id),
});
