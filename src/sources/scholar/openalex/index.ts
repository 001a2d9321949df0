import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { defineSource } from "../../define.ts";
import { branch } from "../../kit/compose/steps.ts";
import { json } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { query } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import { keyHelps } from "../../kit/responses/answer.ts";
import { quotedSaying } from "../../kit/responses/said.ts";
import type { Reader } from "../../source.ts";
import { doiOf, doiPath, issnsOf, orcidOf } from "../identifiers.ts";
import { journalOf, type OpenAlexDraft, OpenAlexItem, scholarOf, workOf } from "./record.ts";
import { Journal, Scholar, Work } from "./shape.ts";

const API = "https://api.openalex.org";
const KEY = "OPENALEX_API_KEY";
const PER_PAGE = 25;

const Options = z.object({
  kind: z.enum(["works", "journals", "authors"]).default("works"),
  filter: z.string().optional().describe("OpenAlex filters, such as cites:W2741809807,is_oa:true"),
  sort: z.string().optional().describe("such as cited_by_count:desc; default: relevance"),
});

interface Input extends z.output<typeof Options> {
  readonly search?: string;
  /** One entity, by an id that OpenAlex takes in an address. */
  readonly id?: string;
}

const KIND_OF = { W: "works", S: "journals", A: "authors" } as const;

/** What was asked: an OpenAlex id, a DOI, an ORCID iD, one ISSN or several, or words. */
function understood(q: string, options: z.output<typeof Options>): Input {
  const own = /^(?:https?:\/\/openalex\.org\/)?(([WSA])\d{3,12})$/i.exec(q);
  const letter = (["W", "S", "A"] as const).find((one) => one === own?.[2]?.toUpperCase());
  if (own?.[1] && letter) return { ...options, kind: KIND_OF[letter], id: own[1].toUpperCase() };
  const doi = doiOf(q);
  if (doi) return { ...options, kind: "works", id: `doi:${doiPath(doi)}` };
  const orcid = orcidOf(q);
  if (orcid) return { ...options, kind: "authors", id: `orcid:${orcid}` };
  const parts = q.split(/[\s,|]+/);
  const issns = issnsOf(...parts);
  if (issns.length === 0 || issns.length !== parts.length) return { ...options, search: q };
  if (issns.length === 1) return { ...options, kind: "journals", id: `issn:${issns[0]}` };
  const filter = [`issn:${issns.slice(0, 100).join("|")}`, options.filter].filter(Boolean).join(",");
  return { ...options, kind: "journals", filter };
}

const Refusal = z.object({ error: z.string(), message: z.string() });

/** One kind of OpenAlex's entities: a single one by its id, else a list. */
function entities<Entity>(
  path: string,
  entity: z.ZodType<Entity>,
  draft: (entity: Entity) => OpenAlexDraft,
): Reader<Input, OpenAlexDraft> {
  const judge = keyHelps(KEY);
  const refused = (body: unknown, { status }: { status: number }) => {
    const read = Refusal.safeParse(body);
    return status === 400 && read.success
      ? new SourceError("bad-query", `OpenAlex says: ${quotedSaying(read.data.message)}.`)
      : undefined;
  };
  const one = json({
    request: ({ id, keys }: Input & PageRequest) => get(`${API}/${path}/${id}`, { api_key: keys[KEY] }),
    judge,
    refused,
    body: entity,
    items: (found) => [draft(found)],
  });
  const many = json({
    pages: ({ search, filter, sort, page, keys }: Input & PageRequest) =>
      page * PER_PAGE > 10_000
        ? undefined
        : get(`${API}/${path}`, { search, filter, sort, per_page: PER_PAGE, page, api_key: keys[KEY] }),
    judge,
    refused,
    body: z.object({
      meta: z.object({ count: z.int(), page: z.int().nullish(), per_page: z.int() }),
      results: z.array(entity),
    }),
    next: ({ meta }) => ((meta.page ?? 1) * meta.per_page < meta.count ? undefined : null),
    items: ({ results }) => results.map(draft),
  });
  return branch(({ id }: Input) => id !== undefined, one, many);
}

const READERS = {
  works: entities("works", Work, workOf),
  journals: entities("sources", Journal, journalOf),
  authors: entities("authors", Scholar, scholarOf),
} as const;

export const openalex = defineSource({
  id: "openalex",
  title: "OpenAlex",
  docs: "https://developers.openalex.org/",
  terms: "CC0 data; without a key about ten searches a day, with a free key a thousand",
  key: { env: [KEY], required: false, from: "https://openalex.org/settings/api" },
  query: query({
    describe: "words, a DOI, an OpenAlex id, an ORCID iD, or one or several ISSNs",
    example: "graph neural networks",
    options: Options,
    parse: understood,
  }),
  item: OpenAlexItem,
  polite: { concurrency: 2, minIntervalMs: 100 },
  read: (input, context) => READERS[input.kind](input, context),
});
