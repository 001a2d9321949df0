import type { El } from "../kit/dom.ts";
import { numberIn } from "../kit/values.ts";

/** The periods that the page counts stars in. */
export const PERIODS = ["daily", "weekly", "monthly"] as const;

type Period = (typeof PERIODS)[number];

/** The logins of the faces beside "Built by". */
const builders = (row: El): string[] => row.all('a img[alt^="@"]').flatMap((face) => face.attr("alt")?.slice(1) ?? []);

/** What a row of the page says of its repository; undefined for a row without one. */
export function itemOf(row: El, period: Period) {
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
