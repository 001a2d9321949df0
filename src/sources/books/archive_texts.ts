import { z } from "zod";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json } from "../kit/readers/json.ts";
import { pagesRemain } from "../kit/requests/further.ts";
import { text } from "../kit/requests/query.ts";
import {
  ArchiveTexts,
  archiveDate,
  archiveJudge,
  archivePage,
  archivePicture,
  archiveRefusal,
  archiveSearch,
} from "../kit/services/internet-archive.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, IsoDate } from "../kit/values/fields.ts";
import { languageTags } from "../kit/values/languages.ts";
import { BookItem, yearDate, yearIn } from "./item.ts";

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

/** A text as the index answers it. */
const Doc = z.object({
  identifier: z.string(),
  title: ArchiveTexts,
  creator: ArchiveTexts,
  date: ArchiveTexts,
  year: ArchiveTexts,
  description: ArchiveTexts,
  language: ArchiveTexts,
  downloads: Count.nullish(),
  subject: ArchiveTexts,
  publicdate: ArchiveTexts,
  publisher: ArchiveTexts,
  collection: ArchiveTexts,
});

/** When the text was published, as exactly as the index tells. */
const published = ({ date: [date], year: [year] }: z.output<typeof Doc>): string | undefined =>
  archiveDate(date) ?? yearIn(date) ?? yearDate(Number(year));

/** What the archive says of a text. */
const itemOf = (doc: z.output<typeof Doc>) => ({
  title: doc.title[0] || doc.identifier,
  url: archivePage(doc.identifier),
  snippet: textOfHtml(doc.description.join(" ")),
  authors: doc.creator,
  publishers: doc.publisher,
  publishedAt: published(doc),
  languages: languageTags(doc.language),
  subjects: doc.subject.flatMap((subject) => subject.split(/\s*;\s*/)),
  image: archivePicture(doc.identifier),
  downloadCount: doc.downloads,
  addedAt: isoDate(doc.publicdate[0]),
  lendingOnly: doc.collection.length > 0 ? doc.collection.includes("inlibrary") : undefined,
  id: doc.identifier,
});

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
