import { z } from "zod";
import { excerpt } from "../kit/excerpt.ts";
import { Count } from "../kit/fields.ts";
import { isoDate } from "../kit/values.ts";
import { Account } from "./forge.ts";

/** An issue or pull request as the search answers it. */
export const Issue = z.object({
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
export const itemOf = (found: z.output<typeof Issue>) => ({
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
