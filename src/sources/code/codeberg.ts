import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { pagesRemain } from "../kit/requests/further.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { Count } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { ForgeRepository, forgeRepository } from "./forge.ts";
import { RepositoryItem } from "./item.ts";

/* Forgejo's repository search; written after its Swagger description and recorded repositories; no recorded answer is whole. */

const PER_PAGE = 50;

const Repository = ForgeRepository.extend({
  stars_count: Count.nullish(),
  licenses: z.array(z.string()).nullish(),
  website: z.string().nullish(),
  avatar_url: z.string().nullish(),
});

export const codeberg = defineSource({
  id: "codeberg",
  title: "Codeberg repositories",
  docs: "https://codeberg.org/api/swagger#/repository/repoSearch",
  terms: "no stated limit; a non-profit's servers: be gentle",
  query: text("words to search for in names and descriptions", "forgejo runner"),
  key: { env: ["CODEBERG_TOKEN"], required: false, from: "https://codeberg.org/user/settings/applications" },
  verbatim: true,
  item: RepositoryItem,
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: json({
    pages: ({ text, page, key }) =>
      get(
        "https://codeberg.org/api/v1/repos/search",
        { q: text, includeDesc: true, sort: "stars", order: "desc", limit: PER_PAGE, page },
        { headers: key ? { authorization: `token ${key}` } : {} },
      ),
    body: z.object({ data: z.array(Repository) }),
    items: ({ data }) =>
      data.map((found) => ({
        ...forgeRepository(found),
        stars: found.stars_count,
        license: found.licenses?.join(", "),
        homepage: webUrl(found.website),
        image: webUrl(found.avatar_url) ?? webUrl(found.owner?.avatar_url),
      })),
    next: ({ data }, _input, response) => {
      const total = Number(response.headers["x-total-count"] ?? Number.NaN);
      if (Number.isFinite(total)) return pagesRemain(response, PER_PAGE, total);
      return data.length < PER_PAGE ? null : undefined;
    },
  }),
});
