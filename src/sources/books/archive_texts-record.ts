import { z } from "zod";
import { Count } from "../kit/fields.ts";
import { ArchiveTexts, archiveDate, archivePage, archivePicture } from "../kit/internet-archive.ts";
import { isoDate, textOfHtml } from "../kit/values.ts";
import { yearDate, yearIn } from "./item.ts";

/** A text as the index answers it. */
export const Doc = z.object({
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
export const itemOf = (doc: z.output<typeof Doc>) => ({
  title: doc.title[0] || doc.identifier,
  url: archivePage(doc.identifier),
  snippet: textOfHtml(doc.description.join(" ")),
  authors: doc.creator,
  publishers: doc.publisher,
  publishedAt: published(doc),
  languages: doc.language,
  subjects: doc.subject.flatMap((subject) => subject.split(/\s*;\s*/)),
  image: archivePicture(doc.identifier),
  downloadCount: doc.downloads,
  addedAt: isoDate(doc.publicdate[0]),
  lendingOnly: doc.collection.length > 0 ? doc.collection.includes("inlibrary") : undefined,
  id: doc.identifier,
});
