import { z } from "zod";
import { Count } from "../kit/fields.ts";
import { listOf, numeric } from "../kit/json.ts";
import { repositoryUrl, webUrl } from "../kit/links.ts";
import { isoDate } from "../kit/values.ts";
import { told } from "./item.ts";
import { accounts, License, Person } from "./npm-registry.ts";

/** A package as the search answers it. */
export const Found = z.object({
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
export const itemOf = ({ package: found, downloads, dependents, searchScore }: z.output<typeof Found>) => ({
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
