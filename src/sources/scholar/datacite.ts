import { z } from "zod";
import { defineSource } from "../define.ts";
import { branch } from "../kit/compose/steps.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { Count } from "../kit/values/fields.ts";
import { languageTag } from "../kit/values/languages.ts";
import { addressOf, doiOf, doiPath, doiUrl } from "./identifiers.ts";
import { ScholarItem } from "./item.ts";
import { abstractOfMarkup, authored, dated, maybe, openAccessOf, titleOf, venueOf } from "./reading.ts";

/** A dataset, text or other thing with a DOI. */
const DataciteItem = ScholarItem.extend({
  resourceType: z.string().optional().describe("the publisher's own word for its kind"),
  version: z.string().optional(),
  views: Count.optional(),
  downloads: Count.optional(),
  related: z
    .array(z.object({ relation: z.string(), id: z.string() }))
    .optional()
    .describe("DataCite relation types (IsSupplementTo, HasPart …) with DOIs or addresses, the first 100"),
});

const NAMED = { affiliation: "true", publisher: "true" };

/** A name, or with `affiliation=true` and `publisher=true` an object that holds it. */
const Name = z.union([z.string(), z.object({ name: maybe }).transform(({ name }) => name)]).nullish();

const Attributes = z.object({
  doi: z.string(),
  url: maybe,
  titles: z.array(z.object({ title: maybe })).nullish(),
  creators: z
    .array(
      z.object({
        name: maybe,
        nameType: maybe,
        givenName: maybe,
        familyName: maybe,
        affiliation: z.array(Name).nullish(),
        nameIdentifiers: z.array(z.object({ nameIdentifier: maybe, nameIdentifierScheme: maybe })).nullish(),
      }),
    )
    .nullish(),
  publisher: Name,
  publicationYear: z.int().nullish(),
  dates: z.array(z.object({ date: maybe, dateType: maybe })).nullish(),
  descriptions: z.array(z.object({ description: maybe, descriptionType: maybe })).nullish(),
  types: z.object({ resourceTypeGeneral: maybe, resourceType: maybe }).nullish(),
  rightsList: z.array(z.object({ rights: maybe })).nullish(),
  subjects: z.array(z.object({ subject: maybe })).nullish(),
  relatedIdentifiers: z
    .array(z.object({ relationType: maybe, relatedIdentifier: maybe, relatedIdentifierType: maybe }))
    .nullish(),
  language: maybe,
  version: maybe,
  citationCount: z.int().nullish(),
  viewCount: z.int().nullish(),
  downloadCount: z.int().nullish(),
});

/** A DOI's record as the API answers it. */
const DataciteRecord = z.object({ attributes: Attributes });

/** What DataCite says of a DOI. */
function itemOf({ attributes: record }: z.output<typeof DataciteRecord>) {
  const doi = doiOf(record.doi);
  const described =
    record.descriptions?.find(({ descriptionType }) => descriptionType === "Abstract") ?? record.descriptions?.[0];
  return {
    title: titleOf(record.titles?.[0]?.title) ?? record.doi,
    url: addressOf(record.url) ?? doiUrl(doi),
    snippet: abstractOfMarkup(described?.description),
    doi,
    type: record.types?.resourceTypeGeneral,
    resourceType: record.types?.resourceType,
    ...authored(
      record.creators?.map(({ name, nameType, givenName, familyName, affiliation, nameIdentifiers }) => ({
        name: nameType !== "Organizational" && givenName && familyName ? `${givenName} ${familyName}` : name,
        orcid: nameIdentifiers?.find(({ nameIdentifierScheme }) => nameIdentifierScheme === "ORCID")?.nameIdentifier,
        affiliations: affiliation ?? [],
      })),
    ),
    venue: venueOf({ publisher: record.publisher }),
    ...dated(record.dates?.find(({ dateType }) => dateType === "Issued")?.date, record.publicationYear),
    language: languageTag(record.language),
    citedBy: record.citationCount,
    openAccess: openAccessOf({ license: record.rightsList?.[0]?.rights }),
    keywords: record.subjects?.flatMap(({ subject }) => subject ?? []),
    version: record.version,
    views: record.viewCount,
    downloads: record.downloadCount,
    related: record.relatedIdentifiers
      ?.slice(0, 100)
      .flatMap(({ relationType, relatedIdentifier }) =>
        relationType && relatedIdentifier ? [{ relation: relationType, id: relatedIdentifier }] : [],
      ),
  };
}

const one = json({
  request: ({ doi }: { doi?: string } & PageRequest) =>
    get(`https://api.datacite.org/dois/${doiPath(doi ?? "")}`, NAMED),
  body: z.object({ data: DataciteRecord }),
  items: ({ data }) => [itemOf(data)],
});

const SIZE = 25;

const found = json({
  pages: ({ text, page }: { text: string } & PageRequest) =>
    page * SIZE > 10_000
      ? undefined
      : get("https://api.datacite.org/dois", { query: text, "page[number]": page, "page[size]": SIZE, ...NAMED }),
  body: z.object({ data: z.array(DataciteRecord), links: z.object({ next: maybe }).nullish() }),
  next: ({ links }) => (links?.next ? undefined : null),
  items: ({ data }) => data.map(itemOf),
});

export const datacite = defineSource({
  id: "datacite",
  title: "DataCite DOIs",
  docs: "https://support.datacite.org/docs/api",
  terms: "CC0 metadata; 3,000 requests in five minutes",
  query: query({
    describe: "words, an Elasticsearch query (titles.title:climate AND types.resourceTypeGeneral:Dataset) or a DOI",
    example: "climate dataset",
    parse: (text) => {
      const doi = doiOf(text);
      return { text, ...(doi && { doi }) };
    },
  }),
  item: DataciteItem,
  polite: { concurrency: 2, minIntervalMs: 200 },
  read: branch(({ doi }: { text: string; doi?: string }) => doi !== undefined, one, found),
});
