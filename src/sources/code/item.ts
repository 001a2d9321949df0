import { z } from "zod";
import { BaseItem, Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";

/** Something on a forge: a repository, an issue, an account, a file. */
export const CodeItem = BaseItem.extend({
  title: z.string(),
  url: HttpUrl,
  author: z.string().optional().describe("account that owns or wrote it"),
  createdAt: IsoDate.optional(),
  updatedAt: IsoDate.optional(),
});

/** A repository or project. */
export const RepositoryItem = CodeItem.extend({
  name: z.string().describe("owner/name"),
  stars: Count.optional(),
  forks: Count.optional(),
  openIssues: Count.optional(),
  language: z.string().optional().describe("the programming language that most of it is written in"),
  license: z.string().optional().describe("SPDX id where the forge knows it"),
  topics: z.array(z.string()).optional(),
  homepage: HttpUrl.optional(),
  defaultBranch: z.string().optional(),
  archived: z.boolean().optional(),
  fork: z.boolean().optional(),
  image: HttpUrl.optional().describe("picture of the repository or its owner"),
});
