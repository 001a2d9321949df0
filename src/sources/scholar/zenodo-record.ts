import { z } from "zod";
import { Count, HttpUrl, IsoDate } from "../kit/fields.ts";
import { isoDate } from "../kit/values.ts";
import { addressOf, doiOf } from "./identifiers.ts";
import { Doi, ScholarItem } from "./item.ts";
import { abstractOfMarkup, authored, dated, maybe, openAccessOf, titleOf, venueOf } from "./reading.ts";

/** A record as the API answers it. */
export const ZenodoRecord = z.object({
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

/** A dataset, a text or a program. */
export const ZenodoItem = ScholarItem.extend({
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

/** What Zenodo says of a record. */
export function itemOf({ metadata, stats, ...record }: z.output<typeof ZenodoRecord>) {
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
    language: metadata.language,
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
