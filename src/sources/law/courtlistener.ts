import { z } from "zod";
import { defineSource } from "../define.ts";
import { absolute, textOfHtml } from "../kit/html/dom.ts";
import { json, listOf } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { keyHelps } from "../kit/responses/answer.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { excerpt } from "../kit/values/text.ts";
import { Day, LawItem } from "./item.ts";

const SITE = "https://www.courtlistener.com";
const SEARCH = `${SITE}/api/rest/v4/search/`;

/** There are no page numbers: each page is reached over those before it. */
const LAST_PAGE = 5;

const TYPES = {
  o: "opinion",
  r: "docket",
  rd: "document",
  d: "docket",
  oa: "oral argument",
  p: "judge",
} as const;

const Options = z.object({
  type: z
    .enum(["o", "r", "rd", "d", "oa", "p"])
    .default("o")
    .describe("o opinions, r dockets with documents, rd documents, d dockets, oa oral arguments, p judges"),
  order: z.enum(["score desc", "dateFiled desc", "dateFiled asc", "citeCount desc"]).default("score desc"),
  court: z.string().max(200).optional().describe("ids of courts, such as scotus or ca9"),
  from: Day.describe("filed on this day or later"),
  to: Day.describe("filed on this day or earlier"),
});

type Asked = { readonly text: string } & z.output<typeof Options>;

function request({ text: q, type, order, court, from, to, page, cursor, key }: Asked & PageRequest) {
  if (page > LAST_PAGE) return undefined;
  const asking = { headers: { ...(key && { authorization: `Token ${key}` }) } };
  if (cursor) return get(cursor, {}, asking);
  return get(SEARCH, { q, type, order_by: order, court, filed_after: from, filed_before: to }, asking);
}

const Text = z.string().nullish();

const Document = z.object({
  absolute_url: Text,
  description: Text,
  short_description: Text,
  document_number: z.union([z.number(), z.string()]).nullish(),
  entry_date_filed: Text,
  snippet: Text,
});

/** What the types of results have, each some of it. */
const Result = Document.extend({
  caseName: Text,
  name: Text,
  docket_absolute_url: Text,
  cluster_id: z.number().nullish(),
  docket_id: z.number().nullish(),
  id: z.number().nullish(),
  court: Text,
  court_id: Text,
  dateFiled: Text,
  dateArgued: Text,
  dateTerminated: Text,
  citation: listOf(z.string()),
  citeCount: Count.nullish(),
  docketNumber: Text,
  judge: Text,
  assignedTo: Text,
  status: Text,
  cause: Text,
  suitNature: Text,
  party: listOf(z.string()),
  // Of an opinion a text, of a docket a list.
  attorney: listOf(z.string()),
  opinions: listOf(z.object({ snippet: Text, download_url: Text })),
  recap_documents: listOf(Document),
  download_url: Text,
  filepath_local: Text,
});

const plain = (raw: string | null | undefined): string | undefined => excerpt(textOfHtml(raw));

const documentOf = (document: z.output<typeof Document>) => ({
  title: document.short_description || excerpt(document.description),
  url: absolute(document.absolute_url, SITE),
  number: document.document_number == null ? undefined : String(document.document_number),
  publishedAt: isoDate(document.entry_date_filed),
});

function itemOf(result: z.output<typeof Result>, type: keyof typeof TYPES) {
  const docket = result.recap_documents.length > 0 || (result.docket_absolute_url && !result.absolute_url);
  const opinion = result.opinions[0];
  const own = docket ? result.docket_absolute_url : (result.absolute_url ?? result.docket_absolute_url);
  return {
    title: result.caseName || result.short_description || result.name || excerpt(result.description) || "",
    url: absolute(own, SITE),
    id: result.cluster_id ?? (docket ? result.docket_id : (result.id ?? result.docket_id)) ?? "",
    type: docket ? "docket" : result.cluster_id ? "opinion" : TYPES[type],
    court: result.court,
    courtId: result.court_id,
    publishedAt: isoDate(result.dateFiled ?? result.entry_date_filed),
    arguedAt: isoDate(result.dateArgued),
    terminatedAt: isoDate(result.dateTerminated),
    citations: result.citation,
    citeCount: result.citeCount,
    docketNumber: result.docketNumber,
    judge: result.judge || result.assignedTo,
    status: result.status,
    cause: result.cause,
    suitNature: result.suitNature,
    parties: result.party,
    attorneys: result.attorney.filter(Boolean),
    documents: result.recap_documents.map(documentOf),
    number: result.document_number == null ? undefined : String(result.document_number),
    snippet: plain(opinion?.snippet ?? result.snippet ?? result.recap_documents[0]?.snippet),
    pdf: webUrl(opinion?.download_url ?? result.download_url),
  };
}

const Texts = z.array(z.string()).optional();

export const courtlistener = defineSource({
  id: "courtlistener",
  title: "US case law and dockets (CourtListener)",
  docs: "https://www.courtlistener.com/help/api/rest/search/",
  terms: "few requests without a token, 5,000 an hour with one; public court data, which names private persons",
  key: { env: ["COURTLISTENER_TOKEN"], required: false, from: "https://www.courtlistener.com/profile/api-token/" },
  query: text("words to search for, field queries too (caseName:miranda)", "miranda", Options),
  item: LawItem.extend({
    court: z.string().optional(),
    courtId: z.string().optional(),
    arguedAt: IsoDate.optional(),
    terminatedAt: IsoDate.optional().describe("when the case was closed"),
    citations: Texts,
    citeCount: Count.optional().describe("opinions that cite it"),
    docketNumber: z.string().optional(),
    judge: z.string().optional(),
    status: z.string().optional().describe("Published, Unpublished …"),
    cause: z.string().optional(),
    suitNature: z.string().optional(),
    parties: Texts,
    attorneys: Texts,
    number: z.string().optional().describe("a document's number in its docket"),
    documents: z
      .array(
        z.object({
          title: z.string().optional(),
          url: HttpUrl.optional(),
          number: z.string().optional(),
          publishedAt: IsoDate.optional(),
        }),
      )
      .optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: json({
    pages: request,
    judge: keyHelps("COURTLISTENER_TOKEN"),
    body: z.object({ next: Text, results: z.array(Result) }),
    items: ({ results }, { type }) => results.map((result) => itemOf(result, type)),
    next: ({ next }) => (next?.startsWith(SEARCH) ? next : null),
  }),
});
