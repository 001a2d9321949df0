import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { branch, concurrentSteps } from "../kit/compose/steps.ts";
import { json, numeric } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { rowsRemain } from "../kit/requests/further.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Judge } from "../kit/responses/answer.ts";
import { upstreamMessage } from "../kit/responses/refusals.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { Count } from "../kit/values/fields.ts";
import { excerpt } from "../kit/values/text.ts";
import { GeneItem } from "./item.ts";

interface GeneQuery {
  readonly words: string;
  readonly ids: readonly string[];
}

const EUTILS = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils";

const ask = (call: string, values: Readonly<Record<string, string | number>>, keys: PageRequest["keys"]) =>
  get(`${EUTILS}/${call}.fcgi`, {
    db: "gene",
    ...values,
    retmode: "json",
    tool: "tributary",
    email: keys["NCBI_EMAIL"],
    api_key: keys["NCBI_API_KEY"],
  });

const judge: Judge = (response) => {
  const said = response.status === 400 ? upstreamMessage(response) : undefined;
  return said && /api key/i.test(said)
    ? new SourceError("missing-key", `NCBI refused NCBI_API_KEY: ${quotedSaying(said)}.`)
    : undefined;
};

const Text = z.string().nullish();

const Code = z.union([z.string(), z.number()]).transform(String).nullish();

const Place = numeric.nullish();

/** What esummary says of a gene; `error` where it does not know the number. */
const Gene = z.object({
  uid: z.string(),
  error: Text,
  name: Text,
  description: Text,
  summary: Text,
  status: Code,
  currentid: Code,
  chromosome: Text,
  maplocation: Text,
  otheraliases: Text,
  otherdesignations: Text,
  nomenclaturesymbol: Text,
  mim: z.array(z.string()).nullish(),
  organism: z.object({ scientificname: Text, commonname: Text, taxid: numeric.nullish() }).nullish(),
  genomicinfo: z.array(z.object({ chraccver: Text, chrstart: Place, chrstop: Place, exoncount: Place })).nullish(),
});

const split = (written: string | null | undefined, by: string): string[] | undefined =>
  written?.split(by).flatMap((part) => part.trim() || []);

/** Positions count from 0 upstream, and on the reverse strand the start is the greater one. */
function itemOf(gene: z.output<typeof Gene>) {
  const { uid, name, description, organism, genomicinfo, currentid } = gene;
  const place = genomicinfo?.[0];
  const known = typeof place?.chrstart === "number" && typeof place.chrstop === "number";
  const [first, last] = known ? [Number(place.chrstart) + 1, Number(place.chrstop) + 1] : [];
  return {
    title: [name, description].filter(Boolean).join(" - ") || `Gene ${uid}`,
    url: `https://www.ncbi.nlm.nih.gov/gene/${uid}`,
    snippet: excerpt(gene.summary),
    summary: gene.summary,
    geneId: Number(uid),
    symbol: name,
    officialSymbol: gene.nomenclaturesymbol,
    fullName: description,
    organism: organism?.scientificname,
    organismCommonName: organism?.commonname,
    taxonId: organism?.taxid,
    chromosome: gene.chromosome,
    mapLocation: gene.maplocation,
    aliases: split(gene.otheraliases, ","),
    otherNames: split(gene.otherdesignations, "|"),
    mim: gene.mim,
    chromosomeAccession: place?.chraccver,
    exons: place?.exoncount,
    ...(first !== undefined &&
      last !== undefined && {
        start: Math.min(first, last),
        end: Math.max(first, last),
        strand: first > last ? (-1 as const) : (1 as const),
      }),
    replacedBy: currentid && Number(currentid) > 0 ? Number(currentid) : undefined,
  };
}

const summaries = json({
  request: ({ ids, keys }: Pick<GeneQuery, "ids"> & PageRequest) => ask("esummary", { id: ids.join(",") }, keys),
  judge,
  lenient: true,
  body: z.object({ result: z.record(z.string(), z.union([z.array(z.string()), Gene])) }),
  items: ({ result }, { ids }) =>
    ids.flatMap((id) => {
      const gene = result[id];
      return gene && !Array.isArray(gene) && !gene.error ? [itemOf(gene)] : [];
    }),
});

const ROWS = 20;

const search = json({
  pages: ({ words, page, keys }: GeneQuery & PageRequest) =>
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
    if (ERROR) throw new SourceError("bad-query", `NCBI refused the query: ${quotedSaying(ERROR)}.`);
    return idlist && idlist.length > 0 ? [{ ids: idlist }] : [];
  },
  next: ({ esearchresult: { idlist, count } }, _input, response) =>
    rowsRemain(response, "retstart", idlist?.length ?? 0, count),
});

export const ncbiGene = defineSource({
  id: "ncbi_gene",
  title: "NCBI Gene",
  docs: "https://www.ncbi.nlm.nih.gov/books/NBK25500/",
  terms: "three requests a second without a key, ten with one; public domain",
  key: { env: ["NCBI_API_KEY", "NCBI_EMAIL"], required: false, from: "https://account.ncbi.nlm.nih.gov/settings/" },
  query: query({
    describe: "a gene's symbol, an Entrez query, or Gene IDs (up to 20, with commas between)",
    example: "BRCA1[sym] AND human[orgn]",
    parse: (q) => ({
      words: q,
      ids: /^\d{1,10}(?:\s*,\s*\d{1,10}){0,19}$/.test(q) ? q.split(",").map((id) => id.trim()) : [],
    }),
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
  read: branch(({ ids }: GeneQuery) => ids.length > 0, summaries, concurrentSteps(1, search, summaries)),
});
