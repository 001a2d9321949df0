import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import type { Judge } from "../kit/answer.ts";
import { either, fanned } from "../kit/compose.ts";
import { Count } from "../kit/fields.ts";
import { rowsRemain } from "../kit/further.ts";
import { json, numeric } from "../kit/json.ts";
import type { PageAsk } from "../kit/paged.ts";
import { query } from "../kit/query.ts";
import { upstreamMessage } from "../kit/refusals.ts";
import { get } from "../kit/request.ts";
import { GeneItem } from "./item.ts";
import { Gene, itemOf } from "./ncbi_gene-record.ts";

const EUTILS = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils";
const ROWS = 20;

interface GeneQuery {
  readonly words: string;
  readonly ids: readonly string[];
}

const judge: Judge = (response) => {
  const said = response.status === 400 ? upstreamMessage(response) : undefined;
  return said && /api key/i.test(said)
    ? new SourceError("missing-key", `NCBI refused NCBI_API_KEY: ${said}.`)
    : undefined;
};

const ask = (call: string, values: Readonly<Record<string, string | number>>, keys: PageAsk["keys"]) =>
  get(`${EUTILS}/${call}.fcgi`, {
    db: "gene",
    ...values,
    retmode: "json",
    tool: "tributary",
    email: keys["NCBI_EMAIL"],
    api_key: keys["NCBI_API_KEY"],
  });

const search = json({
  pages: ({ words, page, keys }: GeneQuery & PageAsk) =>
    ask("esearch", { term: words, retstart: (page - 1) * ROWS, retmax: ROWS, sort: "relevance" }, keys),
  judge,
  lenient: true,
  body: z.object({
    esearchresult: z.object({
      ERROR: z.string().nullish(),
      count: numeric.nullish(),
      idlist: z.array(z.string()).nullish(),
    }),
  }),
  items: ({ esearchresult: { ERROR, idlist } }) => {
    if (ERROR) throw new SourceError("bad-query", `NCBI refused the query: ${ERROR}.`);
    return idlist && idlist.length > 0 ? [{ ids: idlist }] : [];
  },
  next: ({ esearchresult: { idlist, count } }, _input, response) =>
    rowsRemain(response, "retstart", idlist?.length ?? 0, count),
});

const summaries = json({
  request: ({ ids, keys }: Pick<GeneQuery, "ids"> & PageAsk) => ask("esummary", { id: ids.join(",") }, keys),
  judge,
  lenient: true,
  body: z.object({ result: z.record(z.string(), z.union([z.array(z.string()), Gene])) }),
  items: ({ result }, { ids }) =>
    ids.flatMap((id) => {
      const gene = result[id];
      return gene && !Array.isArray(gene) && !gene.error ? [itemOf(gene)] : [];
    }),
});

export const ncbiGene = defineSource({
  id: "ncbi_gene",
  title: "NCBI Gene",
  docs: "https://www.ncbi.nlm.nih.gov/books/NBK25500/",
  terms: "three requests a second without a key, ten with one; public domain",
  key: { env: ["NCBI_API_KEY", "NCBI_EMAIL"], required: false, from: "https://account.ncbi.nlm.nih.gov/settings/" },
  query: query({
    describe: "a gene's symbol, an Entrez query, or a Gene ID",
    example: "BRCA1[sym] AND human[orgn]",
    parse: (q) => ({ words: q, ids: /^\d{1,10}$/.test(q) ? [q] : [] }),
  }),
  item: GeneItem.extend({
    geneId: Count,
    officialSymbol: z.string().optional().describe("by the nomenclature authority"),
    fullName: z.string().optional(),
    summary: z.string().optional().describe("the whole text of which the snippet is the beginning"),
    mapLocation: z.string().optional().describe("cytogenetic band"),
    aliases: z.array(z.string()).optional(),
    otherNames: z.array(z.string()).optional(),
    mim: z.array(z.string()).optional().describe("OMIM numbers"),
    chromosomeAccession: z.string().optional().describe("the sequence that start and end count on"),
    exons: Count.optional(),
    replacedBy: Count.optional().describe("the Gene ID that took this one's place"),
  }),
  polite: { concurrency: 1, minIntervalMs: 340 },
  read: either(({ ids }: GeneQuery) => ids.length > 0, summaries, fanned(1, search, summaries)),
});
