import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { keyHelps } from "../kit/responses/answer.ts";
import { isoDate } from "../kit/values/dates.ts";
import { HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { languageTag } from "../kit/values/languages.ts";
import { addressOf, doiOf } from "./identifiers.ts";
import { ScholarItem } from "./item.ts";
import { abstractOf, authored, dated, maybe, openAccessOf, venueOf } from "./reading.ts";

/* No recording of CORE was to be had: the shape follows its documentation. */

const LIMIT = 20;

/** A work as the API answers it. */
const Work = z.object({
  id: z.int(),
  title: maybe,
  abstract: maybe,
  authors: z.array(z.object({ name: maybe })).nullish(),
  publishedDate: maybe,
  yearPublished: z.int().nullish(),
  publisher: maybe,
  journals: z.array(z.object({ title: maybe, identifiers: z.array(z.string()).nullish() })).nullish(),
  doi: maybe,
  downloadUrl: maybe,
  citationCount: z.int().nullish(),
  documentType: z.union([z.string(), z.array(z.string())]).nullish(),
  language: z.object({ code: maybe }).nullish(),
  fieldOfStudy: maybe,
  sourceFulltextUrls: z.union([z.string(), z.array(z.string())]).nullish(),
  arxivId: maybe,
  pubmedId: maybe,
  oaiIds: z.array(z.string()).nullish(),
  links: z.array(z.object({ type: maybe, url: maybe })).nullish(),
  updatedDate: maybe,
});

/** What CORE says of a work. */
const itemOf = (work: z.output<typeof Work>) => {
  const doi = doiOf(work.doi);
  const journal = work.journals?.find(({ title }) => title);
  return {
    title: work.title || doi || `CORE ${work.id}`,
    url: addressOf(work.links?.find(({ type }) => type === "display")?.url) ?? `https://core.ac.uk/works/${work.id}`,
    snippet: abstractOf(work.abstract),
    coreId: work.id,
    doi,
    arxivId: work.arxivId,
    pmid: work.pubmedId,
    type: [work.documentType].flat()[0],
    ...authored(work.authors),
    venue: venueOf({ name: journal?.title, issn: journal?.identifiers ?? [], publisher: work.publisher }),
    ...dated(work.publishedDate?.slice(0, 10), work.yearPublished),
    language: languageTag(work.language?.code),
    citedBy: work.citationCount,
    openAccess: openAccessOf({ status: work.downloadUrl ? "open" : undefined, pdfUrl: work.downloadUrl }),
    keywords: work.fieldOfStudy ? [work.fieldOfStudy] : undefined,
    fulltextUrls: [work.sourceFulltextUrls]
      .flat()
      .slice(0, 20)
      .flatMap((address) => addressOf(address) ?? []),
    oaiIds: work.oaiIds,
    updatedAt: isoDate(work.updatedDate),
  };
};

export const core = defineSource({
  id: "core",
  title: "CORE",
  docs: "https://api.core.ac.uk/docs/v3",
  terms: "ten requests a minute and a hundred a day without a key, 1,000 a day with a personal one",
  key: { env: ["CORE_API_KEY"], required: false, from: "https://core.ac.uk/services/api#form" },
  query: text('words or a query of fields (title:"open access" AND yearPublished>=2020)', "open access repositories"),
  item: ScholarItem.extend({
    coreId: z.int(),
    fulltextUrls: z.array(HttpUrl).optional().describe("where the repositories hold it, the first 20"),
    oaiIds: z.array(z.string()).optional(),
    updatedAt: IsoDate.optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 6000 },
  read: json({
    pages: ({ text, page, key }: { text: string } & PageRequest) =>
      page * LIMIT > 10_000
        ? undefined
        : // The slash before the question mark saves a redirect, which would count as a request.
          get(
            "https://api.core.ac.uk/v3/search/works/",
            { q: text, limit: LIMIT, offset: (page - 1) * LIMIT },
            key ? { headers: { authorization: `Bearer ${key}` } } : {},
          ),
    judge: keyHelps("CORE_API_KEY"),
    body: z.object({ totalHits: z.int(), offset: z.int().nullish(), results: z.array(Work) }),
    next: ({ totalHits, offset }) => ((offset ?? 0) + LIMIT < totalHits ? undefined : null),
    items: ({ results }) => results.map(itemOf),
  }),
});
