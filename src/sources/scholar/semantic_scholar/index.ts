import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { defineSource } from "../../define.ts";
import { json } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { query } from "../../kit/requests/query.ts";
import { get, postJson } from "../../kit/requests/request.ts";
import { keyHelps } from "../../kit/responses/answer.ts";
import type { Reader } from "../../source.ts";
import { doiOf, doiPath } from "../identifiers.ts";
import { FIELDS, itemOf, Linked, Paper, SemanticItem } from "./record.ts";

const API = "https://api.semanticscholar.org/graph/v1/paper";
const KEY = "SEMANTIC_SCHOLAR_API_KEY";
const ROWS = 20;
const LINKS = 100;

const Options = z.object({
  relation: z
    .enum(["citations", "references"])
    .optional()
    .describe("instead of the paper itself: what cites it, or what it cites"),
  year: z.string().optional().describe("2020, 2019-2024, 2020-"),
  fields_of_study: z.string().optional().describe("such as Medicine,Biology"),
  open_access: z.stringbool().default(false).describe("only papers with a free PDF"),
});

interface Input extends z.output<typeof Options> {
  readonly text: string;
  /** Papers by ids that the API knows, where nothing else was asked. */
  readonly ids: readonly string[];
}

/** An id as the API wants it: `DOI:…`, `ARXIV:…`, `PMID:…`, `CorpusId:…` or its own 40 digits. */
function idOf(part: string): string | undefined {
  const doi = doiOf(part);
  if (doi) return `DOI:${doi}`;
  return /^([0-9a-f]{40}|(ARXIV|PMID|PMCID|MAG|ACL|CorpusId):[^\s,]{1,100})$/i.test(part) ? part : undefined;
}

const asking = (keys: Readonly<Record<string, string>>): { headers?: Readonly<Record<string, string>> } => {
  const key = keys[KEY];
  return key ? { headers: { "x-api-key": key } } : {};
};
const pathOf = (id: string | undefined): string => doiPath(id ?? "");
const judge = keyHelps(KEY);

const search = json({
  pages: ({ text, year, fields_of_study, open_access, page, keys }: Input & PageRequest) =>
    page * ROWS > 1000
      ? undefined
      : get(
          `${API}/search${open_access ? "?openAccessPdf" : ""}`,
          {
            query: text,
            offset: (page - 1) * ROWS,
            limit: ROWS,
            fields: `${FIELDS},tldr`,
            year,
            fieldsOfStudy: fields_of_study,
          },
          asking(keys),
        ),
  judge,
  body: z.object({ total: z.int(), next: z.int().nullish(), data: z.array(Paper).nullish() }),
  next: ({ next }) => (typeof next === "number" ? undefined : null),
  items: ({ data }) => (data ?? []).map(itemOf),
});

const single = json({
  request: ({ ids, keys }: Input & PageRequest) =>
    get(
      `${API}/${pathOf(ids[0])}`,
      { fields: `${FIELDS},tldr,authors.affiliations,authors.externalIds` },
      asking(keys),
    ),
  judge,
  body: Paper,
  items: (paper) => [itemOf(paper)],
});

/** Several at once; whom the API does not know is null. */
const batch = json({
  request: ({ ids, keys }: Input & PageRequest) =>
    postJson(`${API}/batch?fields=${encodeURIComponent(FIELDS)}`, { ids }, asking(keys)),
  judge,
  body: z.array(Paper.nullable()),
  items: (papers) => papers.flatMap((paper) => (paper ? [itemOf(paper)] : [])),
});

const links = json({
  pages: ({ ids, relation, page, keys }: Input & PageRequest) =>
    get(
      `${API}/${pathOf(ids[0])}/${relation}`,
      { fields: `${FIELDS},contexts,intents,isInfluential`, offset: (page - 1) * LINKS, limit: LINKS },
      asking(keys),
    ),
  judge,
  body: z.object({
    next: z.int().nullish(),
    data: z.array(Linked).nullish(),
  }),
  next: ({ next }) => (typeof next === "number" ? undefined : null),
  items: ({ data }) =>
    (data ?? []).flatMap(({ citingPaper, citedPaper, contexts, intents, isInfluential }) => {
      const paper = citingPaper ?? citedPaper;
      // A reference that was not resolved may have neither id nor title.
      if (!paper?.title && !paper?.paperId) return [];
      return [{ ...itemOf(paper), contexts: contexts?.slice(0, 5), intents, isInfluential }];
    }),
});

/** By what was asked: words, one paper, several, or the papers linked with one. */
const read: Reader<Input, ReturnType<typeof itemOf>> = (input, context) => {
  if (input.ids.length === 0) return search(input, context);
  if (input.relation) return links(input, context);
  return (input.ids.length > 1 ? batch : single)(input, context);
};

export const semanticScholar = defineSource({
  id: "semantic_scholar",
  title: "Semantic Scholar",
  docs: "https://api.semanticscholar.org/api-docs/graph",
  terms: "licence of the Academic Graph API; one request a second with a key, a shared pool without",
  key: { env: [KEY], required: false, from: "https://www.semanticscholar.org/product/api#api-key" },
  query: query({
    describe: "words, or ids of papers: a DOI, ARXIV:…, PMID:…, CorpusId:…",
    example: "turing test",
    options: Options,
    parse: (text, options): Input => {
      const parts = text.split(/[\s,]+/).map(idOf);
      const ids = parts.filter((id) => id !== undefined);
      const known = ids.length === parts.length;
      if (options.relation && !(known && ids.length === 1))
        throw new SourceError("bad-query", `relation=${options.relation} wants the id of one paper, such as a DOI.`);
      if (known && ids.length > 500)
        throw new SourceError("bad-query", "Semantic Scholar takes 500 ids at once at most.");
      return { ...options, text, ids: known ? ids : [] };
    },
  }),
  item: SemanticItem,
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read,
});
