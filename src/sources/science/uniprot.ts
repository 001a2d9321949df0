import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { nextLink } from "../kit/requests/further.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import { OrganismItem } from "./item.ts";

/** https://www.uniprot.org/help/accession_numbers */
const ACCESSION = /^(?:[OPQ][0-9][A-Z0-9]{3}[0-9]|[A-NR-Z][0-9](?:[A-Z][A-Z0-9]{2}[0-9]){1,2})$/;

const SEARCH = "https://rest.uniprot.org/uniprotkb/search";

const FIELDS =
  "accession,id,protein_name,gene_names,organism_name,length,mass,cc_function,reviewed,date_modified,date_created";

const Refusal = z.object({ messages: z.array(z.string()) });

const Value = z.object({ value: z.string() });

const Name = z.object({ fullName: Value.nullish() });

/** A protein as the API answers it. */
const Entry = z.object({
  entryType: z.string(),
  primaryAccession: z.string(),
  uniProtkbId: z.string().nullish(),
  proteinDescription: z.object({ recommendedName: Name.nullish(), submissionNames: z.array(Name).nullish() }).nullish(),
  genes: z.array(z.object({ geneName: Value.nullish(), synonyms: z.array(Value).nullish() })).nullish(),
  organism: z
    .object({ scientificName: z.string().nullish(), commonName: z.string().nullish(), taxonId: Count.nullish() })
    .nullish(),
  sequence: z.object({ length: Count.nullish(), molWeight: Count.nullish() }).nullish(),
  comments: z.array(z.object({ commentType: z.string(), texts: z.array(Value).nullish() })).nullish(),
  entryAudit: z
    .object({ firstPublicDate: z.string().nullish(), lastAnnotationUpdateDate: z.string().nullish() })
    .nullish(),
  inactiveReason: z
    .object({ inactiveReasonType: z.string().nullish(), mergeDemergeTo: z.array(z.string()).nullish() })
    .nullish(),
});

/** What UniProt says of a protein. */
function itemOf(entry: z.output<typeof Entry>) {
  const { primaryAccession, uniProtkbId, proteinDescription, organism, sequence, entryAudit, inactiveReason } = entry;
  const inactive = entry.entryType === "Inactive";
  const gene = entry.genes?.[0];
  return {
    title:
      proteinDescription?.recommendedName?.fullName?.value ??
      proteinDescription?.submissionNames?.[0]?.fullName?.value ??
      uniProtkbId ??
      primaryAccession,
    url: `https://www.uniprot.org/uniprotkb/${primaryAccession}/entry`,
    snippet: entry.comments?.find(({ commentType }) => commentType === "FUNCTION")?.texts?.[0]?.value,
    accession: primaryAccession,
    entryName: uniProtkbId,
    gene: gene?.geneName?.value,
    geneSynonyms: gene?.synonyms?.map(({ value }) => value),
    organism: organism?.scientificName,
    organismCommonName: organism?.commonName,
    taxonId: organism?.taxonId,
    lengthAminoAcids: sequence?.length,
    massDa: sequence?.molWeight,
    ...(inactive
      ? { inactive: true as const }
      : { reviewed: /\breviewed/i.test(entry.entryType) && !/unreviewed/i.test(entry.entryType) }),
    inactiveReason: inactiveReason?.inactiveReasonType?.toLowerCase(),
    replacedBy: inactiveReason?.mergeDemergeTo,
    publishedAt: isoDate(entryAudit?.firstPublicDate),
    updatedAt: isoDate(entryAudit?.lastAnnotationUpdateDate),
  };
}

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
      return said ? new SourceError("bad-query", `UniProt refused the query: ${quotedSaying(said)}.`) : undefined;
    },
    body: z.object({ results: z.array(Entry) }),
    items: ({ results }) => results.map(itemOf),
    next: (_body, _input, response) => URL.parse(nextLink(response) ?? "")?.searchParams.get("cursor") ?? null,
  }),
});
