import { z } from "zod";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json, listOf } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, IsoDate } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { excerpt } from "../kit/values/text.ts";
import { DatasetItem } from "./item.ts";

const SITE = "https://catalog.data.gov";
const PER_PAGE = 20;

const Options = z.object({
  sort: z.enum(["relevance", "popularity", "last_harvested_date"]).optional(),
  organization: z
    .string()
    .regex(/^[a-z0-9-]{2,100}$/, "an organization's short name, e.g. noaa-gov")
    .optional()
    .describe("only data of this organization, by its short name"),
});

type Input = { readonly text: string } & z.output<typeof Options>;

const Text = z.string().nullish();
const Texts = z.array(z.string()).nullish();

/** A file or service; what is no object says nothing. */
const Distribution = z
  .object({ title: Text, mediaType: Text, format: Text, downloadURL: Text, accessURL: Text })
  .or(z.unknown().transform(() => undefined));

/** A set of data: the catalogue's record, and beside it the publisher's in DCAT-US. */
const Dataset = z.object({
  title: Text,
  slug: z.string(),
  description: Text,
  identifier: Text,
  publisher: z.union([z.string(), z.object({ name: Text }).transform(({ name }) => name)]).nullish(),
  organization: z.object({ name: Text, slug: Text, organization_type: Text }).nullish(),
  keyword: Texts,
  theme: Texts,
  popularity: z.number().nullish(),
  last_harvested_date: Text,
  has_download: z.boolean().nullish(),
  has_spatial: z.boolean().nullish(),
  dcat: z
    .object({
      title: Text,
      description: Text,
      modified: Text,
      issued: Text,
      license: Text,
      accessLevel: Text,
      landingPage: Text,
      temporal: Text,
      accrualPeriodicity: Text,
      keyword: Texts,
      distribution: listOf(Distribution),
    })
    .nullish(),
});

/** What the catalogue says of a set of data. */
const itemOf = ({ dcat, ...record }: z.output<typeof Dataset>) => ({
  title: record.title || dcat?.title || record.slug,
  url: `${SITE}/dataset/${encodeURIComponent(record.slug)}`,
  snippet: excerpt(textOfHtml(record.description || dcat?.description)),
  id: record.slug,
  country: "United States",
  identifier: record.identifier,
  publisher: record.publisher,
  organization: record.organization?.name,
  organizationSlug: record.organization?.slug,
  organizationType: record.organization?.organization_type,
  tags: record.keyword ?? dcat?.keyword,
  themes: record.theme,
  publishedAt: isoDate(dcat?.issued),
  updatedAt: isoDate(dcat?.modified),
  harvestedAt: isoDate(record.last_harvested_date),
  license: dcat?.license,
  accessLevel: dcat?.accessLevel,
  landingPage: webUrl(dcat?.landingPage),
  temporal: dcat?.temporal,
  frequency: dcat?.accrualPeriodicity,
  popularity: record.popularity,
  hasDownload: record.has_download,
  hasSpatial: record.has_spatial,
  resources: dcat?.distribution.flatMap((file) =>
    file
      ? [{ title: file.title, format: file.format ?? file.mediaType, url: webUrl(file.downloadURL ?? file.accessURL) }]
      : [],
  ),
});

export const dataGov = defineSource({
  id: "data_gov",
  title: "Data.gov catalog (USA)",
  docs: "https://resources.data.gov/catalog-api/",
  terms: "no key; works of the US government are mostly in the public domain",
  query: text("words to search the sets of data for", "climate precipitation", Options),
  item: DatasetItem.extend({
    identifier: z.string().optional().describe("the publisher's"),
    organization: z.string().optional(),
    organizationSlug: z.string().optional(),
    organizationType: z.string().optional().describe("Federal Government, State Government, University …"),
    harvestedAt: IsoDate.optional(),
    accessLevel: z.string().optional().describe("public, restricted public or non-public"),
    temporal: z.string().optional().describe("the time that it covers"),
    frequency: z.string().optional().describe("how often it is renewed"),
    popularity: z.number().optional(),
    hasDownload: z.boolean().optional(),
    hasSpatial: z.boolean().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: json({
    pages: ({ text: q, sort, organization, cursor }: Input & PageRequest) =>
      get(`${SITE}/search`, { q, sort, org_slug: organization, per_page: PER_PAGE, after: cursor }),
    body: z.object({ results: z.array(Dataset), after: Text, total: Count.nullish() }),
    items: ({ results }) => results.map(itemOf),
    next: ({ after }) => after || null,
  }),
});
