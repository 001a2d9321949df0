import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { branch, steps } from "../kit/compose/steps.ts";
import { json } from "../kit/readers/json.ts";
import { query } from "../kit/requests/query.ts";
import { get, postJson } from "../kit/requests/request.ts";
import type { Judge } from "../kit/responses/answer.ts";
import { upstreamMessage } from "../kit/responses/refusals.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { Count } from "../kit/values/fields.ts";
import { GeneItem } from "./item.ts";

/** https://www.ensembl.org/info/genome/stable_ids/index.html */
const STABLE_ID = /^ENS[A-Z]{0,6}\d{11}$/;

interface GeneQuery {
  readonly words: string;
  readonly species: string;
  readonly ids: readonly string[];
}

const REST = "https://rest.ensembl.org";

const AS_JSON = { "content-type": "application/json" };

/** Ensembl says HTTP 400 also where it does not know the identifier. */
const judge: Judge = (response) => {
  const said = response.status === 400 ? upstreamMessage(response) : undefined;
  return said && /not found|No valid lookup found/i.test(said)
    ? new SourceError("not-found", `Ensembl does not have it: ${quotedSaying(said)}.`)
    : undefined;
};

/** A gene as the API answers it. */
const Feature = z.object({
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

const PAGES = {
  Gene: "Gene/Summary?g=",
  Transcript: "Transcript/Summary?t=",
  Translation: "Transcript/ProteinSummary?p=",
};

/** What Ensembl says of a gene. */
function itemOf({ id, species, description, ...feature }: z.output<typeof Feature>) {
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

const lookup = json({
  request: ({ ids }: Pick<GeneQuery, "ids">) =>
    ids.length === 1 ? get(`${REST}/lookup/id/${ids[0]}`, AS_JSON) : postJson(`${REST}/lookup/id`, { ids }),
  judge,
  body: z.union([Feature.transform((one) => [one]), z.record(z.string(), Feature.nullable()).transform(Object.values)]),
  items: (features: readonly (z.output<typeof Feature> | null)[]) =>
    features.flatMap((one) => (one ? [itemOf(one)] : [])),
});

const byName = json({
  request: ({ words, species }: GeneQuery) =>
    get(`${REST}/xrefs/symbol/${encodeURIComponent(species)}/${encodeURIComponent(words)}`, {
      ...AS_JSON,
      object_type: "gene",
    }),
  judge,
  body: z.array(z.object({ id: z.string(), type: z.string().nullish() })),
  items: (references) => {
    const ids = references.map(({ id }) => id).filter((id) => id.startsWith("ENS"));
    return ids.length > 0 ? [{ ids: [...new Set(ids)].slice(0, 100) }] : [];
  },
});

export const ensembl = defineSource({
  id: "ensembl",
  title: "Ensembl genes",
  docs: "https://rest.ensembl.org/documentation/info/lookup",
  terms: "no key; 15 requests a second, 55,000 an hour",
  query: query({
    describe: "a gene's symbol, or an Ensembl stable identifier",
    example: "BRCA2",
    options: z.object({
      species: z
        .string()
        .regex(/^[A-Za-z]+(_[A-Za-z0-9]+){1,3}$/, "a species such as mus_musculus")
        .default("homo_sapiens"),
    }),
    parse: (q, { species }) => {
      const id = q.toUpperCase().replace(/\.\d+$/, "");
      return { words: q, species: species.toLowerCase(), ids: STABLE_ID.test(id) ? [id] : [] };
    },
  }),
  item: GeneItem.extend({
    ensemblId: z.string(),
    objectType: z.enum(["Gene", "Transcript", "Translation"]),
    version: Count.optional().describe("of the identifier"),
    biotype: z.string().optional(),
    species: z.string().optional().describe("as Ensembl writes it, e.g. homo_sapiens"),
    assembly: z.string().optional(),
    canonicalTranscript: z.string().optional(),
    annotationSource: z.string().optional(),
    logicName: z.string().optional().describe("the analysis that the annotation comes from"),
  }),
  polite: { concurrency: 2, minIntervalMs: 70 },
  read: branch(({ ids }: GeneQuery) => ids.length > 0, lookup, steps(byName, lookup)),
});
