import { z } from "zod";
import { defineSource } from "../define.ts";
import { Count, IsoDate } from "../kit/fields.ts";
import { text } from "../kit/query.ts";
import { GITHUB_KEY, GITHUB_POLITE, GITHUB_TERMS, githubSearch } from "./github.ts";
import { Issue, itemOf } from "./github_issues-record.ts";
import { CodeItem } from "./item.ts";

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
