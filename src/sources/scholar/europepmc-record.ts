import { z } from "zod";
import { doiOf } from "./identifiers.ts";
import { abstractOfMarkup, authored, dated, maybe, openAccessOf, titleOf, venueOf } from "./reading.ts";

/** A result of Europe PMC: `core` in full; `lite` has its authors and journal as plain fields. */
export const Result = z.object({
  id: z.string(),
  source: z.string(),
  title: maybe,
  doi: maybe,
  pmid: maybe,
  pmcid: maybe,
  abstractText: maybe,
  authorString: maybe,
  authorList: z
    .object({
      author: z.array(
        z.object({
          fullName: maybe,
          collectiveName: maybe,
          authorId: z.object({ type: maybe, value: maybe }).nullish(),
          authorAffiliationDetailsList: z
            .object({ authorAffiliation: z.array(z.object({ affiliation: maybe })) })
            .nullish(),
        }),
      ),
    })
    .nullish(),
  journalInfo: z
    .object({
      volume: maybe,
      issue: maybe,
      journal: z.object({ title: maybe, issn: maybe, essn: maybe }).nullish(),
    })
    .nullish(),
  journalTitle: maybe,
  journalVolume: maybe,
  issue: maybe,
  journalIssn: maybe,
  bookOrReportDetails: z.object({ publisher: maybe }).nullish(),
  pageInfo: maybe,
  firstPublicationDate: maybe,
  pubYear: z.union([z.string(), z.int()]).nullish(),
  pubType: maybe,
  pubTypeList: z.object({ pubType: z.array(z.string()) }).nullish(),
  keywordList: z.object({ keyword: z.array(z.string()) }).nullish(),
  language: maybe,
  citedByCount: z.int().nullish(),
  isOpenAccess: maybe,
  license: maybe,
  fullTextUrlList: z
    .object({ fullTextUrl: z.array(z.object({ documentStyle: maybe, availabilityCode: maybe, url: maybe })) })
    .nullish(),
});

/** What Europe PMC says of a work. */
export function itemOf(result: z.output<typeof Result>) {
  const doi = doiOf(result.doi);
  const free = result.fullTextUrlList?.fullTextUrl.filter(({ availabilityCode }) => availabilityCode !== "S");
  const isOpen = result.isOpenAccess === "Y";
  return {
    title: titleOf(result.title) ?? doi ?? result.id,
    url: `https://europepmc.org/article/${result.source}/${result.id}`,
    snippet: abstractOfMarkup(result.abstractText),
    doi,
    pmid: result.pmid,
    pmcid: result.pmcid,
    type: result.source === "PPR" ? "preprint" : (result.pubTypeList?.pubType[0] ?? result.pubType?.split(";")[0]),
    publicationTypes: result.pubTypeList?.pubType ?? result.pubType?.split(/;\s*/),
    ...authored(
      result.authorList?.author.map(({ fullName, collectiveName, authorId, authorAffiliationDetailsList }) => ({
        name: fullName || collectiveName,
        orcid: authorId?.type === "ORCID" ? authorId.value : undefined,
        affiliations: authorAffiliationDetailsList?.authorAffiliation.map(({ affiliation }) => affiliation),
      })) ??
        result.authorString
          ?.replace(/\.$/, "")
          .split(", ")
          .map((name) => ({ name })),
    ),
    venue: venueOf({
      name: titleOf(result.journalInfo?.journal?.title ?? result.journalTitle),
      issn: [
        result.journalInfo?.journal?.issn,
        result.journalInfo?.journal?.essn,
        ...(result.journalIssn?.split(/;\s*/) ?? []),
      ],
      publisher: result.bookOrReportDetails?.publisher,
    }),
    volume: result.journalInfo?.volume ?? result.journalVolume,
    issue: result.journalInfo?.issue ?? result.issue,
    pages: result.pageInfo,
    ...dated(result.firstPublicationDate, result.pubYear),
    language: result.language,
    citedBy: result.citedByCount,
    openAccess: openAccessOf({
      status: isOpen ? "open" : undefined,
      url: free?.find(({ documentStyle }) => documentStyle === "html")?.url,
      pdfUrl: free?.find(({ documentStyle }) => documentStyle === "pdf")?.url,
      license: result.license,
    }),
    keywords: result.keywordList?.keyword,
  };
}
