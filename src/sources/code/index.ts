import { defineCategory } from "../define.ts";
import { codeberg } from "./codeberg.ts";
import { githubIssues } from "./github_issues.ts";
import { githubRepositories } from "./github_repositories.ts";
import { githubTrending } from "./github_trending.ts";
import { githubUsers } from "./github_users.ts";
import { gitlab } from "./gitlab.ts";
import { grepApp } from "./grep_app.ts";
import { huggingfaceModels } from "./huggingface_models.ts";
import { softwareHeritage } from "./software_heritage.ts";

const MINUTE = 60_000;

export const code = defineCategory("code", "Code", 30 * MINUTE, [
  githubRepositories,
  githubIssues,
  githubUsers,
  githubTrending,
  gitlab,
  codeberg,
  grepApp,
  softwareHeritage,
  huggingfaceModels,
]);
