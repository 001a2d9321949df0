import { z } from "zod";
import { absolute } from "../kit/dom.ts";
import { Count } from "../kit/fields.ts";
import { webUrl } from "../kit/links.ts";
import { isoDate } from "../kit/values.ts";

/** The site that is asked; pictures stand below it. */
export const SITE = "https://gitlab.com";

/** A project as the API answers it. */
export const Project = z.object({
  path_with_namespace: z.string(),
  web_url: z.string(),
  description: z.string().nullish(),
  star_count: Count.nullish(),
  forks_count: Count.nullish(),
  open_issues_count: Count.nullish(),
  topics: z.array(z.string()).nullish(),
  namespace: z.object({ full_path: z.string() }).nullish(),
  default_branch: z.string().nullish(),
  archived: z.boolean().nullish(),
  avatar_url: z.string().nullish(),
  readme_url: z.string().nullish(),
  created_at: z.string().nullish(),
  last_activity_at: z.string().nullish(),
});

/** What GitLab says of a project. */
export const itemOf = (project: z.output<typeof Project>) => ({
  title: project.path_with_namespace,
  name: project.path_with_namespace,
  url: project.web_url,
  snippet: project.description,
  author: project.namespace?.full_path,
  createdAt: isoDate(project.created_at),
  updatedAt: isoDate(project.last_activity_at),
  stars: project.star_count,
  forks: project.forks_count,
  openIssues: project.open_issues_count,
  topics: project.topics,
  defaultBranch: project.default_branch,
  archived: project.archived,
  image: absolute(project.avatar_url, SITE),
  readmeUrl: webUrl(project.readme_url),
});
