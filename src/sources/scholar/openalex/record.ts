import { z } from "zod";
import { Count, HttpUrl } from "../../kit/values/fields.ts";
import { languageTag } from "../../kit/values/languages.ts";
import type { Draft } from "../../source.ts";
import { addressOf, doiOf, doiUrl, orcidOf } from "../identifiers.ts";
import { Orcid, ScholarItem } from "../item.ts";
import { abstractOf, authored, dated, openAccessOf, venueOf } from "../reading.ts";
import { type Journal, reordered, type Scholar, type Work } from "./shape.ts";

/** A work, a journal or a scholar. */
export const OpenAlexItem = ScholarItem.extend({
  openalexId: z.string(),
  venueId: z.string().optional().describe("the venue's OpenAlex id"),
  orcid: Orcid.optional().describe("of a person"),
  affiliations: z.array(z.string()).optional().describe("of a person"),
  fwci: z.number().optional().describe("field-weighted citation impact; 1 is the world's mean"),
  citedByYear: z.array(z.object({ year: z.int(), count: Count })).optional(),
  referencedIds: z.array(z.string()).optional().describe("OpenAlex ids of the works it cites, the first 1,000"),
  isRetracted: z.boolean().optional(),
  homepage: HttpUrl.optional(),
  worksCount: Count.optional().describe("of a journal or person"),
  hIndex: Count.optional().describe("of a journal or person"),
  i10Index: Count.optional().describe("of a journal or person"),
  isInDoaj: z.boolean().optional(),
  apcUsd: z.number().optional().describe("article processing charge in US dollars"),
});

/** An item before it is checked. */
export type OpenAlexDraft = Draft<Omit<z.input<typeof OpenAlexItem>, "source">>;

const idOf = (address: string): string => address.replace(/^https?:\/\/openalex\.org\//, "");
const names = (list: readonly { display_name?: string | null | undefined }[] | null | undefined): string[] =>
  (list ?? []).flatMap(({ display_name }) => display_name ?? []);

/** What OpenAlex says of a work. */
export function workOf(work: z.output<typeof Work>): OpenAlexDraft {
  const doi = doiOf(work.doi);
  const { source, landing_page_url } = work.primary_location ?? {};
  const { volume, issue, first_page, last_page } = work.biblio ?? {};
  return {
    title: work.display_name || doi || idOf(work.id),
    url: doiUrl(doi) ?? addressOf(landing_page_url) ?? work.id,
    snippet: abstractOf(reordered(work.abstract_inverted_index)),
    openalexId: idOf(work.id),
    doi,
    pmid: work.ids?.pmid?.replace(/\D+/g, ""),
    pmcid: /PMC\d+|\d+$/.exec(work.ids?.pmcid ?? "")?.[0]?.replace(/^(?=\d)/, "PMC"),
    type: work.type,
    ...authored(
      work.authorships?.map(({ author, raw_author_name, institutions, raw_affiliation_strings }) => ({
        name: author.display_name || raw_author_name,
        orcid: author.orcid,
        affiliations: institutions?.length ? names(institutions) : (raw_affiliation_strings ?? []),
      })),
    ),
    venue:
      source &&
      venueOf({
        name: source.display_name,
        issn: [source.issn_l, ...(source.issn ?? [])],
        publisher: source.host_organization_name,
      }),
    venueId: source?.id && idOf(source.id),
    volume,
    issue,
    pages: first_page && last_page && last_page !== first_page ? `${first_page}-${last_page}` : first_page,
    ...dated(work.publication_date, work.publication_year),
    language: languageTag(work.language),
    citedBy: work.cited_by_count,
    citedByYear: work.counts_by_year?.map(({ year, cited_by_count }) => ({ year, count: cited_by_count })),
    fwci: work.fwci,
    references: { count: work.referenced_works_count },
    referencedIds: work.referenced_works?.slice(0, 1000).map(idOf),
    openAccess: openAccessOf({
      status: work.open_access?.oa_status,
      url: work.open_access?.oa_url,
      pdfUrl: work.best_oa_location?.pdf_url,
      license: work.best_oa_location?.license ?? work.primary_location?.license,
    }),
    keywords: [...new Set(names([...(work.primary_topic ? [work.primary_topic] : []), ...(work.keywords ?? [])]))],
    isRetracted: work.is_retracted,
  };
}

/** What OpenAlex says of a journal. */
export function journalOf(journal: z.output<typeof Journal>): OpenAlexDraft {
  const { summary_stats: stats } = journal;
  const measured = stats?.["2yr_mean_citedness"];
  return {
    title: journal.display_name || idOf(journal.id),
    url: journal.id,
    openalexId: idOf(journal.id),
    type: journal.type,
    venue: {
      ...venueOf({
        name: journal.display_name,
        issn: [journal.issn_l, ...(journal.issn ?? [])],
        publisher: journal.host_organization_name,
      }),
      impact: typeof measured === "number" ? { measure: "2yr_mean_citedness", value: measured } : undefined,
    },
    openAccess: openAccessOf({ status: journal.is_oa ? "open" : undefined }),
    homepage: addressOf(journal.homepage_url),
    isInDoaj: journal.is_in_doaj,
    apcUsd: journal.apc_usd,
    worksCount: journal.works_count,
    citedBy: journal.cited_by_count,
    hIndex: stats?.h_index,
    i10Index: stats?.i10_index,
  };
}

/** What OpenAlex says of a scholar. */
export function scholarOf(scholar: z.output<typeof Scholar>): OpenAlexDraft {
  const lately = names(scholar.last_known_institutions);
  return {
    title: scholar.display_name || idOf(scholar.id),
    url: scholar.id,
    snippet: lately.join("; "),
    openalexId: idOf(scholar.id),
    type: "author",
    orcid: orcidOf(scholar.orcid),
    affiliations: [...new Set([...lately, ...names(scholar.affiliations?.map(({ institution }) => institution))])],
    keywords: names(scholar.topics),
    worksCount: scholar.works_count,
    citedBy: scholar.cited_by_count,
    hIndex: scholar.summary_stats?.h_index,
    i10Index: scholar.summary_stats?.i10_index,
  };
}
