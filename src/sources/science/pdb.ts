import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { emptyOn } from "../kit/answer.ts";
import { either, fanned } from "../kit/compose.ts";
import { Count } from "../kit/fields.ts";
import { json } from "../kit/json.ts";
import type { PageAsk } from "../kit/paged.ts";
import { query } from "../kit/query.ts";
import { get, postJson } from "../kit/request.ts";
import { ScienceItem } from "./item.ts";
import { Entry, itemOf } from "./pdb-record.ts";

const ROWS = 20;

const ENTRIES = `query($ids:[String!]!){entries(entry_ids:$ids){rcsb_id struct{title} exptl{method}

rcsb_entry_info{resolution_combined molecular_weight deposited_polymer_monomer_count}

rcsb_accession_info{deposit_date initial_release_date revision_date}

rcsb_primary_citation{title pdbx_database_id_DOI year rcsb_authors}

polymer_entities{rcsb_entity_source_organism{scientific_name}}}}`.replace(/\n/g, " ");

interface StructureQuery {
  readonly words: string;
  readonly id: string | undefined;
}

const found = json({
  pages: ({ words, page }: StructureQuery & PageAsk) =>
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
    if (!data) throw new SourceError("changed", `RCSB refused our question: ${errors?.[0]?.message ?? "no data"}.`);
    const byId = new Map(data.entries.flatMap((entry) => (entry ? [[entry.rcsb_id, entry] as const] : [])));
    return hits.flatMap(({ identifier, score }) => {
      const entry = byId.get(identifier);
      return entry ? [{ ...itemOf(entry), relevance: score }] : [];
    });
  },
});

const one = json({
  request: ({ id }: StructureQuery) => get(`https://data.rcsb.org/rest/v1/core/entry/${id}`),
  body: Entry,
  items: (entry) => [itemOf(entry)],
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
  read: either(({ id }: StructureQuery) => id !== undefined, one, fanned(1, found, described)),
});
