import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { branch, concurrentSteps } from "../kit/compose/steps.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get, postJson } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import { ScienceItem } from "./item.ts";

interface StructureQuery {
  readonly words: string;
  readonly id: string | undefined;
}

const Text = z.string().nullish();

/** A structure as the API answers it. */
const Entry = z.object({
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
function itemOf(entry: z.output<typeof Entry>) {
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

const one = json({
  request: ({ id }: StructureQuery) => get(`https://data.rcsb.org/rest/v1/core/entry/${id}`),
  body: Entry,
  items: (entry) => [itemOf(entry)],
});

const ROWS = 20;

const found = json({
  pages: ({ words, page }: StructureQuery & PageRequest) =>
    postJson("https://search.rcsb.org/rcsbsearch/v2/query", {
      query: { type: "terminal", service: "full_text", parameters: { value: words } },
      return_type: "entry",
      request_options: { paginate: { start: (page - 1) * ROWS, rows: ROWS } },
    }),
  judge: emptyOn(204),
  body: z.object({
    total_count: Count.nullish(),
    result_set: z.array(z.object({ identifier: z.string(), score: z.number().nullish() })),
  }),
  items: ({ result_set }) => (result_set.length > 0 ? [{ hits: result_set }] : []),
  next: ({ result_set }) => (result_set.length < ROWS ? null : undefined),
});

const ENTRIES = `query($ids:[String!]!){entries(entry_ids:$ids){rcsb_id struct{title} exptl{method}

rcsb_entry_info{resolution_combined molecular_weight deposited_polymer_monomer_count}

rcsb_accession_info{deposit_date initial_release_date revision_date}

rcsb_primary_citation{title pdbx_database_id_DOI year rcsb_authors}

polymer_entities{rcsb_entity_source_organism{scientific_name}}}}`.replace(/\n/g, " ");

const described = json({
  request: ({ hits }: { hits: readonly { identifier: string; score?: number | null | undefined }[] }) =>
    postJson("https://data.rcsb.org/graphql", {
      query: ENTRIES,
      variables: { ids: hits.map(({ identifier }) => identifier) },
    }),
  body: z.object({
    errors: z.array(z.object({ message: z.string() })).nullish(),
    data: z.object({ entries: z.array(Entry.nullable()) }).nullish(),
  }),
  items: ({ errors, data }, { hits }) => {
    if (!data)
      throw new SourceError(
        "changed",
        `RCSB refused our question: ${quotedSaying(errors?.[0]?.message ?? "no data")}.`,
      );
    const byId = new Map(data.entries.flatMap((entry) => (entry ? [[entry.rcsb_id, entry] as const] : [])));
    return hits.flatMap(({ identifier, score }) => {
      const entry = byId.get(identifier);
      return entry ? [{ ...itemOf(entry), relevance: score }] : [];
    });
  },
});

export const pdb = defineSource({
  id: "pdb",
  title: "RCSB Protein Data Bank",
  docs: "https://search.rcsb.org/#search-api",
  terms: "no key; a handful of requests a second; data under CC0",
  query: query({
    describe: "words to search structures for, or a PDB identifier",
    example: "CRISPR Cas9",
    parse: (q) => ({ words: q, id: /^\d(?=[A-Z0-9]*[A-Z])[A-Z0-9]{3}$/i.test(q) ? q.toUpperCase() : undefined }),
  }),
  item: ScienceItem.extend({
    pdbId: z.string(),
    methods: z.array(z.string()).optional().describe("how the structure was determined"),
    resolutionAngstrom: z.number().positive().optional(),
    weightKda: z.number().nonnegative().optional().describe("kilodaltons"),
    residues: Count.optional().describe("polymer residues deposited"),
    depositedAt: ScienceItem.shape.publishedAt.describe("when the authors handed it in"),
    doi: z.string().optional().describe("of the primary citation"),
    citationYear: z.int().optional(),
    authors: z.array(z.string()).optional().describe("of the primary citation"),
    organisms: z.array(z.string()).optional().describe("scientific names"),
    relevance: z.number().min(0).max(1).optional().describe("the search's own score"),
  }),
  polite: { concurrency: 2, minIntervalMs: 200 },
  read: branch(({ id }: StructureQuery) => id !== undefined, one, concurrentSteps(1, found, described)),
});
