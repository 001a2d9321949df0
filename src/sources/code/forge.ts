import { z } from "zod";
import { isoDate } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";

/** An account on a forge. */
export const Account = z.object({ login: z.string(), avatar_url: z.string().nullish() });

/** What GitHub's API, and Forgejo's after its model, call alike. */
export const ForgeRepository = z.object({
  full_name: z.string(),
  html_url: z.string(),
  description: z.string().nullish(),
  owner: Account.nullish(),
  forks_count: Count.nullish(),
  open_issues_count: Count.nullish(),
  language: z.string().nullish(),
  topics: z.array(z.string()).nullish(),
  default_branch: z.string().nullish(),
  archived: z.boolean().nullish(),
  fork: z.boolean().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
});

/** What a forge says of a repository. */
export const forgeRepository = (found: z.output<typeof ForgeRepository>) => ({
  title: found.full_name,
  name: found.full_name,
  url: found.html_url,
  snippet: found.description,
  author: found.owner?.login,
  createdAt: isoDate(found.created_at),
  updatedAt: isoDate(found.updated_at),
  forks: found.forks_count,
  openIssues: found.open_issues_count,
  language: found.language,
  topics: found.topics,
  defaultBranch: found.default_branch,
  archived: found.archived,
  fork: found.fork,
  image: webUrl(found.owner?.avatar_url),
});
