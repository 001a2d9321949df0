import { z } from "zod";
import { defineSource } from "../define.ts";
import { Count } from "../kit/fields.ts";
import { pagesRemain } from "../kit/further.ts";
import { json } from "../kit/json.ts";
import { webUrl } from "../kit/links.ts";
import { text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { isoDate } from "../kit/values.ts";
import { RepositoryItem } from "./item.ts";

const PER_PAGE = 50;

const Repository = z.object({
  full_name: z.string(),
  html_url: z.string(),
  description: z.string().nullish(),
  owner: z.object({ login: z.string(), avatar_url: z.string().nullish() }).nullish(),
  stars_count: Count.nullish(),
  forks_count: Count.nullish(),
  open_issues_count: Count.nullish(),
  language: z.string().nullish(),
  licenses: z.array(z.string()).nullish(),
  topics: z.array(z.string()).nullish(),
  website: z.string().nullish(),
  default_branch: z.string().nullish(),
  archived: z.boolean().nullish(),
  fork: z.boolean().nullish(),
  avatar_url: z.string().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
});

/** Forgejo's repository search; written after its Swagger description, without a recorded answer. */
export const codeberg = defineSource({
  id: "codeberg",
  title: "Codeberg repositories",
  docs: "https://codeberg.org/api/swagger#/repository/repoSearch",
  terms: "no stated limit; a non-profit's servers: be gentle",
  query: text("words to search for in names and descriptions", "forgejo runner"),
  key: { env: ["CODEBERG_TOKEN"], required: false, from: "https://codeberg.org/user/settings/applications" },
  item: RepositoryItem,
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: json({
    pages: ({ text, page, key }) =>
      get(
        "https://codeberg.org/api/v1/repos/search",
        { q: text, includeDesc: true, sort: "stars", order: "desc", limit: PER_PAGE, page },
        { headers: key ? { authorization: `token ${key}` } : {} },
      ),
    body: z.object({ data: z.array(Repository) }),
    items: ({ data }) =>
      data.map((found) => ({
        title: found.full_name,
        name: found.full_name,
        url: found.html_url,
        snippet: found.description,
        author: found.owner?.login,
        createdAt: isoDate(found.created_at),
        updatedAt: isoDate(found.updated_at),
        stars: found.stars_count,
        forks: found.forks_count,
        openIssues: found.open_issues_count,
        language: found.language,
        license: found.licenses?.join(", "),
        topics: found.topics,
        homepage: webUrl(found.website),
        defaultBranch: found.default_branch,
        archived: found.archived,
        fork: found.fork,
        image: webUrl(found.avatar_url) ?? webUrl(found.owner?.avatar_url),
      })),
    next: ({ data }, _input, response) => {
      const total = Number(response.headers["x-total-count"] ?? Number.NaN);
      if (Number.isFinite(total)) return pagesRemain(response, PER_PAGE, total);
      return data.length < PER_PAGE ? null : undefined;
    },
  }),
});
