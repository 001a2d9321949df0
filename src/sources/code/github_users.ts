import { z } from "zod";
import { defineSource } from "../define.ts";
import { text } from "../kit/requests/query.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { Account } from "./forge.ts";
import { GITHUB_KEY, GITHUB_POLITE, GITHUB_TERMS, githubSearch } from "./github.ts";
import { CodeItem } from "./item.ts";

const User = Account.extend({
  html_url: z.string(),
  id: z.int(),
  type: z.string().nullish(),
  score: z.number().nullish(),
});

export const githubUsers = defineSource({
  id: "github_users",
  title: "GitHub users and organisations",
  docs: "https://docs.github.com/en/rest/search/search#search-users",
  terms: GITHUB_TERMS,
  query: text(
    "words to search for, with GitHub's qualifiers (location:, followers:>100, type:org)",
    "linus location:Portland",
    z.object({ sort: z.enum(["followers", "repositories", "joined"]).optional() }),
  ),
  key: GITHUB_KEY,
  verbatim: true,
  item: CodeItem.extend({
    id: z.int().describe("GitHub's number of the account"),
    type: z.string().optional().describe("User or Organization"),
    image: HttpUrl.optional(),
    score: z.number().optional().describe("GitHub's relevance"),
  }),
  polite: GITHUB_POLITE,
  read: githubSearch("users", User, ({ login, html_url, avatar_url, ...rest }) => ({
    ...rest,
    title: login,
    url: html_url,
    image: webUrl(avatar_url),
  })),
});
