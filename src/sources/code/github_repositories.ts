import { z } from "zod";
import { defineSource } from "../define.ts";
import { text } from "../kit/requests/query.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, IsoDate } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { ForgeRepository, forgeRepository } from "./forge.ts";
import { GITHUB_KEY, GITHUB_POLITE, GITHUB_TERMS, githubSearch } from "./github.ts";
import { RepositoryItem } from "./item.ts";

const Repository = ForgeRepository.extend({
  stargazers_count: Count.nullish(),
  license: z.object({ spdx_id: z.string().nullish() }).nullish(),
  homepage: z.string().nullish(),
  pushed_at: z.string().nullish(),
});

export const githubRepositories = defineSource({
  id: "github_repositories",
  title: "GitHub repositories",
  docs: "https://docs.github.com/en/rest/search/search#search-repositories",
  terms: GITHUB_TERMS,
  query: text(
    "words to search for, with GitHub's qualifiers (language:, topic:, user:, stars:>100)",
    "tetris language:assembly",
    z.object({ sort: z.enum(["stars", "forks", "help-wanted-issues", "updated"]).optional() }),
  ),
  key: GITHUB_KEY,
  verbatim: true,
  item: RepositoryItem.extend({ pushedAt: IsoDate.optional().describe("when code was pushed last") }),
  polite: GITHUB_POLITE,
  read: githubSearch("repositories", Repository, (found) => ({
    ...forgeRepository(found),
    pushedAt: isoDate(found.pushed_at),
    stars: found.stargazers_count,
    // NOASSERTION: there is a licence, but none that GitHub recognises.
    license: found.license?.spdx_id === "NOASSERTION" ? undefined : found.license?.spdx_id,
    homepage: webUrl(found.homepage),
  })),
});
