import { z } from "zod";
import { excerpt } from "../kit/excerpt.ts";
import { Count } from "../kit/fields.ts";
import { repositoryUrl, webUrl } from "../kit/links.ts";
import { isoDate } from "../kit/values.ts";
import { personNames, told } from "./item.ts";

/** A gem as the search answers it. */
export const Gem = z.object({
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
export const itemOf = (gem: z.output<typeof Gem>) => ({
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
