import { z } from "zod";
import { isoDate } from "../kit/values.ts";
import { addressOf, doiOf } from "./identifiers.ts";
import { abstractOf, authored, dated, maybe, openAccessOf, venueOf } from "./reading.ts";

/** A work as the API answers it. */
export const Work = z.object({
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
export const itemOf = (work: z.output<typeof Work>) => {
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
    language: work.language?.code,
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
