import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import { repositoryUrl, webUrl } from "../kit/values/links.ts";
import { PackageItem } from "./item.ts";

const PER_PAGE = 50;

/** A crate as the search answers it. */
const Crate = z.object({
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
const itemOf = (crate: z.output<typeof Crate>) => ({
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

export const crates = defineSource({
  id: "crates",
  title: "crates.io",
  docs: "https://crates.io/data-access#api",
  terms: "no key; one request a second, with a User-Agent that names the application and a contact",
  query: text(
    "a crate's name or words to search for",
    "async http client",
    z.object({
      sort: z.enum(["relevance", "downloads", "recent-downloads", "recent-updates", "new"]).default("relevance"),
    }),
  ),
  item: PackageItem.extend({ exactMatch: z.boolean().optional().describe("whether the name is the one asked for") }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: json({
    pages: ({ text, sort, page }) =>
      get("https://crates.io/api/v1/crates", { q: text, sort, per_page: PER_PAGE, page }),
    body: z.object({
      crates: z.array(Crate),
      meta: z.object({ next_page: z.string().nullish() }).nullish(),
    }),
    items: (body) => body.crates.map(itemOf),
    next: ({ meta }) => (meta?.next_page ? undefined : null),
  }),
});
