import { z } from "zod";
import { defineSource } from "../define.ts";
import { text } from "../kit/requests/query.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, IsoDate } from "../kit/values/fields.ts";
import { excerpt } from "../kit/values/text.ts";
import { Account } from "./forge.ts";
import { GITHUB_KEY, GITHUB_POLITE, GITHUB_TERMS, githubSearch } from "./github.ts";
import { CodeItem } from "./item.ts";

/** An issue or pull request as the search answers it. */
const Issue = z.object({
  title: z.string(),
  html_url: z.string(),
  number: z.int().nullish(),
  body: z.string().nullish(),
  state: z.string().nullish(),
  state_reason: z.string().nullish(),
  pull_request: z.unknown().optional(),
  draft: z.boolean().nullish(),
  repository_url: z.string().nullish(),
  user: Account.nullish(),
  labels: z.array(z.object({ name: z.string().nullish() })).nullish(),
  comments: Count.nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  closed_at: z.string().nullish(),
});

/** What GitHub says of an issue or a pull request. */
const itemOf = (found: z.output<typeof Issue>) => ({
  title: found.title,
  url: found.html_url,
  snippet: excerpt(found.body),
  author: found.user?.login,
  createdAt: isoDate(found.created_at),
  updatedAt: isoDate(found.updated_at),
  closedAt: isoDate(found.closed_at),
  type: found.pull_request ? ("pull request" as const) : ("issue" as const),
  number: found.number,
  state: found.state,
  stateReason: found.state_reason,
  draft: found.draft,
  repository: /\/repos\/([^/]+\/[^/]+)$/.exec(found.repository_url ?? "")?.[1],
  labels: found.labels?.flatMap(({ name }) => name ?? []),
  comments: found.comments,
});

export const githubIssues = defineSource({
  id: "github_issues",
  title: "GitHub issues and pull requests",
  docs: "https://docs.github.com/en/rest/search/search#search-issues-and-pull-requests",
  terms: GITHUB_TERMS,
  query: text(
    "words to search for, with GitHub's qualifiers; is:issue or is:pull-request tells which of the two",
    "memory leak repo:nodejs/node is:issue",
    z.object({ sort: z.enum(["comments", "reactions", "interactions", "created", "updated"]).optional() }),
  ),
  key: GITHUB_KEY,
  verbatim: true,
  item: CodeItem.extend({
    type: z.enum(["issue", "pull request"]),
    number: z.int().optional(),
    state: z.string().optional().describe("open or closed"),
    stateReason: z.string().optional().describe("completed, not_planned, reopened, duplicate"),
    draft: z.boolean().optional(),
    repository: z.string().optional().describe("owner/name"),
    labels: z.array(z.string()).optional(),
    comments: Count.optional(),
    closedAt: IsoDate.optional(),
  }),
  polite: GITHUB_POLITE,
  read: githubSearch("issues", Issue, itemOf),
});
