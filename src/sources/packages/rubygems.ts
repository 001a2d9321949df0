import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, HttpUrl } from "../kit/values/fields.ts";
import { repositoryUrl, webUrl } from "../kit/values/links.ts";
import { excerpt } from "../kit/values/text.ts";
import { PackageItem, personNames, told } from "./item.ts";

/** A gem as the search answers it. */
const Gem = z.object({
  name: z.string(),
  version: z.string().nullish(),
  version_created_at: z.string().nullish(),
  downloads: Count.nullish(),
  version_downloads: Count.nullish(),
  authors: z.string().nullish(),
  info: z.string().nullish(),
  licenses: z.array(z.string()).nullish(),
  project_uri: z.string().nullish(),
  homepage_uri: z.string().nullish(),
  source_code_uri: z.string().nullish(),
  documentation_uri: z.string().nullish(),
  bug_tracker_uri: z.string().nullish(),
  changelog_uri: z.string().nullish(),
  platform: z.string().nullish(),
  yanked: z.boolean().nullish(),
});

/** What the registry says of a gem. */
const itemOf = (gem: z.output<typeof Gem>) => ({
  title: gem.name,
  name: gem.name,
  url: webUrl(gem.project_uri) ?? `https://rubygems.org/gems/${gem.name}`,
  snippet: excerpt(gem.info),
  version: gem.version,
  publishedAt: isoDate(gem.version_created_at),
  license: gem.licenses?.join(", "),
  repository: repositoryUrl(gem.source_code_uri),
  homepage: webUrl(gem.homepage_uri),
  documentation: webUrl(gem.documentation_uri),
  downloadsTotal: gem.downloads,
  authors: told(personNames(gem.authors)),
  downloadsOfVersion: gem.version_downloads,
  issues: webUrl(gem.bug_tracker_uri),
  changelog: webUrl(gem.changelog_uri),
  platform: gem.platform,
  yanked: gem.yanked,
});

/** The upstream's own page size; it knows no parameter for it. */
const PER_PAGE = 30;

export const rubygems = defineSource({
  id: "rubygems",
  title: "RubyGems.org",
  docs: "https://guides.rubygems.org/rubygems-org-api/#gem-methods",
  terms: "no key; 10 requests a second an address",
  query: text("a gem's name or words to search for", "faraday retry"),
  item: PackageItem.extend({
    downloadsOfVersion: Count.optional().describe("downloads ever of the latest version"),
    issues: HttpUrl.optional().describe("where bugs are reported"),
    changelog: HttpUrl.optional(),
    platform: z.string().optional().describe("ruby, java, …"),
    yanked: z.boolean().optional().describe("whether the version was withdrawn"),
  }),
  polite: { concurrency: 2, minIntervalMs: 100 },
  read: json({
    pages: ({ text, page }) => get("https://rubygems.org/api/v1/search.json", { query: text, page }),
    body: z.array(Gem),
    items: (gems) => gems.map(itemOf),
    next: (gems) => (gems.length < PER_PAGE ? null : undefined),
  }),
});
