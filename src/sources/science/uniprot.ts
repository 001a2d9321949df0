import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { Count } from "../kit/fields.ts";
import { nextLink } from "../kit/further.ts";
import { json } from "../kit/json.ts";
import { query } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { OrganismItem } from "./item.ts";
import { Entry, itemOf } from "./uniprot-record.ts";

const SEARCH = "https://rest.uniprot.org/uniprotkb/search";

const FIELDS =
  "accession,id,protein_name,gene_names,organism_name,length,mass,cc_function,reviewed,date_modified,date_created";

/** https://www.uniprot.org/help/accession_numbers */
const ACCESSION = /^(?:[OPQ][0-9][A-Z0-9]{3}[0-9]|[A-NR-Z][0-9](?:[A-Z][A-Z0-9]{2}[0-9]){1,2})$/;

const Refusal = z.object({ messages: z.array(z.string()) });

export const uniprot = defineSource({
  id: "uniprot",
  title: "UniProtKB proteins",
  docs: "https://www.uniprot.org/help/api_queries",
  terms: "no key; data under CC BY 4.0",
  query: query({
    describe: "a protein's or gene's name, an accession, or a query in UniProt's own syntax",
    example: "insulin AND organism_id:9606 AND reviewed:true",
    parse: (q) => ({ words: ACCESSION.test(q.toUpperCase()) ? `accession:${q.toUpperCase()}` : q }),
  }),
  item: OrganismItem.extend({
    accession: z.string(),
    entryName: z.string().optional(),
    gene: z.string().optional(),
    geneSynonyms: z.array(z.string()).optional(),
    lengthAminoAcids: Count.optional(),
    massDa: Count.optional().describe("daltons"),
    reviewed: z.boolean().optional().describe("true: Swiss-Prot, curated by hand; false: TrEMBL"),
    inactive: z.literal(true).optional().describe("the entry was deleted, merged or split"),
    inactiveReason: z.string().optional(),
    replacedBy: z.array(z.string()).optional().describe("accessions that an inactive entry went into"),
  }),
  polite: { concurrency: 2, minIntervalMs: 200 },
  read: json({
    pages: ({ words, cursor }) => get(SEARCH, { query: words, format: "json", size: 25, fields: FIELDS, cursor }),
    refused: (body, { status }) => {
      const said = status === 400 ? Refusal.safeParse(body).data?.messages.join("; ") : undefined;
      return said ? new SourceError("bad-query", `UniProt refused the query: ${said}.`) : undefined;
    },
    body: z.object({ results: z.array(Entry) }),
    items: ({ results }) => results.map(itemOf),
    next: (_body, _input, response) => URL.parse(nextLink(response) ?? "")?.searchParams.get("cursor") ?? null,
  }),
});
