import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { Count } from "../kit/values/fields.ts";
import { repositoryUrl, webUrl } from "../kit/values/links.ts";
import { PackageItem } from "./item.ts";

const PER_PAGE = 50;

const Result = z.object({
  name: z.string(),
  description: z.string().nullish(),
  url: z.string().nullish(),
  repository: z.string().nullish(),
  downloads: Count.nullish(),
  favers: Count.nullish(),
  abandoned: z.union([z.boolean(), z.string()]).nullish(),
});

export const packagist = defineSource({
  id: "packagist",
  title: "Packagist (PHP)",
  docs: "https://packagist.org/apidoc#search-packages-by-name",
  terms: "no key; asks for a User-Agent with a contact; the search tells no versions",
  query: text("a package's name or words to search for", "monolog handler"),
  item: PackageItem.extend({
    favers: Count.optional().describe("users who marked it, stars of its repository included"),
    abandoned: z.boolean().optional(),
    replacement: z.string().optional().describe("the package to use instead of an abandoned one"),
  }),
  polite: { concurrency: 2 },
  read: json({
    pages: ({ text, page }) => get("https://packagist.org/search.json", { q: text, per_page: PER_PAGE, page }),
    body: z.object({ results: z.array(Result), next: z.string().nullish() }),
    items: ({ results }) =>
      results.map((result) => ({
        title: result.name,
        name: result.name,
        url: webUrl(result.url),
        snippet: result.description,
        repository: repositoryUrl(result.repository),
        downloadsTotal: result.downloads,
        favers: result.favers,
        abandoned: Boolean(result.abandoned),
        replacement: typeof result.abandoned === "string" ? result.abandoned : undefined,
      })),
    next: ({ next }) => (next ? undefined : null),
  }),
});
