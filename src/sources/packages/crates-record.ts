import { z } from "zod";
import { Count } from "../kit/fields.ts";
import { repositoryUrl, webUrl } from "../kit/links.ts";
import { isoDate } from "../kit/values.ts";

/** A crate as the search answers it. */
export const Crate = z.object({
  name: z.string(),
  description: z.string().nullish(),
  max_stable_version: z.string().nullish(),
  newest_version: z.string().nullish(),
  downloads: Count.nullish(),
  recent_downloads: Count.nullish(),
  homepage: z.string().nullish(),
  documentation: z.string().nullish(),
  repository: z.string().nullish(),
  keywords: z.array(z.string()).nullish(),
  exact_match: z.boolean().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
});

/** What the registry says of a crate. */
export const itemOf = (crate: z.output<typeof Crate>) => ({
  title: crate.name,
  name: crate.name,
  url: `https://crates.io/crates/${crate.name}`,
  snippet: crate.description,
  version: crate.max_stable_version || crate.newest_version,
  createdAt: isoDate(crate.created_at),
  updatedAt: isoDate(crate.updated_at),
  repository: repositoryUrl(crate.repository),
  homepage: webUrl(crate.homepage),
  documentation: webUrl(crate.documentation),
  downloadsTotal: crate.downloads,
  downloadsLast90Days: crate.recent_downloads,
  keywords: crate.keywords,
  exactMatch: crate.exact_match,
});
