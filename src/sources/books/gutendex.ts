import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { operatorsInstance } from "../kit/requests/instance.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { Count } from "../kit/values/fields.ts";
import { languageTags } from "../kit/values/languages.ts";
import { webUrl } from "../kit/values/links.ts";
import { BookItem, Download, Lifetime } from "./item.ts";

const PastTheEnd = z.object({ detail: z.literal("Invalid page.") });

const Person = z.object({
  name: z.string(),
  birth_year: z.int().nullish(),
  death_year: z.int().nullish(),
});

const Texts = z.array(z.string()).nullish();

/** A book as the API answers it. */
const Book = z.object({
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
const itemOf = (book: z.output<typeof Book>) => ({
  title: book.title,
  url: `https://www.gutenberg.org/ebooks/${book.id}`,
  snippet: book.summaries?.[0] || book.subjects?.join(", "),
  authors: names(book.authors),
  languages: languageTags(book.languages),
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

export const gutendex = defineSource({
  id: "gutendex",
  title: "Project Gutenberg (Gutendex)",
  docs: "https://gutendex.com/",
  terms:
    "no key; no published limit, slow at times; an own instance may be set; most books are free of copyright in the USA",
  query: text(
    "words of titles and authors' names",
    "dickens great",
    z.object({
      language: z
        .string()
        .regex(/^[a-z]{2}(,[a-z]{2}){0,9}$/, "two-letter language codes, separated by commas")
        .optional()
        .describe("only books in these languages, e.g. fr or en,de"),
      topic: z.string().max(100).optional().describe("a word of the subjects or bookshelves, e.g. children"),
      sort: z.enum(["popular", "ascending", "descending"]).optional().describe("by downloads (default) or by number"),
    }),
  ),
  key: { env: ["GUTENDEX_URL"], required: false, from: "https://github.com/garethbjohnson/gutendex" },
  item: BookItem.extend({
    authorDetails: z.array(Lifetime).optional(),
    translators: z.array(z.string()).optional(),
    editors: z.array(z.string()).optional(),
    bookshelves: z.array(z.string()).optional(),
    copyright: z.boolean().optional().describe("whether it is under copyright in the USA"),
    downloads: z.array(Download).optional(),
    downloadCount: Count.optional().describe("downloads within 30 days"),
    id: z.string().describe("the book's number"),
  }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: json({
    pages: ({ text: search, language, topic, sort, page, key }) =>
      get(`${operatorsInstance("GUTENDEX_URL", key, "https://gutendex.com")}/books/`, {
        search,
        page,
        languages: language,
        topic,
        sort,
      }),
    refused: (body, { status }) => (status === 404 && PastTheEnd.safeParse(body).success ? "empty" : undefined),
    body: z.object({ results: z.array(Book), next: z.string().nullish() }),
    items: ({ results }) => results.map(itemOf),
    next: ({ next }) => (next ? undefined : null),
  }),
});
