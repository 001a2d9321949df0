import { z } from "zod";
import { Count } from "../../kit/values/fields.ts";
import { addressOf, doiOf } from "../identifiers.ts";
import { ScholarItem } from "../item.ts";
import { abstractOf, authored, dated, maybe, openAccessOf, venueOf } from "../reading.ts";

/** A paper of the Academic Graph (https://api.semanticscholar.org/api-docs/graph): only what `fields` asked for is there. */
export const Paper = z.object({
  paperId: maybe,
  title: maybe,
  url: maybe,
  abstract: maybe,
  tldr: z.object({ text: maybe }).nullish(),
  authors: z
    .array(
      z.object({
        name: maybe,
        affiliations: z.array(z.string()).nullish(),
        externalIds: z.object({ ORCID: maybe }).nullish(),
      }),
    )
    .nullish(),
  year: z.int().nullish(),
  publicationDate: maybe,
  venue: maybe,
  journal: z.object({ name: maybe, volume: maybe, pages: maybe }).nullish(),
  publicationVenue: z.object({ name: maybe, issn: maybe, alternate_issns: z.array(z.string()).nullish() }).nullish(),
  publicationTypes: z.array(z.string()).nullish(),
  citationCount: z.int().nullish(),
  influentialCitationCount: z.int().nullish(),
  referenceCount: z.int().nullish(),
  isOpenAccess: z.boolean().nullish(),
  openAccessPdf: z.object({ url: maybe, status: maybe, license: maybe }).nullish(),
  externalIds: z
    .object({
      DOI: maybe,
      ArXiv: maybe,
      PubMed: maybe,
      PubMedCentral: maybe,
      CorpusId: z.union([z.int(), z.string()]).nullish(),
    })
    .nullish(),
  fieldsOfStudy: z.array(z.string()).nullish(),
});

/** One end of a link between two papers, with what the link itself is. */
export const Linked = z.object({
  citingPaper: Paper.nullish(),
  citedPaper: Paper.nullish(),
  contexts: z.array(z.string()).nullish(),
  intents: z.array(z.string()).nullish(),
  isInfluential: z.boolean().nullish(),
});

/** A paper. */
export const SemanticItem = ScholarItem.extend({
  paperId: z.string().optional(),
  corpusId: z.string().optional(),
  publicationTypes: z.array(z.string()).optional(),
  influentialCitedBy: Count.optional(),
  contexts: z.array(z.string()).optional().describe("sentences in which it is cited, five at most"),
  intents: z.array(z.string()).optional().describe("background, methodology, result"),
  isInfluential: z.boolean().optional(),
});

/** Every field of a paper that is read. */
export const FIELDS =
  "title,url,abstract,authors,year,publicationDate,venue,journal,publicationVenue,publicationTypes,citationCount,influentialCitationCount,referenceCount,isOpenAccess,openAccessPdf,externalIds,fieldsOfStudy";

/** What Semantic Scholar says of a paper. */
export function itemOf(paper: z.output<typeof Paper>) {
  const ids = paper.externalIds;
  const doi = doiOf(ids?.DOI);
  return {
    title: paper.title || doi || paper.paperId || "",
    url: addressOf(paper.url) ?? (paper.paperId ? `https://www.semanticscholar.org/paper/${paper.paperId}` : undefined),
    snippet: abstractOf(paper.abstract || paper.tldr?.text),
    paperId: paper.paperId,
    corpusId: ids?.CorpusId?.toString(),
    doi,
    arxivId: ids?.ArXiv,
    pmid: ids?.PubMed,
    pmcid: ids?.PubMedCentral?.replace(/^(?=\d)/, "PMC"),
    type: paper.publicationTypes?.[0],
    publicationTypes: paper.publicationTypes,
    ...authored(
      paper.authors?.map(({ name, affiliations, externalIds }) => ({
        name,
        orcid: externalIds?.ORCID,
        affiliations: affiliations ?? [],
      })),
    ),
    venue: venueOf({
      name: paper.journal?.name || paper.venue || paper.publicationVenue?.name,
      issn: [paper.publicationVenue?.issn, ...(paper.publicationVenue?.alternate_issns ?? [])],
    }),
    volume: paper.journal?.volume,
    pages: paper.journal?.pages,
    ...dated(paper.publicationDate, paper.year),
    citedBy: paper.citationCount,
    influentialCitedBy: paper.influentialCitationCount,
    references: typeof paper.referenceCount === "number" ? { count: paper.referenceCount } : undefined,
    openAccess: openAccessOf({
      status: paper.openAccessPdf?.status ?? (paper.isOpenAccess ? "open" : undefined),
      pdfUrl: paper.openAccessPdf?.url,
      license: paper.openAccessPdf?.license,
    }),
    keywords: paper.fieldsOfStudy,
  };
}
