import { z } from "zod";
import { isoDate } from "../../kit/values/dates.ts";
import { Count } from "../../kit/values/fields.ts";
import { webUrl } from "../../kit/values/links.ts";
import { excerpt } from "../../kit/values/text.ts";

const Text = z.string().nullish();

/** A file or service of a set. */
const File = z.object({
  id: Text,
  title: Text,
  format: Text,
  url: Text,
  filesize: z.number().nullish(),
  last_modified: Text,
});

export const DataSet = z.object({
  id: z.string(),
  title: z.string(),
  acronym: Text,
  slug: Text,
  description: Text,
  page: Text,
  organization: z.object({ name: Text, page: Text }).nullish(),
  owner: z.object({ first_name: Text, last_name: Text }).nullish(),
  tags: z.array(z.string()).nullish(),
  license: Text,
  frequency: Text,
  created_at: Text,
  last_update: Text,
  last_modified: Text,
  quality: z.object({ score: z.number().nullish() }).nullish(),
  metrics: z
    .object({
      views: Count.nullish(),
      reuses: Count.nullish(),
      followers: Count.nullish(),
      resources_downloads: Count.nullish(),
    })
    .nullish(),
  resources: z.union([z.object({ total: Count }), z.array(File)]).nullish(),
  spatial: z.object({ granularity: Text }).nullish(),
  temporal_coverage: z.object({ start: Text, end: Text }).nullish(),
});

const fileOf = (file: z.output<typeof File>) => ({
  id: file.id,
  title: file.title,
  format: file.format,
  url: webUrl(file.url),
  sizeBytes: file.filesize,
  updatedAt: isoDate(file.last_modified),
});

/** What the portal says of a data set. */
export const dataSetOf = (set: z.output<typeof DataSet>) => ({
  title: set.title,
  url: webUrl(set.page) ?? `https://www.data.gouv.fr/datasets/${set.slug ?? set.id}`,
  snippet: excerpt(set.description),
  id: set.id,
  slug: set.slug,
  acronym: set.acronym,
  publisher: set.organization?.name || [set.owner?.first_name, set.owner?.last_name].filter(Boolean).join(" "),
  publisherUrl: webUrl(set.organization?.page),
  tags: set.tags,
  license: set.license,
  frequency: set.frequency,
  granularity: set.spatial?.granularity,
  coversFrom: isoDate(set.temporal_coverage?.start),
  coversUntil: isoDate(set.temporal_coverage?.end),
  date: isoDate(set.created_at),
  updatedAt: isoDate(set.last_update) ?? isoDate(set.last_modified),
  quality: set.quality?.score,
  views: set.metrics?.views,
  reuses: set.metrics?.reuses,
  followers: set.metrics?.followers,
  downloads: set.metrics?.resources_downloads,
  resourceCount: Array.isArray(set.resources) ? set.resources.length : set.resources?.total,
  resources: Array.isArray(set.resources) ? set.resources.map(fileOf) : undefined,
});
