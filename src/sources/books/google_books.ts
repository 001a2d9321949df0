import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { Count, Currency, HttpUrl } from "../kit/fields.ts";
import { rowsRemain } from "../kit/further.ts";
import { json } from "../kit/json.ts";
import { text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { itemOf, Volume } from "./google_books-record.ts";
import { isbnOf } from "./isbn.ts";
import { BookItem } from "./item.ts";

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
  const said = `Google Books refuses to answer: ${message ?? reasons.join(", ")}`;
  if (reasons.some((reason) => /^(keyInvalid|keyExpired|accessNotConfigured|API_KEY_\w+)$/.test(reason)))
    return new SourceError("missing-key", said);
  if (reasons.some((reason) => /(rate|quota|daily|user)\w*LimitExceeded|quotaExceeded/i.test(reason)))
    return new SourceError("rate-limited", said);
  return undefined;
}

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
