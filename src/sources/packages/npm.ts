import registryUrl from "registry-url";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { branch } from "../kit/compose/steps.ts";
import { json, listOf, numeric } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { rowsRemain } from "../kit/requests/further.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import { repositoryUrl, webUrl } from "../kit/values/links.ts";
import { PackageItem, personName, told, type Wanted, wantsOne, wordsOrName } from "./item.ts";

/** The registry's base URL: the service's own setting, else the one that npm is configured with on this machine. */
const registry = ({ keys }: PageRequest): string => (keys["NPM_REGISTRY_URL"] ?? registryUrl()).replace(/\/+$/, "");

/** A document with every version of a busy package runs to tens of megabytes. */
const PACKAGE_BYTES = 64 * 1024 * 1024;

/** A licence: old packages hold `{ type, url }`, or several of them to choose from. */
const License = listOf(
  z.union([z.string(), z.object({ type: z.string().nullish() }).transform(({ type }) => type ?? "")]),
).transform((choices) => choices.filter(Boolean).join(" OR "));

/** A person with an account, or `Name <address>`; e-mail addresses are never read. */
const Person = z.union([
  z.string().transform((name) => ({ name, username: undefined })),
  z.object({ name: z.string().nullish(), username: z.string().nullish() }),
]);

const Package = z.object({
  name: z.string(),
  description: z.string().nullish(),
  "dist-tags": z.record(z.string(), z.string()).nullish(),
  time: z.record(z.string(), z.string().optional().catch(undefined)).nullish(),
  versions: z.record(z.string(), z.object({ deprecated: z.union([z.string(), z.boolean()]).nullish() })).nullish(),
  license: License,
  homepage: z.string().nullish(),
  repository: z.union([z.string(), z.object({ url: z.string().nullish() }).transform(({ url }) => url)]).nullish(),
  author: listOf(Person),
  maintainers: listOf(Person),
  keywords: listOf(z.string()),
});

/** The names of accounts. */
const accounts = (people: readonly z.output<typeof Person>[]) =>
  people.flatMap(({ username, name }) => username || personName(name) || []);

/** One package by its very name, out of the document that holds all its versions. */
const packageNamed = json({
  request: (ask: Wanted & PageRequest) =>
    get(`${registry(ask)}/${encodeURIComponent(ask.text).replace("%40", "@")}`, {}, { maxBytes: PACKAGE_BYTES }),
  judge: emptyOn(404),
  body: Package,
  items: (found, _input, response) => {
    const version = found["dist-tags"]?.["latest"];
    return [
      {
        title: found.name,
        name: found.name,
        url: response.url,
        snippet: found.description,
        version,
        publishedAt: isoDate(found.time?.[version ?? ""]),
        createdAt: isoDate(found.time?.["created"]),
        updatedAt: isoDate(found.time?.["modified"]),
        license: found.license,
        repository: repositoryUrl(found.repository),
        homepage: webUrl(found.homepage),
        authors: told(accounts(found.author)),
        maintainers: told(accounts(found.maintainers)),
        keywords: told(found.keywords),
        deprecated: version === undefined ? undefined : Boolean(found.versions?.[version]?.deprecated),
      },
    ];
  },
});

const PER_PAGE = 50;

/** A package as the search answers it. */
const Found = z.object({
  package: z.object({
    name: z.string(),
    version: z.string(),
    description: z.string().nullish(),
    keywords: listOf(z.string()),
    license: License,
    date: z.string().nullish(),
    publisher: listOf(Person),
    maintainers: listOf(Person),
    links: z.record(z.string(), z.string().nullish()).nullish(),
  }),
  downloads: z.object({ weekly: Count.nullish(), monthly: Count.nullish() }).nullish(),
  dependents: numeric.nullish(),
  searchScore: z.number().nullish(),
});

/** What the registry says of a package. */
const itemOf = ({ package: found, downloads, dependents, searchScore }: z.output<typeof Found>) => ({
  title: found.name,
  name: found.name,
  url: webUrl(found.links?.["npm"]),
  snippet: found.description,
  version: found.version,
  publishedAt: isoDate(found.date),
  license: found.license,
  repository: repositoryUrl(found.links?.["repository"]),
  homepage: webUrl(found.links?.["homepage"]),
  downloadsLastWeek: downloads?.weekly,
  downloadsLastMonth: downloads?.monthly,
  maintainers: told(accounts(found.maintainers)),
  keywords: told(found.keywords),
  publisher: accounts(found.publisher)[0],
  dependents,
  score: searchScore,
});

const search = json({
  pages: (ask: Wanted & PageRequest) =>
    get(`${registry(ask)}/-/v1/search`, { text: ask.text, size: PER_PAGE, from: (ask.page - 1) * PER_PAGE }),
  body: z.object({ objects: z.array(Found), total: z.number().nullish() }),
  items: ({ objects }) => objects.map(itemOf),
  next: ({ objects, total }, _input, response) => rowsRemain(response, "from", objects.length, total),
});

export const npm = defineSource({
  id: "npm",
  title: "npm registry",
  docs: "https://github.com/npm/registry/blob/main/docs/REGISTRY-API.md#get-v1search",
  terms: "no key; whatever registry npm is configured with, private ones too; 429 on bursts",
  query: wordsOrName(
    "words to search for (keywords:x, author:x, scope:x pass through), or a package's name",
    "rxjs backpressure",
  ),
  key: {
    env: ["NPM_REGISTRY_URL"],
    required: false,
    from: "https://docs.npmjs.com/cli/using-npm/config#registry",
  },
  item: PackageItem.extend({
    publisher: z.string().optional().describe("account that published the version"),
    dependents: Count.optional().describe("packages that depend on it"),
    score: z.number().optional().describe("the registry's relevance, without an upper bound"),
    deprecated: z.boolean().optional().describe("whether the version is deprecated"),
  }),
  polite: { concurrency: 2 },
  read: branch(wantsOne, packageNamed, search),
});
