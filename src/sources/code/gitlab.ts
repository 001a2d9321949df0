import { z } from "zod";
import { defineSource } from "../define.ts";
import { absolute } from "../kit/html/dom.ts";
import { json } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, HttpUrl } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { RepositoryItem } from "./item.ts";

/** The site that is asked; pictures stand below it. */
const SITE = "https://gitlab.com";

const PER_PAGE = 50;

/** A project as the API answers it. */
const Project = z.object({
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
const itemOf = (project: z.output<typeof Project>) => ({
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

export const gitlab = defineSource({
  id: "gitlab",
  title: "GitLab.com projects",
  docs: "https://docs.gitlab.com/api/projects/#list-all-projects",
  terms: "some 400 requests in 10 minutes without a token",
  query: text("words to search for in names, paths and descriptions", "inkscape"),
  key: {
    env: ["GITLAB_TOKEN"],
    required: false,
    from: "https://gitlab.com/-/user_settings/personal_access_tokens",
  },
  verbatim: true,
  item: RepositoryItem.extend({ readmeUrl: HttpUrl.optional() }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: json({
    pages: ({ text, page, key }) =>
      get(
        `${SITE}/api/v4/projects`,
        { search: text, order_by: "star_count", sort: "desc", per_page: PER_PAGE, page },
        { headers: key ? { "private-token": key } : {} },
      ),
    body: z.array(Project),
    items: (projects) => projects.map(itemOf),
    next: (_projects, _input, { headers }) => (headers["x-next-page"] ? undefined : null),
  }),
});
