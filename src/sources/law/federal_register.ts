import { z } from "zod";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json, listOf, shaped } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { excerpt } from "../kit/values/text.ts";
import { Day, LawItem } from "./item.ts";

const PER_PAGE = 20;
/** Further results cannot be reached. */
const LAST_ROW = 2000;

const Options = z.object({
  type: z
    .enum(["RULE", "PRORULE", "NOTICE", "PRESDOCU"])
    .optional()
    .describe("rules, proposed rules, notices, documents of the President"),
  agency: z
    .string()
    .regex(/^[a-z0-9-]{2,120}$/, "an agency's slug, such as interior-department")
    .optional(),
  from: Day.describe("published on this day or later"),
  to: Day.describe("published on this day or earlier"),
  order: z.enum(["relevance", "newest", "oldest"]).default("relevance"),
});

type Asked = { readonly text: string } & z.output<typeof Options>;

const request = ({ text: term, type, agency, from, to, order, page }: Asked & PageRequest) =>
  page * PER_PAGE > LAST_ROW
    ? undefined
    : get("https://www.federalregister.gov/api/v1/documents.json", {
        "conditions[term]": term,
        "conditions[type][]": type,
        "conditions[agencies][]": agency,
        "conditions[publication_date][gte]": from,
        "conditions[publication_date][lte]": to,
        page,
        per_page: PER_PAGE,
        order,
      });

const Text = z.string().nullish();

const Document = z.object({
  title: z.string(),
  type: Text,
  abstract: Text,
  excerpts: Text,
  document_number: z.string(),
  html_url: z.string(),
  pdf_url: Text,
  publication_date: Text,
  agencies: listOf(z.object({ name: Text, raw_name: Text })),
});

const itemOf = (document: z.output<typeof Document>) => ({
  title: document.title,
  url: document.html_url,
  id: document.document_number,
  documentNumber: document.document_number,
  type: document.type,
  publishedAt: isoDate(document.publication_date),
  agencies: document.agencies.flatMap(({ name, raw_name }) => name ?? raw_name ?? []),
  snippet: excerpt(document.abstract || textOfHtml(document.excerpts)),
  abstract: document.abstract,
  pdf: document.pdf_url,
});

export const federalRegister = defineSource({
  id: "federal_register",
  title: "US Federal Register",
  docs: "https://www.federalregister.gov/developers/documentation/api/v1",
  terms: "no key; public domain; the first 2,000 results of a search",
  query: text("words to search the documents for", "artificial intelligence", Options),
  item: LawItem.extend({
    documentNumber: z.string(),
    agencies: z.array(z.string()).optional(),
    abstract: z.string().optional(),
  }),
  polite: { concurrency: 2, minIntervalMs: 500 },
  read: json({
    pages: request,
    // Without a hit the list is not there.
    body: shaped(
      "results",
      z.object({ next_page_url: Text, results: z.array(Document) }),
      z.object({ count: z.literal(0) }).transform(() => ({ results: [], next_page_url: undefined })),
    ),
    items: ({ results }) => results.map(itemOf),
    next: ({ next_page_url }) => (next_page_url ? undefined : null),
  }),
});
