import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json } from "../kit/readers/json.ts";
import { rowsRemain } from "../kit/requests/further.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, Currency, HttpUrl } from "../kit/values/fields.ts";
import { languageTags } from "../kit/values/languages.ts";
import { isbnOf } from "./isbn.ts";
import { BookItem, fullTitle, yearIn } from "./item.ts";

const PER_PAGE = 40;

const Failed = z.object({
  error: z.object({
    message: z.string().nullish(),
    errors: z.array(z.object({ reason: z.string().nullish() })).nullish(),
    details: z.array(z.object({ reason: z.string().nullish() })).nullish(),
  }),
});

/** A refused key comes as 400, and a spent quota may come as 403: https://cloud.google.com/apis/design/errors */
function refusal(body: unknown): SourceError | undefined {
  const failed = Failed.safeParse(body);
  if (!failed.success) return undefined;
  const { message, errors, details } = failed.data.error;
  const reasons = [...(errors ?? []), ...(details ?? [])].map(({ reason }) => reason ?? "");
  const said = `Google Books refuses to answer: ${quotedSaying(message ?? reasons.join(", "))}`;
  if (reasons.some((reason) => /^(keyInvalid|keyExpired|accessNotConfigured|API_KEY_\w+)$/.test(reason)))
    return new SourceError("missing-key", said);
  if (reasons.some((reason) => /(rate|quota|daily|user)\w*LimitExceeded|quotaExceeded/i.test(reason)))
    return new SourceError("rate-limited", said);
  return undefined;
}

/** A volume as the API answers it. */
const Volume = z.object({
  id: z.string(),
  volumeInfo: z.object({
    title: z.string().nullish(),
    subtitle: z.string().nullish(),
    authors: z.array(z.string()).nullish(),
    publisher: z.string().nullish(),
    publishedDate: z.string().nullish(),
    description: z.string().nullish(),
    industryIdentifiers: z.array(z.object({ type: z.string(), identifier: z.string() })).nullish(),
    pageCount: Count.nullish(),
    categories: z.array(z.string()).nullish(),
    averageRating: z.number().nullish(),
    ratingsCount: Count.nullish(),
    language: z.string().nullish(),
    imageLinks: z.object({ thumbnail: z.string().nullish() }).nullish(),
    canonicalVolumeLink: z.string().nullish(),
    infoLink: z.string().nullish(),
    previewLink: z.string().nullish(),
  }),
  saleInfo: z.object({ listPrice: z.object({ amount: z.number(), currencyCode: z.string() }).nullish() }).nullish(),
  accessInfo: z.object({ viewability: z.string().nullish() }).nullish(),
  searchInfo: z.object({ textSnippet: z.string().nullish() }).nullish(),
});

const secure = (address: string | null | undefined): string | undefined => address?.replace(/^http:/, "https:");

/** What Google says of a volume. */
const itemOf = ({ id, volumeInfo: volume, saleInfo, accessInfo, searchInfo }: z.output<typeof Volume>) => {
  if (!volume.title) return [];
  return {
    title: fullTitle(volume.title, volume.subtitle),
    url: secure(volume.canonicalVolumeLink || volume.infoLink),
    snippet: textOfHtml(volume.description || searchInfo?.textSnippet),
    authors: volume.authors,
    publishers: volume.publisher ? [volume.publisher] : undefined,
    publishedAt: isoDate(volume.publishedDate) ?? yearIn(volume.publishedDate),
    languages: languageTags([volume.language]),
    isbn: volume.industryIdentifiers?.flatMap(({ type, identifier }) => (type.startsWith("ISBN_") ? identifier : [])),
    subjects: volume.categories,
    pages: volume.pageCount || undefined,
    image: secure(volume.imageLinks?.thumbnail),
    id,
    rating: volume.averageRating,
    ratings: volume.ratingsCount,
    price: saleInfo?.listPrice?.amount,
    currency: saleInfo?.listPrice?.currencyCode,
    viewability: accessInfo?.viewability,
    previewUrl: secure(volume.previewLink),
  };
};

export const googleBooks = defineSource({
  id: "google_books",
  title: "Google Books",
  docs: "https://developers.google.com/books/docs/v1/using",
  terms: "without a key a shared quota that is often spent; with a free key 1,000 requests a day",
  query: text(
    "words to search for, intitle:, inauthor:, inpublisher:, subject: and isbn: pass through; an ISBN alone finds that book",
    "intitle:dune inauthor:herbert",
    z.object({
      language: z
        .string()
        .regex(/^[a-z]{2}$/, "a two-letter language code")
        .optional()
        .describe("only books in this language, e.g. fr"),
      region: z
        .string()
        .regex(/^[A-Za-z]{2}$/, "a two-letter country code")
        .transform((code) => code.toUpperCase())
        .default("US")
        .describe("country whose prices and rights to read count, e.g. FR"),
    }),
  ),
  key: {
    env: ["GOOGLE_BOOKS_API_KEY"],
    required: false,
    from: "https://console.cloud.google.com/apis/library/books.googleapis.com",
  },
  item: BookItem.extend({
    id: z.string().describe("the volume's id"),
    rating: z.number().min(0).max(5).optional().describe("readers' average, 1 to 5"),
    ratings: Count.optional(),
    price: z.number().nonnegative().optional().describe("list price of the e-book"),
    currency: Currency.optional(),
    viewability: z.string().optional().describe("PARTIAL, ALL_PAGES, NO_PAGES or UNKNOWN"),
    previewUrl: HttpUrl.optional(),
  }),
  polite: { concurrency: 2 },
  read: json({
    pages: ({ text: words, language, region, page, key }) =>
      get(
        "https://www.googleapis.com/books/v1/volumes",
        {
          q: isbnOf(words) ? `isbn:${isbnOf(words)}` : words,
          startIndex: (page - 1) * PER_PAGE,
          maxResults: PER_PAGE,
          langRestrict: language,
          printType: "books",
          country: region,
        },
        { headers: key ? { "x-goog-api-key": key } : {} },
      ),
    refused: refusal,
    body: z.object({ items: z.array(Volume).nullish(), totalItems: z.int().nullish() }),
    items: ({ items }) => (items ?? []).flatMap(itemOf),
    // The total is a guess that changes from page to page, but never too low.
    next: ({ items, totalItems }, _input, response) =>
      items?.length ? rowsRemain(response, "startIndex", items.length, totalItems) : null,
  }),
});
