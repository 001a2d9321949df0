import { z } from "zod";
import { Count, HttpUrl } from "../../kit/values/fields.ts";
import { languageTag } from "../../kit/values/languages.ts";
import type { Draft } from "../../source.ts";
import { addressOf, doiOf, doisOf, doiUrl } from "../identifiers.ts";
import { ScholarItem } from "../item.ts";
import { abstractOfMarkup, authored, dated, maybe, titleOf, venueOf } from "../reading.ts";

/** Crossref's records (https://api.crossref.org/swagger-ui/index.html): what is read of them. */

const Contributor = z.object({
  given: maybe,
  family: maybe,
  name: maybe,
  ORCID: maybe,
  affiliation: z.array(z.object({ name: maybe })).nullish(),
});

const DateParts = z.object({ "date-parts": z.array(z.array(z.int().nullable())) });

/** A work as the API answers it. */
export const CrossrefWork = z.object({
  DOI: z.string(),
  URL: maybe,
  title: z.array(z.string()).nullish(),
  abstract: maybe,
  author: z.array(Contributor).nullish(),
  issued: DateParts.nullish(),
  "container-title": z.array(z.string()).nullish(),
  ISSN: z.array(z.string()).nullish(),
  publisher: maybe,
  type: maybe,
  language: maybe,
  volume: maybe,
  issue: maybe,
  page: maybe,
  "is-referenced-by-count": z.int().nullish(),
  "reference-count": z.int().nullish(),
  reference: z.array(z.object({ DOI: maybe })).nullish(),
  license: z.array(z.object({ URL: maybe })).nullish(),
  link: z.array(z.object({ URL: maybe, "content-type": maybe })).nullish(),
  subject: z.array(z.string()).nullish(),
  score: z.number().nullish(),
});

/** A journal as the API answers it. */
export const CrossrefJournal = z.object({
  title: z.string(),
  publisher: maybe,
  ISSN: z.array(z.string()).nullish(),
  counts: z.object({ "total-dois": z.int().nullish(), "current-dois": z.int().nullish() }).nullish(),
  subjects: z.array(z.object({ name: maybe })).nullish(),
});

/** [2022, 5, 30] as "2022-5-30"; parts may be missing or null. */
const writtenParts = (date: z.output<typeof DateParts> | null | undefined): string | undefined =>
  date?.["date-parts"][0]?.filter((part) => part !== null).join("-");

/** A work or a journal. */
export const CrossrefItem = ScholarItem.extend({
  publisherPdf: HttpUrl.optional().describe("the publisher's PDF; whether it is free is not said"),
  licenseUrl: HttpUrl.optional(),
  score: z.number().optional().describe("Crossref's relevance"),
  worksCount: Count.optional().describe("of a journal: how many DOIs"),
});

/** An item before it is checked. */
export type CrossrefDraft = Draft<Omit<z.input<typeof CrossrefItem>, "source">>;

/** What Crossref says of a work. */
export function workOf(work: z.output<typeof CrossrefWork>): CrossrefDraft {
  const doi = doiOf(work.DOI);
  const cited = doisOf(work.reference?.map(({ DOI }) => DOI) ?? []);
  return {
    title: titleOf(work.title?.[0]) ?? work.DOI,
    url: addressOf(work.URL) ?? doiUrl(doi),
    snippet: abstractOfMarkup(work.abstract),
    doi,
    type: work.type,
    ...authored(
      work.author?.map(({ given, family, name, ORCID, affiliation }) => ({
        name: [given, family].filter(Boolean).join(" ") || name,
        orcid: ORCID,
        affiliations: affiliation?.map((place) => place.name),
      })),
    ),
    venue: venueOf({
      name: titleOf(work["container-title"]?.[0]),
      issn: work.ISSN ?? [],
      publisher: work.publisher,
    }),
    volume: work.volume,
    issue: work.issue,
    pages: work.page,
    ...dated(writtenParts(work.issued)),
    language: languageTag(work.language),
    citedBy: work["is-referenced-by-count"],
    references: { count: work["reference-count"], dois: cited.length > 0 ? cited : undefined },
    licenseUrl: addressOf(work.license?.[0]?.URL),
    publisherPdf: addressOf(work.link?.find((link) => link["content-type"] === "application/pdf")?.URL),
    keywords: work.subject,
    score: work.score,
  };
}

/** What Crossref says of a journal. */
export const journalOf = (journal: z.output<typeof CrossrefJournal>): CrossrefDraft => ({
  title: titleOf(journal.title) ?? journal.title,
  url: journal.ISSN?.[0] && `https://portal.issn.org/resource/ISSN/${journal.ISSN[0]}`,
  type: "journal",
  venue: venueOf({ name: titleOf(journal.title), issn: journal.ISSN ?? [], publisher: journal.publisher }),
  worksCount: journal.counts?.["total-dois"],
  keywords: journal.subjects?.flatMap(({ name }) => name ?? []),
});
