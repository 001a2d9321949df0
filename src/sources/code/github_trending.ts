import { z } from "zod";
import { defineSource } from "../define.ts";
import type { El } from "../kit/html/dom.ts";
import { html, says } from "../kit/readers/html.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { Count } from "../kit/values/fields.ts";
import { numberIn } from "../kit/values/numbers.ts";
import { RepositoryItem } from "./item.ts";

/** The periods that the page counts stars in. */
const PERIODS = ["daily", "weekly", "monthly"] as const;

const Options = z.object({
  since: z.enum(PERIODS).default("daily").describe("the period whose new stars count"),
  spoken_language: z
    .string()
    .regex(/^[a-z]{2}$/)
    .optional()
    .describe("ISO 639-1 code of the language that descriptions are in"),
});

type Input = { readonly language: string } & z.output<typeof Options>;

type Period = (typeof PERIODS)[number];

/** The logins of the faces beside "Built by". */
const builders = (row: El): string[] => row.all('a img[alt^="@"]').flatMap((face) => face.attr("alt")?.slice(1) ?? []);

/** What a row of the page says of its repository; undefined for a row without one. */
function itemOf(row: El, period: Period) {
  const name = /^\/([\w.-]+\/[\w.-]+)$/.exec(row.attr("href", "h2 a") ?? "")?.[1];
  if (!name) return undefined;
  return {
    title: name,
    name,
    url: `https://github.com/${name}`,
    snippet: row.text("p.col-9"),
    author: name.split("/")[0],
    language: row.text('[itemprop="programmingLanguage"]'),
    stars: numberIn(row.text('a[href$="/stargazers"]')),
    forks: numberIn(row.text('a[href$="/forks"]')),
    period,
    starsInPeriod: numberIn(row.text("span.float-sm-right")),
    contributors: builders(row),
  };
}

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
  verbatim: true,
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
