import { missingKey, type RunEnv } from "../../../sources/run.ts";
import { XML_HEAD, xmlElement } from "../../formats/xml.ts";
import { CATEGORY_NAMES, type Directory } from "./engines.ts";

/** Seconds that an engine is given. */
const TIMEOUT_S = 4.5;

/** What SearXNG tells of itself at `/config`, of the engines that are ready here. */
export function searxngConfig(directory: Directory, env: RunEnv, version: string) {
  const engines = CATEGORY_NAMES.flatMap((category) =>
    directory
      .of(category)
      .filter(({ source }) => !missingKey(source, env))
      .map(({ source: { id, query } }) => {
        const options = Object.keys(query.options.properties ?? {});
        return {
          name: id,
          categories: [category],
          shortcut: id,
          enabled: true,
          paging: true,
          language_support: options.includes("language"),
          languages: [],
          regions: [],
          safesearch: options.includes("safe"),
          time_range_support: options.includes("time_range"),
          timeout: TIMEOUT_S,
        };
      }),
  );
  return {
    categories: CATEGORY_NAMES.filter((name) => engines.some(({ categories }) => categories.includes(name))),
    engines,
    plugins: [],
    instance_name: "Tributary",
    locales: { en: "English" },
    default_locale: "en",
    autocomplete: "duckduckgo",
    safe_search: 0,
    default_theme: "simple",
    version,
    brand: {},
  };
}

/** How a browser adds this service to its search engines; `base`: where its searches are. */
export const openSearch = (base: string): string =>
  [
    `${XML_HEAD}<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">`,
    xmlElement("ShortName", "Tributary"),
    xmlElement("Description", "Web search over all engines of Tributary"),
    "<InputEncoding>UTF-8</InputEncoding>",
    `<Url rel="results" type="application/json" method="get" template="${base}/search?q={searchTerms}&amp;format=json"/>`,
    `<Url rel="results" type="application/rss+xml" method="get" template="${base}/search?q={searchTerms}&amp;format=rss"/>`,
    `<Url rel="suggestions" type="application/x-suggestions+json" method="get" template="${base}/autocompleter?q={searchTerms}"/>`,
    "</OpenSearchDescription>\n",
  ].join("");
