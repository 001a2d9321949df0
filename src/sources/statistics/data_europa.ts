import { z } from "zod";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json, listOf } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { excerpt } from "../kit/values/text.ts";
import { DatasetItem } from "./item.ts";

const PER_PAGE = 20;

const Options = z.object({
  language: z
    .string()
    .regex(/^[a-z]{2}$/, "a two-letter language code")
    .default("en")
    .describe("language of titles and texts where they have it, e.g. fr; else English, else any"),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, "a two-letter country code")
    .transform((code) => code.toLowerCase())
    .optional()
    .describe("only data of this country, e.g. fr"),
  sort: z.enum(["relevance", "newest"]).default("relevance"),
});

type Input = { readonly text: string } & z.output<typeof Options>;

const Text = z.string().nullish();

/** A text by language; some catalogues write it plainly. */
const Texts = z.union([z.string(), z.record(z.string(), z.string().nullable())]).nullish();

const Labelled = z.object({ id: Text, label: Texts, resource: Text });

const Distribution = z.object({
  title: Texts,
  format: Labelled.nullish(),
  license: Labelled.nullish(),
  access_url: listOf(z.string()),
  download_url: listOf(z.string()),
});

/** A set of data as a national catalogue gave it over. */
const Dataset = z.object({
  id: z.string(),
  title: Texts,
  description: Texts,
  publisher: z.object({ name: Texts }).nullish(),
  country: Labelled.nullish(),
  catalog: z.object({ title: Texts }).nullish(),
  categories: z.array(Labelled).nullish(),
  keywords: z.array(Labelled).nullish(),
  distributions: z.array(Distribution).nullish(),
  issued: Text,
  modified: Text,
  catalog_record: z.object({ issued: Text, modified: Text }).nullish(),
  landing_page: listOf(z.union([z.string(), z.object({ resource: Text })])),
});

/** A text in the language that was asked for, in English, or in the first there is. */
function said(texts: z.output<typeof Texts>, language: string): string | undefined {
  if (typeof texts === "string") return texts;
  return texts?.[language] || texts?.["en"] || Object.values(texts ?? {}).find((some) => some) || undefined;
}

/** What the portal says of a set of data. */
function itemOf(dataset: z.output<typeof Dataset>, { language }: Input) {
  const label = (labelled: z.output<typeof Labelled> | null | undefined) =>
    said(labelled?.label, language) || labelled?.id || undefined;
  const labels = (list: readonly z.output<typeof Labelled>[] | null | undefined) =>
    list?.flatMap((labelled) => label(labelled) ?? []);
  const [landing] = dataset.landing_page;
  const resources = dataset.distributions?.map(({ title, format, license, access_url, download_url }) => ({
    title: said(title, language),
    format: label(format),
    url: webUrl(download_url[0] ?? access_url[0]),
    license: label(license),
  }));
  return {
    title: said(dataset.title, language) ?? dataset.id,
    url: `https://data.europa.eu/data/datasets/${encodeURIComponent(dataset.id)}?locale=${language}`,
    snippet: excerpt(textOfHtml(said(dataset.description, language))),
    id: dataset.id,
    country: label(dataset.country),
    countryCode: dataset.country?.id,
    publisher: said(dataset.publisher?.name, language),
    catalogue: said(dataset.catalog?.title, language),
    themes: labels(dataset.categories),
    tags: labels(dataset.keywords),
    publishedAt: isoDate(dataset.issued),
    updatedAt: isoDate(dataset.modified),
    // Most have only the dates of the portal's own record.
    harvestedAt: isoDate(dataset.catalog_record?.modified ?? dataset.catalog_record?.issued),
    license: resources?.find(({ license }) => license)?.license,
    landingPage: webUrl(typeof landing === "string" ? landing : landing?.resource),
    resources,
  };
}

export const dataEuropa = defineSource({
  id: "data_europa",
  title: "data.europa.eu: European open data",
  docs: "https://dataeuropa.gitlab.io/data-provider-manual/hub/search/",
  terms: "no key; each set of data under its own licence",
  query: text('words, "phrases" or a Lucene query: (air OR water) AND quality', "air quality lidar", Options),
  item: DatasetItem.extend({
    countryCode: z.string().optional().describe("two letters, or a code such as eu"),
    catalogue: z.string().optional().describe("the catalogue that it is from"),
    harvestedAt: DatasetItem.shape.updatedAt.describe("last change of the portal's record of it"),
  }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: json({
    pages: ({ text: q, country, sort, page }: Input & PageRequest) =>
      get("https://data.europa.eu/api/hub/search/search", {
        q,
        filter: "dataset",
        page: page - 1,
        limit: PER_PAGE,
        facets: country && JSON.stringify({ country: [country] }),
        sort: sort === "newest" ? "issued desc" : "relevance desc",
      }),
    body: z.object({ result: z.object({ count: Count.nullish(), results: z.array(Dataset) }) }),
    items: ({ result }, input) => result.results.map((dataset) => itemOf(dataset, input)),
    next: ({ result }, _input, response) => {
      const page = Number(URL.parse(response.url)?.searchParams.get("page") ?? 0);
      return (page + 1) * PER_PAGE < (result.count ?? 0) ? undefined : null;
    },
  }),
});
