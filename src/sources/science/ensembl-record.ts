import { z } from "zod";
import { Count } from "../kit/fields.ts";

const PAGES = {
  Gene: "Gene/Summary?g=",
  Transcript: "Transcript/Summary?t=",
  Translation: "Transcript/ProteinSummary?p=",
};

/** A gene as the API answers it. */
export const Feature = z.object({
  id: z.string(),
  object_type: z.enum(["Gene", "Transcript", "Translation"]),
  display_name: z.string().nullish(),
  description: z.string().nullish(),
  version: Count.nullish(),
  biotype: z.string().nullish(),
  species: z.string().nullish(),
  assembly_name: z.string().nullish(),
  seq_region_name: z.string().nullish(),
  start: Count.nullish(),
  end: Count.nullish(),
  strand: z.union([z.literal(1), z.literal(-1)]).nullish(),
  canonical_transcript: z.string().nullish(),
  source: z.string().nullish(),
  logic_name: z.string().nullish(),
});

/** What Ensembl says of a gene. */
export function itemOf({ id, species, description, ...feature }: z.output<typeof Feature>) {
  const place = species ? species[0]?.toUpperCase() + species.slice(1) : "Multi";
  return {
    title: feature.display_name ?? id,
    url: `https://www.ensembl.org/${place}/${PAGES[feature.object_type]}${id}`,
    snippet: description?.replace(/\s*\[Source:[^\]]*\]\s*$/, ""),
    ensemblId: id,
    objectType: feature.object_type,
    symbol: feature.object_type === "Gene" ? feature.display_name : undefined,
    version: feature.version,
    biotype: feature.biotype,
    species,
    organism: species?.replace(/_/g, " ").replace(/^./, (first) => first.toUpperCase()),
    assembly: feature.assembly_name,
    chromosome: feature.seq_region_name,
    start: feature.start,
    end: feature.end,
    strand: feature.strand,
    canonicalTranscript: feature.canonical_transcript,
    annotationSource: feature.source,
    logicName: feature.logic_name,
  };
}
