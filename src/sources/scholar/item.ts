import { z } from "zod";
import { BaseItem, Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { LanguageTag } from "../kit/values/languages.ts";

/** A DOI (ISO 26324): case does not count in it, so it is held in lower case, without `https://doi.org/`. */
export const Doi = z
  .string()
  .regex(/^10\.\d{4,9}(\.\d{1,9})*\/\S+$/)
  .describe("DOI in lower case, without https://doi.org/");

/** An ORCID iD. */
export const Orcid = z
  .string()
  .regex(/^(\d{4}-){3}\d{3}[\dX]$/)
  .describe("ORCID iD, without https://orcid.org/");

const Issn = z.string().regex(/^\d{4}-\d{3}[\dX]$/);

/** An author, with what is known of them. */
export const Author = z.object({
  name: z.string(),
  orcid: Orcid.optional(),
  affiliations: z.array(z.string()).optional(),
});

const Venue = z.object({
  name: z.string().optional().describe("journal, proceedings, repository or book"),
  issn: z.array(Issn).optional(),
  publisher: z.string().optional(),
  impact: z
    .object({ measure: z.string().describe("what was measured, in the source's own term"), value: z.number() })
    .optional(),
});

/** `open` where the source knows no colour; `embargoed` and `restricted` are a repository's own words. */
export const OPEN_ACCESS = [
  "diamond",
  "gold",
  "hybrid",
  "bronze",
  "green",
  "open",
  "embargoed",
  "restricted",
  "closed",
] as const;

const OpenAccess = z.object({
  status: z.enum(OPEN_ACCESS).optional(),
  url: HttpUrl.optional().describe("where it can be read for free"),
  pdfUrl: HttpUrl.optional(),
  license: z.string().optional().describe("the source's name or address of the licence"),
});

/** A scholarly work (or a journal or a person, where `type` says so) as every index of them knows it; works of two sources are one by `doi`. */
export const ScholarItem = BaseItem.extend({
  title: z.string(),
  snippet: z.string().optional().describe("abstract, 5,000 characters at most"),
  doi: Doi.optional(),
  type: z.string().optional().describe("the source's word for its kind: article, preprint, dataset, journal, author …"),
  authors: z.array(Author).optional().describe("the first 100"),
  authorCount: Count.optional().describe("how many authors there are in all"),
  venue: Venue.optional(),
  volume: z.string().optional(),
  issue: z.string().optional(),
  pages: z.string().optional(),
  year: z.int().optional(),
  publishedAt: IsoDate.optional(),
  citedBy: Count.optional().describe("how many works the source knows to cite it"),
  references: z
    .object({
      count: Count.optional(),
      dois: z.array(Doi).optional().describe("the first 1,000 that have a DOI"),
    })
    .optional(),
  openAccess: OpenAccess.optional(),
  keywords: z.array(z.string()).optional().describe("keywords, subjects and fields of study"),
  language: LanguageTag.optional(),
  pmid: z.string().optional().describe("PubMed id"),
  pmcid: z.string().optional().describe("PubMed Central id"),
  arxivId: z.string().optional().describe("arXiv id without version"),
});
