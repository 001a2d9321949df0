import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { Count, IsoDate } from "../kit/fields.ts";
import { pagesRemain } from "../kit/further.ts";
import { json, listOf } from "../kit/json.ts";
import { text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { isoDate, textOfHtml } from "../kit/values.ts";
import { BookItem, yearDate, yearIn } from "./item.ts";

const ROWS = 50;
/** The search goes 10,000 rows deep. */
const LAST_PAGE = 10_000 / ROWS;

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

/** Every value may come once, as a list, or not at all. */
const Texts = listOf(z.union([z.string(), z.number().transform(String)]));

const Doc = z.object({
  identifier: z.string(),
  title: Texts,
  creator: Texts,
  date: Texts,
  year: Texts,
  description: Texts,
  language: Texts,
  downloads: Count.nullish(),
  subject: Texts,
  publicdate: Texts,
  publisher: Texts,
  collection: Texts,
});

/** Words with what Lucene reads as syntax escaped; phrases in quotes and queries with fields or AND, OR, NOT stay. */
function lucene(words: string): string {
  if (/(^|[\s(+-])[a-z][a-z_-]{1,30}:\S|\b(AND|OR|NOT)\b/.test(words)) return words;
  const escaped = words.replace(/[+\-!(){}[\]^~*?:\\/]|&&|\|\|/g, "\\$&");
  return words.split('"').length % 2 === 1 ? escaped : escaped.replaceAll('"', '\\"');
}

/** The index turns a bare year into its first of January. */
function published({ date: [date], year: [year] }: z.output<typeof Doc>): string | undefined {
  const day = isoDate(date)?.slice(0, 10);
  return (day?.endsWith("-01-01") ? day.slice(0, 4) : day) ?? yearIn(date) ?? yearDate(Number(year));
}

const Refused = z.object({ error: z.string() });

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
      page > LAST_PAGE
        ? undefined
        : get("https://archive.org/advancedsearch.php", {
            q: `(${lucene(words)}) AND mediatype:texts`,
            "fl[]": FIELDS,
            "sort[]": SORTS[sort],
            rows: ROWS,
            page,
            output: "json",
          }),
    refused: (body) => {
      const read = Refused.safeParse(body);
      return read.success
        ? new SourceError("bad-query", `archive.org refuses the query: ${read.data.error}`)
        : undefined;
    },
    body: z.object({ response: z.object({ numFound: z.int(), docs: z.array(Doc) }) }),
    items: ({ response: { docs } }) =>
      docs.map((doc) => ({
        title: doc.title[0] || doc.identifier,
        url: `https://archive.org/details/${encodeURIComponent(doc.identifier)}`,
        snippet: textOfHtml(doc.description.join(" ")),
        authors: doc.creator,
        publishers: doc.publisher,
        publishedAt: published(doc),
        languages: doc.language,
        subjects: doc.subject.flatMap((subject) => subject.split(/\s*;\s*/)),
        image: `https://archive.org/services/img/${encodeURIComponent(doc.identifier)}`,
        downloadCount: doc.downloads,
        addedAt: isoDate(doc.publicdate[0]),
        lendingOnly: doc.collection.length > 0 ? doc.collection.includes("inlibrary") : undefined,
        id: doc.identifier,
      })),
    next: ({ response: { numFound } }, _input, response) => pagesRemain(response, ROWS, numFound),
  }),
});
