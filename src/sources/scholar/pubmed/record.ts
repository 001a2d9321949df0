import { z } from "zod";
import type { El } from "../../kit/html/dom.ts";
import { xml } from "../../kit/readers/html.ts";
import { listOf } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { get } from "../../kit/requests/request.ts";
import { languageTag } from "../../kit/values/languages.ts";
import { doiOf, doisOf, doiUrl } from "../identifiers.ts";
import { abstractOf, authored, dated, maybe, openAccessOf, titleOf, venueOf } from "../reading.ts";

/** The E-utilities of NCBI. */
export const EUTILS = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils";

/** Articles that are asked for together. */
export interface Batch {
  readonly ids: readonly string[];
}

/** What NCBI wants to be told by everyone: the tool, and where given the operator's address and key. */
export const whoAsks = (keys: Readonly<Record<string, string>>) => ({
  tool: "tributary",
  email: keys["NCBI_EMAIL"],
  api_key: keys["NCBI_API_KEY"],
});

const pubmedUrl = (pmid: string): string => `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`;

const PMC_URL = "https://pmc.ncbi.nlm.nih.gov/articles/";

/** A document summary (esummary, version 2.0), or why there is none. */
export const Summary = z.object({
  uid: maybe,
  error: maybe,
  title: maybe,
  authors: z.array(z.object({ name: z.string(), authtype: maybe })).nullish(),
  fulljournalname: maybe,
  source: maybe,
  sortpubdate: maybe,
  pubdate: maybe,
  elocationid: maybe,
  articleids: z.array(z.object({ idtype: z.string(), value: z.string() })).nullish(),
  issn: maybe,
  essn: maybe,
  volume: maybe,
  issue: maybe,
  pages: maybe,
  pubtype: listOf(z.string()),
  lang: listOf(z.string()),
  pmcrefcount: z.union([z.int(), z.string()]).nullish(),
});

/** Open access as far as PubMed Central tells: what is there can be read for free. */
const inPmc = (pmcid: string | undefined) =>
  pmcid ? openAccessOf({ status: "green", url: `${PMC_URL}${pmcid}/` }) : undefined;

/** What PubMed's summary says of an article. */
export function summaryOf(pmid: string, summary: z.output<typeof Summary>) {
  const idOf = (type: string) => summary.articleids?.find(({ idtype }) => idtype === type)?.value;
  const doi = doiOf(idOf("doi")) ?? doiOf(/doi:\s*(\S+)/i.exec(summary.elocationid ?? "")?.[1]);
  const pmcid = idOf("pmc");
  return {
    title: titleOf(summary.title) ?? pmid,
    url: pubmedUrl(pmid),
    doi,
    pmid,
    pmcid,
    type: summary.pubtype[0],
    publicationTypes: summary.pubtype,
    ...authored(summary.authors?.filter(({ authtype }) => !authtype || authtype === "Author")),
    venue: venueOf({
      name: titleOf(summary.fulljournalname || summary.source),
      issn: [summary.issn, summary.essn],
    }),
    volume: summary.volume,
    issue: summary.issue,
    pages: summary.pages,
    ...dated(summary.sortpubdate?.slice(0, 10) || summary.pubdate),
    language: languageTag(summary.lang[0]),
    citedByInPmc: summary.pmcrefcount ? Number(summary.pmcrefcount) : undefined,
    openAccess: inPmc(pmcid),
  };
}

/** "2024", "Jan", "5" as a written date; months may be numbers. */
function dateIn(date: El | undefined): string | undefined {
  const [year, month, day] = ["Year", "Month", "Day"].map((part) => date?.text(part));
  if (!year) return date?.text("MedlineDate")?.slice(0, 4);
  if (!month) return year;
  return /^\d+$/.test(month)
    ? [year, month, day].filter(Boolean).join("-")
    : [day, month, year].filter(Boolean).join(" ");
}

/** Whole records (efetch): with abstract, affiliations and the DOIs of what they cite, but without how often they are cited. */
export const records = xml({
  request: ({ ids, keys }: Batch & PageRequest) =>
    get(`${EUTILS}/efetch.fcgi`, { db: "pubmed", id: ids.join(","), retmode: "xml", ...whoAsks(keys) }),
  rows: "PubmedArticle",
  item: (row) => {
    const pmid = row.text("MedlineCitation > PMID");
    const idOf = (type: string) => row.text(`PubmedData > ArticleIdList > ArticleId[IdType="${type}"]`);
    const doi = doiOf(idOf("doi") ?? row.text('Article > ELocationID[EIdType="doi"]'));
    const types = row.texts("PublicationTypeList > PublicationType");
    const cited = doisOf(row.texts('ReferenceList ArticleId[IdType="doi"]'));
    const count = row.all("ReferenceList > Reference").length;
    const parts = row.all("Article > Abstract > AbstractText").map((part) => {
      const label = part.attr("Label");
      return label ? `${label}: ${part.text() ?? ""}` : part.text();
    });
    return {
      title: row.text("ArticleTitle") ?? row.text("VernacularTitle") ?? pmid ?? "",
      url: pmid ? pubmedUrl(pmid) : doiUrl(doi),
      snippet: abstractOf(parts.join(" ")),
      doi,
      pmid,
      pmcid: idOf("pmc"),
      type: types[0],
      publicationTypes: types,
      ...authored(
        row.all("AuthorList > Author").map((author) => ({
          name:
            [author.text("ForeName"), author.text("LastName")].filter(Boolean).join(" ") ||
            author.text("CollectiveName"),
          orcid: author.text('Identifier[Source="ORCID"]'),
          affiliations: author.texts("AffiliationInfo > Affiliation"),
        })),
      ),
      venue: venueOf({ name: row.text("Journal > Title"), issn: row.texts("Journal > ISSN") }),
      volume: row.text("JournalIssue > Volume"),
      issue: row.text("JournalIssue > Issue"),
      pages: row.text("MedlinePgn"),
      ...dated(dateIn(row.one("ArticleDate")) ?? dateIn(row.one("JournalIssue > PubDate"))),
      language: languageTag(row.text("Article > Language")),
      references: count > 0 ? { count, dois: cited } : undefined,
      keywords: [...row.texts("MeshHeading > DescriptorName"), ...row.texts("KeywordList > Keyword")],
      openAccess: inPmc(idOf("pmc")),
    };
  },
  empty: ["PubmedArticleSet"],
});
