import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { Count } from "../kit/values/fields.ts";
import { PackageItem } from "./item.ts";

const PER_PAGE = 50;

const Repository = z.object({
  repo_name: z.string(),
  short_description: z.string().nullish(),
  star_count: Count.nullish(),
  pull_count: Count.nullish(),
  is_official: z.boolean().nullish(),
});

export const dockerHub = defineSource({
  id: "docker_hub",
  title: "Docker Hub",
  docs: "https://docs.docker.com/reference/api/hub/latest/",
  terms: "no key; 429 with X-RateLimit headers on bursts; the search tells no tags",
  query: text("an image's name or words to search for", "nginx"),
  item: PackageItem.extend({
    stars: Count.optional(),
    official: z.boolean().optional().describe("whether it is one of Docker's official images"),
  }),
  polite: { concurrency: 2 },
  read: json({
    pages: ({ text, page }) =>
      get("https://hub.docker.com/v2/search/repositories/", { query: text, page, page_size: PER_PAGE }),
    body: z.object({ results: z.array(Repository), next: z.string().nullish() }),
    items: ({ results }) =>
      results.map((found) => ({
        title: found.repo_name,
        name: found.repo_name,
        url: `https://hub.docker.com/${found.is_official ? "_" : "r"}/${found.repo_name}`,
        snippet: found.short_description,
        downloadsTotal: found.pull_count,
        stars: found.star_count,
        official: found.is_official,
      })),
    next: ({ next }) => (next ? undefined : null),
  }),
});
