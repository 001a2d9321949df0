import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json, numeric } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { languageTag } from "../kit/values/languages.ts";
import { doiOf } from "./identifiers.ts";
import { ScholarItem } from "./item.ts";
import { abstractOfMarkup, authored, dated, maybe, openAccessOf, titleOf, venueOf } from "./reading.ts";

const Refusal = z.object({ errCode: numeric, errMsg: maybe });

/** The word for an error code that stands in the body, whatever the status. */
const kindOf = (code: number) => (code === 404 ? "not-found" : code < 500 ? "bad-query" : "unreachable");

/** A result of Europe PMC: `core` in full; `lite` has its authors and journal as plain fields. */
const Result = z.object({
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
function itemOf(result: z.output<typeof Result>) {
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
    language: languageTag(result.language),
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

export const europepmc = defineSource({
  id: "europepmc",
  title: "Europe PMC",
  docs: "https://europepmc.org/RestfulWebService",
  terms: "free; about ten requests a second are borne",
  query: text('words or a fielded query (AUTH:"Smith J", DOI:…, SRC:PPR for preprints)', "malaria AND OPEN_ACCESS:y"),
  item: ScholarItem.extend({ publicationTypes: z.array(z.string()).optional() }),
  polite: { concurrency: 2, minIntervalMs: 100 },
  read: json({
    pages: ({ text, page, cursor }: { text: string } & PageRequest) =>
      page > 1 && !cursor
        ? undefined
        : get("https://www.ebi.ac.uk/europepmc/webservices/rest/search", {
            query: text,
            format: "json",
            resultType: "core",
            pageSize: 25,
            cursorMark: cursor ?? "*",
          }),
    refused: (body) => {
      const refusal = Refusal.safeParse(body);
      if (!refusal.success) return undefined;
      const { errCode, errMsg } = refusal.data;
      return new SourceError(
        kindOf(errCode),
        `Europe PMC refused the query: ${quotedSaying(String(errMsg ?? errCode))}`,
      );
    },
    body: z.object({
      hitCount: z.int(),
      nextCursorMark: maybe,
      request: z.object({ cursorMark: maybe }).nullish(),
      resultList: z.object({ result: z.array(Result) }),
    }),
    next: ({ nextCursorMark, request }) => (nextCursorMark !== request?.cursorMark ? (nextCursorMark ?? null) : null),
    items: ({ resultList }) => resultList.result.map(itemOf),
  }),
});
