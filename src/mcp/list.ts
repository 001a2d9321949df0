import { type AnalysisFacts, analysisFacts } from "../aggregate/analysis-facts.ts";
import { SourceError } from "../errors.ts";
import type { Category } from "../sources/define.ts";
import type { ListedSource } from "../sources/source.ts";
import { CATEGORY_WORDS } from "./categories.ts";
import { SINGLE_PARSERS } from "./single.ts";
import type { Tool } from "./tool.ts";
import { analysisTool, runAnalysisTool } from "./tools/analysis.ts";
import { batchTool } from "./tools/batch.ts";
import { chatgptFetch, chatgptSearch } from "./tools/chatgpt.ts";
import { extractTool } from "./tools/extract.ts";
import { listParsersTool } from "./tools/list-parsers.ts";
import { categoryTool, firstTool, parserTool } from "./tools/parsers.ts";
import { researchTool } from "./tools/research.ts";
import { screenshotTool } from "./tools/screenshot.ts";
import { mergedTool, webSearchTool } from "./tools/search.ts";
import { crawlTool, mapTool } from "./tools/site.ts";

type Categories = readonly Category<ListedSource>[];

/** The tools that a client of few tools needs most; list_parsers, web_batch and run_analysis reach everything. */
const CORE: ReadonlySet<string> = new Set([
  "web_search",
  "web_extract",
  "web_crawl",
  "web_research",
  "web_images",
  "web_screenshot",
  "news_lookup",
  "web_map",
  "web_batch",
  "list_parsers",
  "run_analysis",
  "wikipedia",
]);

/** What is given only where it is asked for by name. */
const CHATGPT = "chatgpt";

/** Every tool, in the order in which it is listed: the named ones, the analyses, the categories, what reaches all, the single parsers. */
export function allTools(categories: Categories, analyses: readonly AnalysisFacts[] = analysisFacts): readonly Tool[] {
  const sources = categories.flatMap((category) => category.sources);
  const of = (category: string) => categories.find(({ id }) => id === category)?.sources ?? [];
  const find = (id: string) => sources.filter((source) => source.id === id).slice(0, 1);
  const named = (...names: readonly string[]) => names.flatMap(find);
  /** Nothing where none of its sources is there. */
  const over = (found: readonly ListedSource[], tool: (found: readonly ListedSource[]) => Tool): readonly Tool[] =>
    found.length > 0 ? [tool(found)] : [];
  const one = (id: string, name: string, description: string) =>
    find(id).map((source) => parserTool(source, { name, description, toolsets: ["web", source.category] }));

  const engines = of("search");
  const asked = [
    ...over(engines, webSearchTool),
    extractTool,
    crawlTool,
    researchTool,
    ...over(of("suggest"), (found) =>
      firstTool(found, {
        name: "web_suggest",
        description: "How a search might go on: suggestions of a search engine for its beginning.",
        toolsets: ["web", "suggest"],
      }),
    ),
    ...over(of("images"), (found) =>
      firstTool(found, {
        name: "web_images",
        description: "Search for pictures: address, size, the page that shows them. web_screenshot draws a page.",
        toolsets: ["web", "images"],
      }),
    ),
    ...one(
      "site_position",
      "web_position",
      "The position of a site in the results of a search. serp_lookup for what else stands there.",
    ),
    ...over(named("rdap", "whois"), (found) =>
      firstTool(found, {
        name: "web_whois",
        description: "Who registered a domain, when, until when, with whom. web_dns for where it points.",
        toolsets: ["web", "domain"],
      }),
    ),
    ...one("dns", "web_dns", "The DNS records of a host name. web_whois for its registration."),
    ...one("cms", "web_cms", "What a site is made with: CMS, frameworks, analytics, from 1446 signatures."),
    ...find("screenshot").map(screenshotTool),
    ...one("safe_browsing", "web_safe_browsing", "Whether an address is known for malware or phishing. Needs a key."),
    ...over(named("reddit", "stackoverflow", "lemmy", "hackernews", "lobsters"), (found) =>
      mergedTool(found, {
        name: "web_forum",
        description: "Search forums for what people say, merged. community_lookup asks one network.",
        toolsets: ["web", "community"],
      }),
    ),
    ...over(of("marketplace"), (found) =>
      mergedTool(found, {
        name: "web_products",
        description: "Search several shops for products and prices, merged. marketplace_lookup asks one.",
        toolsets: ["web", "marketplace"],
      }),
    ),
    ...over(named("nominatim", "photon"), (found) =>
      firstTool(found, {
        name: "web_maps",
        description: "Find places and addresses on the map, with coordinates. geo_lookup for routes.",
        toolsets: ["web", "geo"],
      }),
    ),
  ];
  const lookups = categories.flatMap((category) =>
    category.sources.length > 0 ? [categoryTool(category, CATEGORY_WORDS[category.id] ?? category.title)] : [],
  );
  const singles = SINGLE_PARSERS.flatMap(find).map((source) =>
    parserTool(source, {
      name: source.id,
      description: `${source.title}. Others: ${source.category}_lookup.`,
      toolsets: [source.category],
    }),
  );
  return [
    ...asked,
    ...analyses.map(analysisTool),
    ...lookups,
    mapTool,
    batchTool,
    listParsersTool(categories),
    ...singles,
  ];
}

/**
 * The tools of some sets, comma-separated: `core`, `web`, a category, `chatgpt` (`search` and `fetch`, which are in no other
 * set). Without sets all. Fails with `bad-query` on a set that is none.
 */
export function toolsOf(categories: Categories, sets: string | undefined): readonly Tool[] {
  const named = allTools(categories);
  const wanted = (sets ?? "").split(",", 100).flatMap((name) => name.trim().toLowerCase() || []);
  if (wanted.length === 0) return named;
  // Beside the analyses' own tools it would be one too many.
  const tools = wanted.includes("all") ? named : [...named, runAnalysisTool];
  const chatgpt = [chatgptSearch, chatgptFetch];
  const known = new Set(["core", CHATGPT, "all", ...tools.flatMap(({ toolsets }) => toolsets)]);
  const unknown = wanted.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new SourceError(
      "bad-query",
      `There is no toolset ${unknown.slice(0, 40)}. There are: ${[...known].join(", ")}.`,
    );
  const chosen = tools.filter(
    ({ name, toolsets }) =>
      wanted.includes("all") ||
      (wanted.includes("core") && CORE.has(name)) ||
      toolsets.some((set) => wanted.includes(set)),
  );
  return [...chosen, ...(wanted.includes(CHATGPT) ? chatgpt : [])];
}
