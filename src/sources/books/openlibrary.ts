import { z } from "zod";
import { defineSource } from "../define.ts";
import { branch } from "../kit/compose/steps.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { pagesRemain } from "../kit/requests/further.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, HttpUrl } from "../kit/values/fields.ts";
import { languageTags } from "../kit/values/languages.ts";
import { webUrl } from "../kit/values/links.ts";
import { isbnOf } from "./isbn.ts";
import { BookItem, fullTitle, yearDate, yearIn } from "./item.ts";

const SITE = "https://openlibrary.org";
const PER_PAGE = 20;
/** A work of many editions has hundreds of each. */
const MOST = 20;
/** Without them the answer holds a short list only. */
const FIELDS =
  "key,title,subtitle,author_name,author_key,first_publish_year,edition_count,isbn,language,cover_i,ebook_access,ia,publisher,subject,number_of_pages_median,ratings_average,ratings_count";

interface Input {
  readonly text: string;
  readonly isbn: string | undefined;
  readonly language?: string | undefined;
}

const Texts = z.array(z.string()).nullish();

const Work = z.object({
  key: z.string(),
  title: z.string(),
  subtitle: z.string().nullish(),
  author_name: Texts,
  first_publish_year: z.int().nullish(),
  edition_count: Count.nullish(),
  isbn: Texts,
  language: Texts,
  cover_i: z.int().nullish(),
  ebook_access: z.string().nullish(),
  ia: Texts,
  publisher: Texts,
  subject: Texts,
  number_of_pages_median: Count.nullish(),
  ratings_average: z.number().nullish(),
  ratings_count: Count.nullish(),
});

const search = json({
  pages: ({ text: q, language, page }: Input & PageRequest) =>
    get(`${SITE}/search.json`, { q, page, limit: PER_PAGE, lang: language, fields: FIELDS }),
  // The total comes under either name.
  body: z.object({ docs: z.array(Work), numFound: z.int().nullish(), num_found: z.int().nullish() }),
  items: ({ docs }) =>
    docs.map((work) => ({
      title: fullTitle(work.title, work.subtitle),
      url: `${SITE}${work.key}`,
      snippet: work.subject?.slice(0, 5).join(", "),
      authors: work.author_name,
      publishers: work.publisher?.slice(0, MOST),
      publishedAt: yearDate(work.first_publish_year),
      languages: languageTags(work.language),
      isbn: work.isbn?.slice(0, MOST),
      subjects: work.subject?.slice(0, MOST),
      pages: work.number_of_pages_median,
      image: work.cover_i && work.cover_i > 0 ? `https://covers.openlibrary.org/b/id/${work.cover_i}-M.jpg` : undefined,
      editions: work.edition_count,
      ebookAccess: work.ebook_access,
      readUrl: work.ia?.[0] && `https://archive.org/details/${encodeURIComponent(work.ia[0])}`,
      rating: work.ratings_average,
      ratings: work.ratings_count,
    })),
  next: ({ numFound, num_found }, _input, response) => pagesRemain(response, PER_PAGE, numFound ?? num_found),
});

const Named = z.array(z.object({ name: z.string().nullish() })).nullish();
const names = (list: z.output<typeof Named>) => list?.flatMap(({ name }) => name ?? []);

const Edition = z.object({
  url: z.string(),
  title: z.string(),
  subtitle: z.string().nullish(),
  authors: Named,
  publishers: Named,
  subjects: Named,
  publish_date: z.string().nullish(),
  number_of_pages: Count.nullish(),
  identifiers: z.object({ isbn_13: Texts, isbn_10: Texts }).nullish(),
  cover: z.object({ medium: z.string().nullish() }).nullish(),
  by_statement: z.string().nullish(),
  notes: z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)]).nullish(),
  ebooks: z.array(z.object({ preview_url: z.string().nullish() })).nullish(),
});

/** The one edition of an ISBN: https://openlibrary.org/dev/docs/api/books */
const byIsbn = json({
  request: ({ isbn }: Input) =>
    get(`${SITE}/api/books`, { bibkeys: `ISBN:${isbn ?? ""}`, jscmd: "data", format: "json" }),
  body: z.record(z.string(), Edition),
  items: (editions) =>
    Object.values(editions).map((edition) => ({
      title: fullTitle(edition.title, edition.subtitle),
      url: edition.url.replace(/^http:/, "https:"),
      snippet: edition.by_statement || edition.notes,
      authors: names(edition.authors),
      publishers: names(edition.publishers),
      publishedAt: isoDate(edition.publish_date) ?? yearIn(edition.publish_date),
      isbn: [...(edition.identifiers?.isbn_13 ?? []), ...(edition.identifiers?.isbn_10 ?? [])],
      subjects: names(edition.subjects)?.slice(0, MOST),
      pages: edition.number_of_pages,
      image: webUrl(edition.cover?.medium),
      readUrl: webUrl(edition.ebooks?.[0]?.preview_url),
    })),
});

export const openlibrary = defineSource({
  id: "openlibrary",
  title: "Open Library",
  docs: "https://openlibrary.org/dev/docs/api/search",
  terms: "no key; one request a second, three with a User-Agent that names a contact; data CC0",
  query: query({
    describe:
      "words to search the works for (title:, author:, isbn:, subject: pass through), or an ISBN for that edition",
    example: "the left hand of darkness",
    options: z.object({
      language: z
        .string()
        .regex(/^[a-z]{2}$/, "a two-letter language code")
        .optional()
        .describe("editions in this language are preferred, e.g. fr"),
    }),
    parse: (text, { language }): Input => ({ text, language, isbn: isbnOf(text) }),
  }),
  item: BookItem.extend({
    url: HttpUrl,
    editions: Count.optional(),
    ebookAccess: z.string().optional().describe("public, borrowable, printdisabled or no_ebook"),
    readUrl: HttpUrl.optional().describe("where it can be read or borrowed online"),
    rating: z.number().min(0).max(5).optional().describe("readers' average, 1 to 5"),
    ratings: Count.optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: branch(({ isbn }: Input) => isbn !== undefined, byIsbn, search),
});
