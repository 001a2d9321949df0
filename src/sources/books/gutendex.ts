import { z } from "zod";
import { defineSource } from "../define.ts";
import { Count } from "../kit/fields.ts";
import { instanceOf } from "../kit/instance.ts";
import { json } from "../kit/json.ts";
import { text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { Book, itemOf } from "./gutendex-record.ts";
import { BookItem, Download, Lifetime } from "./item.ts";

const PastTheEnd = z.object({ detail: z.literal("Invalid page.") });

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
      get(`${instanceOf("GUTENDEX_URL", key, "https://gutendex.com")}/books/`, {
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
