import { z } from "zod";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json, numeric } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { Count, HttpUrl } from "../kit/values/fields.ts";
import { languageTags } from "../kit/values/languages.ts";
import { webUrl } from "../kit/values/links.ts";
import { BookItem, Lifetime, yearDate, yearIn } from "./item.ts";

const PER_PAGE = 50;

/** Numbers come as text, and unknown ones as "" or "0". */
const Figure = numeric.nullish().catch(undefined);

const Author = z.object({
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  dob: Figure,
  dod: Figure,
});

const Named = z.array(z.object({ name: z.string().nullish() })).nullish();

const Book = z.object({
  id: z.coerce.string(),
  title: z.string(),
  description: z.string().nullish(),
  url_librivox: z.string().nullish(),
  language: z.string().nullish(),
  copyright_year: z.coerce.string().nullish(),
  num_sections: Figure,
  totaltime: z.string().nullish(),
  totaltimesecs: Figure,
  url_zip_file: z.string().nullish(),
  url_rss: z.string().nullish(),
  url_text_source: z.string().nullish(),
  url_iarchive: z.string().nullish(),
  coverart_jpg: z.string().nullish(),
  authors: z.array(Author).nullish(),
  genres: Named,
});

const Nothing = z.object({ error: z.string().regex(/could not be found/i) });

const nameOf = ({ first_name, last_name }: z.output<typeof Author>): string =>
  [first_name, last_name].filter(Boolean).join(" ").trim();

/** A year; 0 stands for an unknown one. */
const yearOf = (year: number | null | undefined): number | undefined =>
  year && Number.isInteger(year) ? year : undefined;

export const librivox = defineSource({
  id: "librivox",
  title: "LibriVox audiobooks",
  docs: "https://librivox.org/api/info",
  terms: "no key; no published limit, slow; recordings in the public domain",
  query: text(
    "the beginning of a book's title",
    "bleak house",
    z.object({
      author: z.string().max(100).optional().describe("the author's last name, e.g. dickens"),
      genre: z.string().max(100).optional().describe("a genre of LibriVox, e.g. Humorous Fiction"),
    }),
  ),
  item: BookItem.extend({
    authorDetails: z.array(Lifetime).optional(),
    sections: Count.optional().describe("parts of the recording"),
    duration: z.string().optional().describe("h:mm:ss"),
    durationSeconds: Count.optional(),
    downloadUrl: HttpUrl.optional().describe("the whole recording as one archive"),
    feedUrl: HttpUrl.optional().describe("podcast feed of the parts"),
    textUrl: HttpUrl.optional().describe("the text that is read"),
    archiveUrl: HttpUrl.optional().describe("the recording on the Internet Archive"),
    genres: z.array(z.string()).optional(),
    id: z.string().describe("the recording's number"),
  }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: json({
    pages: ({ text: title, author, genre, page }) =>
      get("https://librivox.org/api/feed/audiobooks", {
        // ^ anchors the beginning; without it the whole title is compared.
        title: `^${title}`,
        author,
        genre,
        format: "json",
        extended: 1,
        coverart: 1,
        limit: PER_PAGE,
        offset: (page - 1) * PER_PAGE,
      }),
    refused: (body, { status }) => (status === 404 && Nothing.safeParse(body).success ? "empty" : undefined),
    body: z.object({ books: z.array(Book) }),
    items: ({ books }) =>
      books.map((book) => ({
        title: book.title,
        url: webUrl(book.url_librivox),
        snippet: textOfHtml(book.description),
        authors: book.authors?.map(nameOf),
        publishedAt: yearIn(book.copyright_year) ?? yearDate(Number(book.copyright_year)),
        languages: languageTags([book.language]),
        image: webUrl(book.coverart_jpg),
        authorDetails: book.authors?.map((author) => ({
          name: nameOf(author),
          birthYear: yearOf(author.dob),
          deathYear: yearOf(author.dod),
        })),
        sections: book.num_sections || undefined,
        duration: book.totaltime,
        durationSeconds: book.totaltimesecs || undefined,
        downloadUrl: webUrl(book.url_zip_file),
        feedUrl: webUrl(book.url_rss),
        textUrl: webUrl(book.url_text_source),
        archiveUrl: webUrl(book.url_iarchive),
        genres: book.genres?.flatMap(({ name }) => name ?? []),
        id: book.id,
      })),
    next: ({ books }) => (books.length < PER_PAGE ? null : undefined),
  }),
});
