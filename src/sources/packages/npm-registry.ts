import registryUrl from "registry-url";
import { z } from "zod";
import { emptyOn } from "../kit/answer.ts";
import { json, listOf } from "../kit/json.ts";
import { repositoryUrl, webUrl } from "../kit/links.ts";
import type { PageAsk } from "../kit/paged.ts";
import { get } from "../kit/request.ts";
import { isoDate } from "../kit/values.ts";
import { personName, told, type Wanted } from "./item.ts";

/** A document with every version of a busy package runs to tens of megabytes. */
const PACKAGE_BYTES = 64 * 1024 * 1024;

/** The registry's base URL: the service's own setting, else the one that npm is configured with on this machine. */
export const registry = ({ keys }: PageAsk): string => (keys["NPM_REGISTRY_URL"] ?? registryUrl()).replace(/\/+$/, "");

/** A person with an account, or `Name <address>`; e-mail addresses are never read. */
export const Person = z.union([
  z.string().transform((name) => ({ name, username: undefined })),
  z.object({ name: z.string().nullish(), username: z.string().nullish() }),
]);

/** The names of accounts. */
export const accounts = (people: readonly z.output<typeof Person>[]) =>
  people.flatMap(({ username, name }) => username || personName(name) || []);

/** A licence: old packages hold `{ type, url }`, or several of them to choose from. */
export const License = listOf(
  z.union([z.string(), z.object({ type: z.string().nullish() }).transform(({ type }) => type ?? "")]),
).transform((choices) => choices.filter(Boolean).join(" OR "));

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

/** One package by its very name, out of the document that holds all its versions. */
export const packageNamed = json({
  request: (ask: Wanted & PageAsk) =>
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
