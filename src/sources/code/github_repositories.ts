import { z } from "zod";
import { defineSource } from "../define.ts";
import { Count, IsoDate } from "../kit/fields.ts";
import { webUrl } from "../kit/links.ts";
import { text } from "../kit/query.ts";
import { isoDate } from "../kit/values.ts";
import { Account, GITHUB_KEY, GITHUB_POLITE, GITHUB_TERMS, githubSearch } from "./github.ts";
import { RepositoryItem } from "./item.ts";

const Repository = z.object({
  full_name: z.string(),
  html_url: z.string(),
  description: z.string().nullish(),
  owner: Account.nullish(),
  stargazers_count: Count.nullish(),
  forks_count: Count.nullish(),
  open_issues_count: Count.nullish(),
  language: z.string().nullish(),
  license: z.object({ spdx_id: z.string().nullish() }).nullish(),
  topics: z.array(z.string()).nullish(),
  homepage: z.string().nullish(),
  default_branch: z.string().nullish(),
  archived: z.boolean().nullish(),
  fork: z.boolean().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  pushed_at: z.string().nullish(),
});

export const githubRepositories = defineSource({
  id: "github_repositories",
  title: "GitHub repositories",
  docs: "https://docs.github.com/en/rest/search/search#search-repositories",
  terms: GITHUB_TERMS,
  query: text(
    "words to search for, with GitHub's qualifiers (language:, topic:, user:, stars:>100)",
    "tetris language:assembly",
    z.object({ sort: z.enum(["stars", "forks", "help-wanted-issues", "updated"]).optional() }),
  ),
  key: GITHUB_KEY,
  item: RepositoryItem.extend({ pushedAt: IsoDate.optional().describe("when code was pushed last") }),
  polite: GITHUB_POLITE,
  read: githubSearch("repositories", Repository, (found) => ({
    title: found.full_name,
    name: found.full_name,
    url: found.html_url,
    snippet: found.description,
    author: found.owner?.login,
    createdAt: isoDate(found.created_at),
    updatedAt: isoDate(found.updated_at),
    pushedAt: isoDate(found.pushed_at),
    stars: found.stargazers_count,
    forks: found.forks_count,
    openIssues: found.open_issues_count,
    language: found.language,
    // NOASSERTION: there is a licence, but none that GitHub recognises.
    license: found.license?.spdx_id === "NOASSERTION" ? undefined : found.license?.spdx_id,
    topics: found.topics,
    homepage: webUrl(found.homepage),
    defaultBranch: found.default_branch,
    archived: found.archived,
    fork: found.fork,
    image: webUrl(found.owner?.avatar_url),
  })),
});
