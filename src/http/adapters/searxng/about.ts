import { escapeAttribute } from "entities";
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

/** How a browser adds this service to its search engines. `own`: where the service is reached; `base`: where its searches are. */
export function openSearch(own: string, base: string): string {
  const url = (rel: string, type: string, template: string): string =>
    `<Url rel="${rel}" type="${type}" method="get" template="${escapeAttribute(own + template)}"/>`;
  return [
    `${XML_HEAD}<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">`,
    xmlElement("ShortName", "Tributary"),
    xmlElement("Description", "Web search over all engines of Tributary"),
    "<InputEncoding>UTF-8</InputEncoding>",
    // Browsers add an engine only where there is a page to show.
    url("results", "text/html", "/?q={searchTerms}"),
    url("results", "application/json", `${base}/search?q={searchTerms}&format=json`),
    url("results", "application/rss+xml", `${base}/search?q={searchTerms}&format=rss`),
    url("suggestions", "application/x-suggestions+json", `${base}/autocompleter?q={searchTerms}`),
    "</OpenSearchDescription>\n",
  ].join("");
}
