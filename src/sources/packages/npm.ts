import { z } from "zod";
import { defineSource } from "../define.ts";
import { either } from "../kit/compose.ts";
import { Count } from "../kit/fields.ts";
import { rowsRemain } from "../kit/further.ts";
import { json, listOf, numeric } from "../kit/json.ts";
import { repositoryUrl, webUrl } from "../kit/links.ts";
import type { PageAsk } from "../kit/paged.ts";
import { get } from "../kit/request.ts";
import { isoDate } from "../kit/values.ts";
import { PackageItem, told, type Wanted, wantsOne, wordsOrName } from "./item.ts";
import { accounts, License, Person, packageNamed, registry } from "./npm-registry.ts";

const PER_PAGE = 50;

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

const search = json({
  pages: (ask: Wanted & PageAsk) =>
    get(`${registry(ask)}/-/v1/search`, { text: ask.text, size: PER_PAGE, from: (ask.page - 1) * PER_PAGE }),
  body: z.object({ objects: z.array(Found), total: z.number().nullish() }),
  items: ({ objects }) =>
    objects.map(({ package: found, downloads, dependents, searchScore }) => ({
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
    })),
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
  read: either(wantsOne, packageNamed, search),
});
