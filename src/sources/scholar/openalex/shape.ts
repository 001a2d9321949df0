import { z } from "zod";
import { maybe } from "../reading.ts";

/** OpenAlex's entities (https://developers.openalex.org/): what is read of them. Whole lists may be left out by `select`. */

const Named = z.object({ display_name: maybe });

const Place = z.object({
  landing_page_url: maybe,
  pdf_url: maybe,
  license: maybe,
  source: z
    .object({
      id: maybe,
      display_name: maybe,
      issn: z.array(z.string()).nullish(),
      issn_l: maybe,
      host_organization_name: maybe,
    })
    .nullish(),
});

/** A work as the API answers it. */
export const Work = z.object({
  id: z.string(),
  display_name: maybe,
  doi: maybe,
  ids: z.object({ pmid: maybe, pmcid: maybe }).nullish(),
  abstract_inverted_index: z.record(z.string(), z.array(z.int())).nullish(),
  authorships: z
    .array(
      z.object({
        author: z.object({ display_name: maybe, orcid: maybe }),
        raw_author_name: maybe,
        institutions: z.array(Named).nullish(),
        raw_affiliation_strings: z.array(z.string()).nullish(),
      }),
    )
    .nullish(),
  publication_date: maybe,
  publication_year: z.int().nullish(),
  language: maybe,
  primary_location: Place.nullish(),
  best_oa_location: Place.nullish(),
  open_access: z.object({ oa_status: maybe, oa_url: maybe }).nullish(),
  biblio: z
    .object({
      volume: maybe,
      issue: maybe,
      first_page: maybe,
      last_page: maybe,
    })
    .nullish(),
  type: maybe,
  cited_by_count: z.int().nullish(),
  counts_by_year: z.array(z.object({ year: z.int(), cited_by_count: z.int() })).nullish(),
  fwci: z.number().nullish(),
  referenced_works_count: z.int().nullish(),
  referenced_works: z.array(z.string()).nullish(),
  primary_topic: Named.nullish(),
  keywords: z.array(Named).nullish(),
  is_retracted: z.boolean().nullish(),
});

const Summary = z.object({
  "2yr_mean_citedness": z.number().nullish(),
  h_index: z.int().nullish(),
  i10_index: z.int().nullish(),
});

/** A journal, repository or conference: OpenAlex calls it a source. */
export const Journal = z.object({
  id: z.string(),
  display_name: maybe,
  homepage_url: maybe,
  issn: z.array(z.string()).nullish(),
  issn_l: maybe,
  host_organization_name: maybe,
  type: maybe,
  is_oa: z.boolean().nullish(),
  is_in_doaj: z.boolean().nullish(),
  apc_usd: z.number().nullish(),
  works_count: z.int().nullish(),
  cited_by_count: z.int().nullish(),
  summary_stats: Summary.nullish(),
});

/** A scholar as the API answers it. */
export const Scholar = z.object({
  id: z.string(),
  display_name: maybe,
  orcid: maybe,
  last_known_institutions: z.array(Named).nullish(),
  affiliations: z.array(z.object({ institution: Named })).nullish(),
  topics: z.array(Named).nullish(),
  works_count: z.int().nullish(),
  cited_by_count: z.int().nullish(),
  summary_stats: Summary.nullish(),
});

const WORDS_AT_MOST = 3000;

/** An abstract out of its inverted index (word -> its places): the words in order, the first 3,000. */
export function reordered(index: Readonly<Record<string, readonly number[]>> | null | undefined): string | undefined {
  const words: string[] = [];
  for (const [word, places] of Object.entries(index ?? {}))
    for (const place of places) if (place >= 0 && place < WORDS_AT_MOST) words[place] = word;
  return words.filter((word) => word !== undefined).join(" ") || undefined;
}
