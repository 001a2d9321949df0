import { z } from "zod";
import { isoDate } from "../../kit/values/dates.ts";
import { languageTag } from "../../kit/values/languages.ts";
import { addressOf, doiOf } from "../identifiers.ts";
import { abstractOfMarkup, authored, dated, maybe, openAccessOf, titleOf, venueOf } from "../reading.ts";

const Subjects = z.array(z.object({ term: maybe })).nullish();

/** An article as the API answers it. */
export const Article = z.object({
  id: maybe,
  last_updated: maybe,
  bibjson: z.object({
    title: maybe,
    abstract: maybe,
    identifier: z.array(z.object({ id: maybe, type: maybe })).nullish(),
    author: z.array(z.object({ name: maybe, affiliation: maybe, orcid_id: maybe })).nullish(),
    journal: z
      .object({
        title: maybe,
        publisher: maybe,
        issns: z.array(z.string()).nullish(),
        country: maybe,
        volume: maybe,
        number: maybe,
        language: z.array(z.string()).nullish(),
        license: z.array(z.object({ type: maybe })).nullish(),
      })
      .nullish(),
    year: maybe,
    month: maybe,
    start_page: maybe,
    end_page: maybe,
    link: z.array(z.object({ type: maybe, content_type: maybe, url: maybe })).nullish(),
    subject: Subjects,
    keywords: z.array(z.string()).nullish(),
  }),
});

/** A journal as the API answers it. */
export const Journal = z.object({
  id: maybe,
  last_updated: maybe,
  bibjson: z.object({
    title: maybe,
    publisher: z.object({ name: maybe, country: maybe }).nullish(),
    eissn: maybe,
    pissn: maybe,
    apc: z
      .object({
        has_apc: z.boolean().nullish(),
        max: z.array(z.object({ currency: maybe, price: z.number().nullish() })).nullish(),
      })
      .nullish(),
    license: z.array(z.object({ type: maybe })).nullish(),
    ref: z.object({ journal: maybe }).nullish(),
    keywords: z.array(z.string()).nullish(),
    language: z.array(z.string()).nullish(),
    subject: Subjects,
  }),
});

const terms = (subjects: z.output<typeof Subjects>, keywords: readonly string[] | null | undefined): string[] => [
  ...new Set([...(keywords ?? []), ...(subjects ?? []).flatMap(({ term }) => term ?? [])]),
];

const pageOf = (kind: string, id: string | null | undefined): string | undefined =>
  id ? `https://doaj.org/${kind}/${id}` : undefined;

/** What DOAJ says of an article. */
export function articleOf({ id, last_updated, bibjson }: z.output<typeof Article>) {
  const doi = doiOf(bibjson.identifier?.find(({ type }) => type?.toLowerCase() === "doi")?.id);
  const fulltext = bibjson.link?.find(({ type }) => type === "fulltext");
  const month = Number(bibjson.month);
  const { journal } = bibjson;
  return {
    title: titleOf(bibjson.title) ?? doi ?? "",
    url: pageOf("article", id) ?? addressOf(fulltext?.url),
    snippet: abstractOfMarkup(bibjson.abstract),
    doi,
    type: "article",
    ...authored(
      bibjson.author?.map(({ name, affiliation, orcid_id }) => ({
        name,
        orcid: orcid_id,
        affiliations: [affiliation],
      })),
    ),
    venue: venueOf({ name: journal?.title, issn: journal?.issns ?? [], publisher: journal?.publisher }),
    volume: journal?.volume,
    issue: journal?.number,
    pages: [bibjson.start_page, bibjson.end_page].filter(Boolean).join("-"),
    ...dated(month >= 1 && month <= 12 ? `${bibjson.year}-${month}` : undefined, bibjson.year),
    language: languageTag(journal?.language?.[0]?.toLowerCase()),
    country: journal?.country,
    openAccess: openAccessOf({ status: "gold", url: fulltext?.url, license: journal?.license?.[0]?.type }),
    keywords: terms(bibjson.subject, bibjson.keywords),
    updatedAt: isoDate(last_updated),
  };
}

/** What DOAJ says of a journal. */
export function journalOf({ id, last_updated, bibjson }: z.output<typeof Journal>) {
  const { apc } = bibjson;
  return {
    title: titleOf(bibjson.title) ?? "",
    url: pageOf("toc", id) ?? addressOf(bibjson.ref?.journal),
    type: "journal",
    venue: venueOf({
      name: titleOf(bibjson.title),
      issn: [bibjson.eissn, bibjson.pissn],
      publisher: bibjson.publisher?.name,
    }),
    country: bibjson.publisher?.country,
    language: languageTag(bibjson.language?.[0]?.toLowerCase()),
    homepage: addressOf(bibjson.ref?.journal),
    openAccess: openAccessOf({
      status: apc?.has_apc === false ? "diamond" : "gold",
      license: bibjson.license?.[0]?.type,
    }),
    hasApc: apc?.has_apc,
    apc: apc?.max?.flatMap(({ currency, price }) =>
      currency && typeof price === "number" ? [{ amount: price, currency }] : [],
    ),
    keywords: terms(bibjson.subject, bibjson.keywords),
    updatedAt: isoDate(last_updated),
  };
}
