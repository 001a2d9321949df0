/** A request in the words that every face has. */
interface Operation {
  /** `rest`, or the service whose API is spoken. */
  readonly face: string;
  readonly operation: string;
}

/** What speaks another service's API, by the beginning of its route. */
const FACES: readonly (readonly [RegExp, string])[] = [
  [/^\/searxng(\/|$)|^\/healthz$|^\/opensearch\.xml$/, "searxng"],
  [/^\/exa(\/|$)/, "exa"],
  [/^\/openwebui\//, "openwebui"],
  [/^\/v1\/(chat|models)/, "openai"],
  [/^\/v[12]\//, "firecrawl"],
  [/^\/[rs]\//, "reader"],
];

/** Operations by a word of the route. */
const OPERATIONS: readonly (readonly [RegExp, string])[] = [
  [
    /^(\/searxng)?(\/healthz|\/opensearch\.xml)$|^\/(health|metrics|docs|openapi\.json|favicon\.ico|usage|ui|setup|requests|doctor|thumbnails?|mcp)(\/|$)|^\/$/,
    "service",
  ],
  [/^\/tasks(\/|$)/, "task"],
  [/\/batch/, "batch"],
  [/\/crawl/, "crawl"],
  [/\/map$/, "map"],
  [/\/research|\/chat\/completions$|\/answer$/, "research"],
  [/\/search$|^\/searxng(\/search)?$|^\/s\/|\/findSimilar$/, "search"],
  [/\/(extract|contents|load|scrape)(\/|$)|^\/r\//, "extract"],
  [/^\/parsers(\/|$)|\/(models|config|categories)$/, "service"],
];

/**
 * The operation of a REST route, and the face it is spoken over. `analyses` are the routes of analyses; what is none of these
 * and no source's is `other`, so that there are never more values than words here.
 */
export function operationOf(route: string, isSource: boolean, analyses: ReadonlySet<string>): Operation {
  const face = FACES.find(([begins]) => begins.test(route))?.[1] ?? "rest";
  if (isSource) return { face, operation: "parser" };
  if (analyses.has(route.replace(/\/llm$/, ""))) return { face, operation: "analysis" };
  return { face, operation: OPERATIONS.find(([word]) => word.test(route))?.[1] ?? "other" };
}
