import { z } from "zod";
import { defineSource } from "../define.ts";
import { HttpUrl } from "../kit/fields.ts";
import { json } from "../kit/json.ts";
import { text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { itemOf, Project, SITE } from "./gitlab-record.ts";
import { RepositoryItem } from "./item.ts";

const PER_PAGE = 50;

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
