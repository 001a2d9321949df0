import { z } from "zod";
import { defineSource } from "../define.ts";
import { Count } from "../kit/fields.ts";
import { html, says } from "../kit/html.ts";
import { query } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { itemOf, PERIODS } from "./github_trending-row.ts";
import { RepositoryItem } from "./item.ts";

const Options = z.object({
  since: z.enum(PERIODS).default("daily").describe("the period whose new stars count"),
  spoken_language: z
    .string()
    .regex(/^[a-z]{2}$/)
    .optional()
    .describe("ISO 639-1 code of the language that descriptions are in"),
});

type Input = { readonly language: string } & z.output<typeof Options>;

export const githubTrending = defineSource({
  id: "github_trending",
  title: "GitHub trending",
  docs: "https://github.com/trending",
  terms: "no API: the page itself; 429 after many requests",
  query: query({
    describe: "a programming language, * for all of them",
    example: "typescript",
    options: Options,
    parse: (q, options): Input => ({ ...options, language: q === "*" ? "" : q.toLowerCase().replace(/\s+/g, "-") }),
  }),
  item: RepositoryItem.extend({
    period: z.enum(PERIODS),
    starsInPeriod: Count.optional().describe("stars that it got in the period"),
    contributors: z.array(z.string()).optional().describe("logins of some of those who built it"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: html({
    request: ({ language, since, spoken_language }: Input) =>
      get(`https://github.com/trending${language && `/${encodeURIComponent(language)}`}`, {
        since,
        spoken_language_code: spoken_language,
      }),
    rows: "article.Box-row",
    item: (row, { since }) => itemOf(row, since),
    empty: says("we don't have any trending repositories", "we don’t have any trending repositories"),
  }),
});
