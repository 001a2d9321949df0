import { expect, it } from "vitest";
import { catalogueFor, pathName } from "../../src/sources/by-name.ts";
import { categories } from "../../src/sources/catalogue.ts";

const catalogue = catalogueFor(categories);
const near = (name: string) => catalogue.near(name, name.split("/")[0]).map(pathName);

it.each([
  ["packages/crate", "packages/crates"],
  ["packages/carte", undefined],
  ["search/duckduckg", "search/duckduckgo"],
  ["search/duckduk_go", "search/duckduckgo"],
  ["encyclopedia/wikipdia", "knowledge/wikipedia"],
  ["search/mojek", "search/mojeek"],
  ["news/google", "news/google_news"],
  ["code/overflow", "community/stackoverflow"],
])("%s may have meant %s", (name, meant) => {
  if (meant === undefined) expect(near(name)).toEqual([]);
  else expect(near(name).map((path) => path.split("/")[1])).toContain(meant.split("/")[1]);
});

it.each(["v1/crawl", "v1/search", "v2/scrape", "api/query", "x/ab", "admin/login", "wp/setup", "users/me"])(
  "%s meant nothing that is here",
  (name) => {
    expect(near(name)).toEqual([]);
  },
);
