import { of } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { defineSource } from "../../define.ts";
import { branch, concurrentSteps } from "../../kit/compose/steps.ts";
import { json } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { query } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import { quotedSaying } from "../../kit/responses/said.ts";
import { Count } from "../../kit/values/fields.ts";
import type { Reader } from "../../source.ts";
import { ScholarItem } from "../item.ts";
import { type Batch, EUTILS, records, Summary, summaryOf, whoAsks } from "./record.ts";

const ROWS = 20;

const Options = z.object({
  abstracts: z.stringbool().default(false).describe("whole records: abstracts, affiliations and cited DOIs too"),
  sort: z.enum(["relevance", "pub_date", "Author", "JournalName"]).default("relevance"),
});

interface Input extends z.output<typeof Options> {
  readonly text: string;
  /** PMIDs, where nothing else was asked. */
  readonly ids: readonly string[];
}

const Found = z.object({
  esearchresult: z.object({
    count: z.coerce.number().int(),
    retstart: z.coerce.number().int(),
    idlist: z.array(z.string()),
    warninglist: z.object({ outputmessages: z.array(z.string()).nullish() }).nullish(),
  }),
});

const NotSearched = z.object({ esearchresult: z.object({ ERROR: z.string() }) });
const NotSummarised = z.object({ error: z.string() });

const search = json({
  pages: ({ text, sort, page, keys }: Input & PageRequest) =>
    page * ROWS > 9_999
      ? undefined
      : get(`${EUTILS}/esearch.fcgi`, {
          db: "pubmed",
          term: text,
          retmode: "json",
          retstart: (page - 1) * ROWS,
          retmax: ROWS,
          sort,
          ...whoAsks(keys),
        }),
  lenient: true,
  refused: (body) => {
    const read = NotSearched.safeParse(body);
    return read.success
      ? new SourceError("bad-query", `PubMed refused the query: ${quotedSaying(read.data.esearchresult.ERROR)}`)
      : undefined;
  },
  body: Found,
  next: ({ esearchresult: { retstart, count } }) => (retstart + ROWS < count ? undefined : null),
  items: ({ esearchresult: { idlist, warninglist } }, _input, _response, context): Batch[] => {
    for (const said of warninglist?.outputmessages ?? []) context.notice({ kind: "note", text: `PubMed: ${said}` });
    return idlist.length > 0 ? [{ ids: idlist }] : [];
  },
});

const summaries = json({
  request: ({ ids, keys }: Batch & PageRequest) =>
    get(`${EUTILS}/esummary.fcgi`, { db: "pubmed", id: ids.join(","), retmode: "json", ...whoAsks(keys) }),
  lenient: true,
  refused: (body, { status }) => {
    const read = NotSummarised.safeParse(body);
    return status === 200 && read.success
      ? new SourceError("bad-query", `PubMed refused the ids: ${quotedSaying(read.data.error)}.`)
      : undefined;
  },
  body: z.object({ result: z.object({ uids: z.array(z.string()) }).catchall(Summary) }),
  items: ({ result: { uids, ...documents } }) =>
    uids.flatMap((uid) => {
      const summary = documents[uid];
      return summary && !summary.error ? [summaryOf(uid, summary)] : [];
    }),
});

const given: Reader<Input, Batch> = ({ ids }, context) => {
  context.notice({ kind: "note", text: `understood as ${ids.length === 1 ? "a PMID" : `${ids.length} PMIDs`}` });
  return of({ ids });
};

const batches = branch(({ ids }: Input) => ids.length > 0, given, search);

export const pubmed = defineSource({
  id: "pubmed",
  title: "PubMed",
  docs: "https://www.ncbi.nlm.nih.gov/books/NBK25499/",
  terms: "three requests a second, ten with a key; abstracts may be under copyright",
  key: { env: ["NCBI_API_KEY", "NCBI_EMAIL"], required: false, from: "https://account.ncbi.nlm.nih.gov/settings/" },
  query: query({
    describe: "words, a PubMed query or PMIDs",
    example: "asthma[mesh] AND 2024[dp]",
    options: Options,
    parse: (text, options): Input => {
      const parts = text.split(/[\s,]+/).map((part) => /^(?:pmid:)?(\d{5,9})$/i.exec(part)?.[1]);
      const ids = parts.filter((id) => id !== undefined);
      const all = ids.length === parts.length;
      if (all && ids.length > 200) throw new SourceError("bad-query", "PubMed takes 200 PMIDs at once at most.");
      return { ...options, text, ids: all ? ids : [] };
    },
  }),
  item: ScholarItem.extend({
    publicationTypes: z.array(z.string()).optional(),
    citedByInPmc: Count.optional().describe("citing articles within PubMed Central only"),
  }),
  polite: { concurrency: 1, minIntervalMs: 350 },
  read: branch(
    ({ abstracts }) => abstracts,
    concurrentSteps(1, batches, records),
    concurrentSteps(1, batches, summaries),
  ),
});
