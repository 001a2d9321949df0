import { z } from "zod";
import { addressOf, doiOf } from "./identifiers.ts";
import { ScholarItem } from "./item.ts";
import { abstractOf, authored, dated, maybe, openAccessOf, venueOf } from "./reading.ts";

const several = z.array(z.string()).nullish();

/** Fields ending in `_s` are arrays where a record may have them in several languages; what is missing is left out. */
export const Doc = z.object({
  docid: z.union([z.string(), z.int()]),
  halId_s: maybe,
  uri_s: maybe,
  title_s: several,
  subTitle_s: several,
  abstract_s: several,
  authFullName_s: several,
  structName_s: several,
  producedDate_s: maybe,
  producedDate_tdate: maybe,
  publicationDateY_i: z.int().nullish(),
  docType_s: maybe,
  journalTitle_s: maybe,
  journalIssn_s: maybe,
  journalPublisher_s: maybe,
  volume_s: maybe,
  page_s: maybe,
  doiId_s: maybe,
  fileMain_s: maybe,
  openAccess_bool: z.boolean().nullish(),
  keyword_s: several,
  language_s: several,
  label_s: maybe,
});

/** Only the fields that are named come back. */
export const FIELDS = Object.keys(Doc.shape)
  .filter((field) => field !== "producedDate_tdate")
  .join(",");

/** A work in HAL. */
export const HalItem = ScholarItem.extend({
  halId: z.string().optional(),
  subtitle: z.string().optional(),
  affiliations: z
    .array(z.string())
    .optional()
    .describe("of all authors together: HAL does not say whose, the first 50"),
  citation: z.string().optional().describe("HAL's own reference line"),
});

/** What HAL says of a work. */
export const itemOf = (doc: z.output<typeof Doc>) => ({
  title: doc.title_s?.[0] || doc.label_s || doc.halId_s || String(doc.docid),
  subtitle: doc.subTitle_s?.[0],
  url: addressOf(doc.uri_s),
  snippet: abstractOf(doc.abstract_s?.[0]),
  halId: doc.halId_s,
  doi: doiOf(doc.doiId_s),
  type: doc.docType_s,
  ...authored(doc.authFullName_s?.map((name) => ({ name }))),
  affiliations: doc.structName_s && [...new Set(doc.structName_s)].slice(0, 50),
  venue: venueOf({ name: doc.journalTitle_s, issn: [doc.journalIssn_s], publisher: doc.journalPublisher_s }),
  volume: doc.volume_s,
  pages: doc.page_s,
  ...dated(doc.producedDate_s ?? doc.producedDate_tdate?.slice(0, 10), doc.publicationDateY_i),
  language: doc.language_s?.[0],
  openAccess: openAccessOf({
    status: doc.openAccess_bool ? "open" : undefined,
    url: doc.openAccess_bool ? doc.uri_s : undefined,
    pdfUrl: doc.fileMain_s,
  }),
  keywords: doc.keyword_s,
  citation: doc.label_s,
});
