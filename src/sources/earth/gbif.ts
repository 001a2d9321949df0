import { z } from "zod";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { Count } from "../kit/values/fields.ts";
import { LanguageTag, languageTag } from "../kit/values/languages.ts";
import { excerpt } from "../kit/values/text.ts";
import { EarthItem } from "./item.ts";

const PER_PAGE = 50;
/** GBIF's own list, into which it merges the others. */
const BACKBONE = "d7dddbf4-2cf0-4f39-9b2a-bb099caae36c";

const Options = z.object({
  backbone: z.enum(["true", "false"]).optional().describe("true: only GBIF's own list, each name once"),
  rank: z
    .string()
    .regex(/^[A-Za-z_]{4,30}$/, "a rank, e.g. species")
    .transform((rank) => rank.toUpperCase())
    .optional()
    .describe("only names of this rank, e.g. species, genus"),
});

type Input = { readonly text: string } & z.output<typeof Options>;

const Text = z.string().nullish();

/** A name in one of the lists that GBIF holds. */
const Name = z.object({
  key: z.int(),
  scientificName: Text,
  canonicalName: Text,
  authorship: Text,
  rank: Text,
  taxonomicStatus: Text,
  accepted: Text,
  kingdom: Text,
  phylum: Text,
  class: Text,
  order: Text,
  family: Text,
  genus: Text,
  species: Text,
  vernacularNames: z.array(z.object({ vernacularName: Text, language: Text })).nullish(),
  descriptions: z.array(z.object({ description: Text })).nullish(),
  numDescendants: Count.nullish(),
  numOccurrences: Count.nullish(),
  extinct: z.boolean().nullish(),
  habitats: z.array(z.string()).nullish(),
  threatStatuses: z.array(z.string()).nullish(),
  datasetKey: Text,
});

/** What GBIF says of a name. */
const itemOf = (name: z.output<typeof Name>) => ({
  title: name.scientificName ?? name.canonicalName ?? "",
  url: `https://www.gbif.org/species/${name.key}`,
  snippet: excerpt(textOfHtml(name.descriptions?.[0]?.description)),
  id: name.key,
  canonicalName: name.canonicalName,
  authorship: name.authorship,
  rank: name.rank,
  status: name.taxonomicStatus,
  acceptedName: name.accepted,
  kingdom: name.kingdom,
  phylum: name.phylum,
  class: name.class,
  order: name.order,
  family: name.family,
  genus: name.genus,
  species: name.species,
  commonNames: name.vernacularNames?.flatMap(({ vernacularName, language }) =>
    vernacularName ? [{ name: vernacularName, language: languageTag(language) }] : [],
  ),
  descendants: name.numDescendants,
  occurrences: name.numOccurrences,
  extinct: name.extinct,
  habitats: name.habitats,
  threats: name.threatStatuses,
  dataset: name.datasetKey,
});

export const gbif = defineSource({
  id: "gbif",
  title: "GBIF species",
  docs: "https://techdocs.gbif.org/en/openapi/v1/species",
  terms: "no key; each list under its own licence, mostly CC0 or CC BY",
  query: text("a scientific or common name", "Puma concolor", Options),
  item: EarthItem.extend({
    canonicalName: z.string().optional().describe("without the author"),
    authorship: z.string().optional(),
    rank: z.string().optional().describe("SPECIES, GENUS, …"),
    status: z.string().optional().describe("ACCEPTED, SYNONYM, DOUBTFUL …"),
    acceptedName: z.string().optional().describe("of a synonym: the name that is used"),
    kingdom: z.string().optional(),
    phylum: z.string().optional(),
    class: z.string().optional(),
    order: z.string().optional(),
    family: z.string().optional(),
    genus: z.string().optional(),
    species: z.string().optional(),
    commonNames: z.array(z.object({ name: z.string(), language: LanguageTag.optional() })).optional(),
    descendants: Count.optional().describe("names below it"),
    occurrences: Count.optional(),
    extinct: z.boolean().optional(),
    habitats: z.array(z.string()).optional(),
    threats: z.array(z.string()).optional().describe("IUCN's words"),
    dataset: z.string().optional().describe("key of the list that it is of"),
  }),
  polite: { concurrency: 1, minIntervalMs: 300 },
  read: json({
    pages: ({ text: q, backbone, rank, page }: Input & PageRequest) =>
      get("https://api.gbif.org/v1/species/search", {
        q,
        rank,
        datasetKey: backbone === "true" ? BACKBONE : undefined,
        limit: PER_PAGE,
        offset: (page - 1) * PER_PAGE,
      }),
    body: z.object({ results: z.array(Name), endOfRecords: z.boolean().nullish() }),
    items: ({ results }) => results.map(itemOf),
    next: ({ endOfRecords }) => (endOfRecords === false ? undefined : null),
  }),
});
