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
import { creativeCommons } from "../kit/values/creative-commons.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, IsoDate } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { VideoItem } from "./item.ts";

const ROWS = 20;

const FIELDS = [
  "identifier",
  "title",
  "description",
  "creator",
  "date",
  "publicdate",
  "year",
  "downloads",
  "licenseurl",
  "subject",
];

const Doc = z.object({
  identifier: z.string(),
  title: ArchiveTexts,
  description: ArchiveTexts,
  creator: ArchiveTexts,
  date: ArchiveTexts,
  publicdate: ArchiveTexts,
  year: ArchiveTexts,
  downloads: Count.nullish(),
  licenseurl: ArchiveTexts,
  subject: ArchiveTexts,
});

export const archiveVideo = defineSource({
  id: "archive_video",
  title: "Internet Archive movies",
  docs: "https://archive.org/developers/",
  terms: "no key; no limit stated; each film under its own licence",
  query: text("words to search for, or a Lucene query such as collection:prelinger", "apollo 11"),
  item: VideoItem.extend({
    publishedAt: IsoDate.optional().describe("when it was made or published, else when the archive got it"),
    addedAt: IsoDate.optional().describe("when the archive published it"),
    year: z.int().optional(),
    downloads: Count.optional().describe("downloads ever; views are not counted apart"),
  }),
  polite: { concurrency: 2, minIntervalMs: 250 },
  read: json({
    pages: ({ text: words, page }) => archiveSearch("movies", { words, page, rows: ROWS, fields: FIELDS }),
    judge: archiveJudge,
    refused: archiveRefusal,
    body: z.object({ response: z.object({ numFound: z.int(), docs: z.array(Doc) }) }),
    items: ({ response: { docs } }) =>
      docs.map((doc) => ({
        title: doc.title[0] || doc.identifier,
        url: archivePage(doc.identifier),
        snippet: textOfHtml(doc.description.join(" ")),
        author: doc.creator.join(", "),
        publisher: "Internet Archive",
        publishedAt: archiveDate(doc.date[0]) ?? isoDate(doc.publicdate[0]),
        thumbnail: archivePicture(doc.identifier),
        license: creativeCommons(doc.licenseurl[0]),
        licenseUrl: webUrl(doc.licenseurl[0]),
        tags: doc.subject.length > 0 ? doc.subject.flatMap((subject) => subject.split(/\s*;\s*/)) : undefined,
        id: doc.identifier,
        addedAt: isoDate(doc.publicdate[0]),
        year: /^\d{4}$/.test(doc.year[0] ?? "") ? Number(doc.year[0]) : undefined,
        downloads: doc.downloads,
      })),
    next: ({ response: { numFound } }, _input, response) => pagesRemain(response, ROWS, numFound),
  }),
});
