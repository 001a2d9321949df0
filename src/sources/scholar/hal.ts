import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { languageTag } from "../kit/values/languages.ts";
import { addressOf, doiOf } from "./identifiers.ts";
import { ScholarItem } from "./item.ts";
import { abstractOf, authored, dated, maybe, openAccessOf, venueOf } from "./reading.ts";

/** Words are freed of Solr's special characters; a query that names fields stays as it is. */
const escaped = (q: string): string =>
  /\b[a-z]\w{0,60}:[^\s/]|\b(AND|OR|NOT)\b/.test(q) ? q : q.replace(/[+\-!(){}[\]^~*?:\\/]|&&|\|\|/g, "\\$&");

/** A work in HAL. */
const HalItem = ScholarItem.extend({
  halId: z.string().optional(),
  subtitle: z.string().optional(),
  affiliations: z
    .array(z.string())
    .optional()
    .describe("of all authors together: HAL does not say whose, the first 50"),
  citation: z.string().optional().describe("HAL's own reference line"),
});

const ROWS = 30;

const several = z.array(z.string()).nullish();

/** Fields ending in `_s` are arrays where a record may have them in several languages; what is missing is left out. */
const Doc = z.object({
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
const FIELDS = Object.keys(Doc.shape)
  .filter((field) => field !== "producedDate_tdate")
  .join(",");

const Refusal = z.object({ error: z.object({ msg: z.string(), code: z.int().nullish() }) });

/** What HAL says of a work. */
const itemOf = (doc: z.output<typeof Doc>) => ({
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
  language: languageTag(doc.language_s?.[0]),
  openAccess: openAccessOf({
    status: doc.openAccess_bool ? "open" : undefined,
    url: doc.openAccess_bool ? doc.uri_s : undefined,
    pdfUrl: doc.fileMain_s,
  }),
  keywords: doc.keyword_s,
  citation: doc.label_s,
});

export const hal = defineSource({
  id: "hal",
  title: "HAL (France)",
  docs: "https://api.archives-ouvertes.fr/docs/search",
  terms: "metadata free to use; no limit published",
  query: query({
    describe: "words or a Solr query over HAL's fields",
    example: 'title_t:"apprentissage" AND producedDateY_i:[2022 TO 2025]',
    options: z.object({
      sort: z.string().optional().describe("such as producedDate_tdate desc; default: relevance"),
    }),
    parse: (q, { sort }) => ({ solr: escaped(q), sort }),
  }),
  item: HalItem,
  polite: { concurrency: 1, minIntervalMs: 200 },
  read: json({
    pages: ({ solr, sort, page }: { solr: string; sort?: string | undefined } & PageRequest) =>
      page * ROWS > 10_000
        ? undefined
        : get("https://api.archives-ouvertes.fr/search/", {
            q: solr,
            wt: "json",
            rows: ROWS,
            start: (page - 1) * ROWS,
            sort,
            fl: FIELDS,
          }),
    refused: (body) => {
      const read = Refusal.safeParse(body);
      return read.success
        ? new SourceError("bad-query", `HAL refused the query: ${quotedSaying(read.data.error.msg)}.`)
        : undefined;
    },
    body: z.object({ response: z.object({ numFound: z.int(), start: z.int(), docs: z.array(Doc) }) }),
    next: ({ response: { numFound, start } }) => (start + ROWS < numFound ? undefined : null),
    items: ({ response }) => response.docs.map(itemOf),
  }),
});
