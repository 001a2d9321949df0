import { z } from "zod";
import { defineSource } from "../define.ts";
import { branch } from "../kit/compose/steps.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { languageTag } from "../kit/values/languages.ts";
import { addressOf, doiOf } from "./identifiers.ts";
import { Doi, ScholarItem } from "./item.ts";
import { abstractOfMarkup, authored, dated, maybe, openAccessOf, titleOf, venueOf } from "./reading.ts";

const Options = z.object({
  sort: z.enum(["bestmatch", "mostrecent", "newest"]).default("bestmatch"),
  communities: z.string().optional().describe("a community's name within Zenodo, such as ipbes"),
  all_versions: z.stringbool().default(false),
});

interface Input extends z.output<typeof Options> {
  readonly text: string;
  /** A record's number, where nothing else was asked. */
  readonly id?: string | undefined;
}

/** A dataset, a text or a program. */
const ZenodoItem = ScholarItem.extend({
  conceptDoi: Doi.optional().describe("the DOI of all versions together"),
  resourceType: z.string().optional(),
  version: z.string().optional(),
  files: z
    .array(z.object({ name: z.string(), bytes: Count.optional(), url: HttpUrl.optional() }))
    .optional()
    .describe("the first 100"),
  views: Count.optional(),
  downloads: Count.optional(),
  uniqueDownloads: Count.optional(),
  createdAt: IsoDate.optional(),
  updatedAt: IsoDate.optional(),
});

const API = "https://zenodo.org/api/records";

const authorized = (key: string) => (key ? { headers: { authorization: `Bearer ${key}` } } : {});

/** A record as the API answers it. */
const ZenodoRecord = z.object({
  id: z.int(),
  doi: maybe,
  conceptdoi: maybe,
  title: maybe,
  created: maybe,
  updated: maybe,
  links: z.object({ self_html: maybe }).nullish(),
  metadata: z.object({
    title: maybe,
    description: maybe,
    publication_date: maybe,
    access_right: maybe,
    creators: z.array(z.object({ name: maybe, affiliation: maybe, orcid: maybe })).nullish(),
    resource_type: z.object({ title: maybe, type: maybe, subtype: maybe }).nullish(),
    license: z.object({ id: maybe }).nullish(),
    keywords: z.array(z.string()).nullish(),
    version: maybe,
    language: maybe,
  }),
  files: z
    .array(z.object({ key: z.string(), size: z.int().nullish(), links: z.object({ self: maybe }).nullish() }))
    .nullish(),
  stats: z
    .object({ downloads: z.int().nullish(), views: z.int().nullish(), unique_downloads: z.int().nullish() })
    .nullish(),
});

/** What Zenodo says of a record. */
function itemOf({ metadata, stats, ...record }: z.output<typeof ZenodoRecord>) {
  const url = addressOf(record.links?.self_html) ?? `https://zenodo.org/records/${record.id}`;
  return {
    title: titleOf(metadata.title ?? record.title) ?? String(record.id),
    url,
    snippet: abstractOfMarkup(metadata.description),
    doi: doiOf(record.doi),
    conceptDoi: doiOf(record.conceptdoi),
    type: metadata.resource_type?.subtype || metadata.resource_type?.type,
    resourceType: metadata.resource_type?.title,
    ...authored(
      metadata.creators?.map(({ name, affiliation, orcid }) => ({ name, orcid, affiliations: [affiliation] })),
    ),
    venue: venueOf({ name: "Zenodo" }),
    ...dated(metadata.publication_date),
    language: languageTag(metadata.language),
    openAccess: openAccessOf({
      status: metadata.access_right,
      url: metadata.access_right === "open" ? url : undefined,
      license: metadata.license?.id,
    }),
    keywords: metadata.keywords,
    version: metadata.version,
    files: record.files
      ?.slice(0, 100)
      .map(({ key, size, links }) => ({ name: key, bytes: size, url: addressOf(links?.self) })),
    views: stats?.views,
    downloads: stats?.downloads,
    uniqueDownloads: stats?.unique_downloads,
    createdAt: isoDate(record.created),
    updatedAt: isoDate(record.updated),
  };
}

const one = json({
  request: ({ id, key }: Input & PageRequest) => get(`${API}/${id}`, {}, authorized(key)),
  body: ZenodoRecord,
  items: (record, { id }, _response, context) => {
    context.notice({ kind: "note", text: `understood as Zenodo record ${id}` });
    return [itemOf(record)];
  },
});

const SIZE = 25;

const found = json({
  pages: ({ text, sort, communities, all_versions, page, key }: Input & PageRequest) =>
    page * SIZE > 10_000
      ? undefined
      : get(
          API,
          { q: text, page, size: SIZE, sort, communities, all_versions: all_versions || undefined },
          authorized(key),
        ),
  body: z.object({
    hits: z.object({ total: z.int(), hits: z.array(ZenodoRecord) }),
    links: z.object({ next: maybe }).nullish(),
  }),
  next: ({ links }) => (links?.next ? undefined : null),
  items: ({ hits }) => hits.hits.map(itemOf),
});

export const zenodo = defineSource({
  id: "zenodo",
  title: "Zenodo records",
  docs: "https://developers.zenodo.org/#records",
  terms: "CC0 metadata; 60 requests a minute and 2,000 an hour without a token",
  key: { env: ["ZENODO_TOKEN"], required: false, from: "https://zenodo.org/account/settings/applications/" },
  query: query({
    describe: "words, a query of fields (resource_type.type:dataset), a record's number or Zenodo DOI",
    example: "biodiversity assessment",
    options: Options,
    parse: (text, options): Input => ({
      ...options,
      text,
      id: /^(?:\S*10\.5281\/zenodo\.|https?:\/\/zenodo\.org\/records?\/)?(\d{5,12})$/i.exec(text)?.[1],
    }),
  }),
  item: ZenodoItem,
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: branch(({ id }: Input) => id !== undefined, one, found),
});
