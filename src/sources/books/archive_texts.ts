import { z } from "zod";
import { defineSource } from "../define.ts";
import { Count, IsoDate } from "../kit/fields.ts";
import { pagesRemain } from "../kit/further.ts";
import { archiveJudge, archiveRefusal, archiveSearch } from "../kit/internet-archive.ts";
import { json } from "../kit/json.ts";
import { text } from "../kit/query.ts";
import { Doc, itemOf } from "./archive_texts-record.ts";
import { BookItem } from "./item.ts";

const ROWS = 50;

const FIELDS = [
  "identifier",
  "title",
  "creator",
  "date",
  "year",
  "description",
  "language",
  "downloads",
  "subject",
  "publicdate",
  "publisher",
  "collection",
];

const SORTS = { downloads: "downloads desc", newest: "publicdate desc", date: "date desc", relevance: undefined };

export const archiveTexts = defineSource({
  id: "archive_texts",
  title: "Internet Archive texts",
  docs: "https://archive.org/advancedsearch.php",
  terms: "no key; no published limit; many texts are for lending only",
  query: text(
    "words to search for, or a Lucene query such as title:(origin of species)",
    "title:(origin of species)",
    z.object({
      sort: z.enum(["downloads", "relevance", "date", "newest"]).default("downloads").describe("most read first, …"),
    }),
  ),
  item: BookItem.extend({
    downloadCount: Count.optional().describe("downloads ever"),
    addedAt: IsoDate.optional().describe("when the archive published it"),
    lendingOnly: z.boolean().optional().describe("can only be borrowed"),
    id: z.string().describe("the text's identifier"),
  }),
  polite: { concurrency: 2, minIntervalMs: 250 },
  read: json({
    pages: ({ text: words, sort, page }) =>
      archiveSearch("texts", { words, page, rows: ROWS, fields: FIELDS, sort: SORTS[sort] }),
    judge: archiveJudge,
    refused: archiveRefusal,
    body: z.object({ response: z.object({ numFound: z.int(), docs: z.array(Doc) }) }),
    items: ({ response: { docs } }) => docs.map(itemOf),
    next: ({ response: { numFound } }, _input, response) => pagesRemain(response, ROWS, numFound),
  }),
});
