import { z } from "zod";
import { Count } from "../kit/fields.ts";
import { isoDate } from "../kit/values.ts";

const Text = z.string().nullish();

/** A structure as the API answers it. */
export const Entry = z.object({
  rcsb_id: z.string(),
  struct: z.object({ title: Text }).nullish(),
  exptl: z.array(z.object({ method: z.string() })).nullish(),
  rcsb_entry_info: z
    .object({
      resolution_combined: z.array(z.number()).nullish(),
      molecular_weight: z.number().nullish(),
      deposited_polymer_monomer_count: Count.nullish(),
    })
    .nullish(),
  rcsb_accession_info: z.object({ deposit_date: Text, initial_release_date: Text, revision_date: Text }).nullish(),
  rcsb_primary_citation: z
    .object({
      title: Text,
      /** GraphQL's spelling, and the REST one's. */
      pdbx_database_id_DOI: Text,
      pdbx_database_id_doi: Text,
      year: z.int().nullish(),
      rcsb_authors: z.array(z.string()).nullish(),
    })
    .nullish(),
  polymer_entities: z
    .array(z.object({ rcsb_entity_source_organism: z.array(z.object({ scientific_name: Text })).nullish() }))
    .nullish(),
});

/** What the archive says of a structure. */
export function itemOf(entry: z.output<typeof Entry>) {
  const { rcsb_id, exptl, rcsb_entry_info, rcsb_accession_info, rcsb_primary_citation, polymer_entities } = entry;
  const organisms = polymer_entities?.flatMap(
    (polymer) => polymer.rcsb_entity_source_organism?.flatMap(({ scientific_name }) => scientific_name ?? []) ?? [],
  );
  return {
    title: entry.struct?.title || rcsb_id,
    url: `https://www.rcsb.org/structure/${rcsb_id}`,
    snippet: rcsb_primary_citation?.title,
    pdbId: rcsb_id,
    methods: exptl?.map(({ method }) => method),
    resolutionAngstrom: rcsb_entry_info?.resolution_combined?.[0],
    weightKda: rcsb_entry_info?.molecular_weight,
    residues: rcsb_entry_info?.deposited_polymer_monomer_count,
    depositedAt: isoDate(rcsb_accession_info?.deposit_date),
    publishedAt: isoDate(rcsb_accession_info?.initial_release_date),
    updatedAt: isoDate(rcsb_accession_info?.revision_date),
    doi: rcsb_primary_citation?.pdbx_database_id_DOI ?? rcsb_primary_citation?.pdbx_database_id_doi,
    citationYear: rcsb_primary_citation?.year,
    authors: rcsb_primary_citation?.rcsb_authors,
    organisms: organisms && [...new Set(organisms)],
  };
}
