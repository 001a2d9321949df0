import { z } from "zod";
import { OPERATION_MS } from "../pipelines/deadlines.ts";
import { words } from "../pipelines/parameters.ts";
import { engineOf } from "../pipelines/search/engine.ts";
import { search } from "../pipelines/search/search.ts";
import { readySources } from "../sources/ready.ts";
import { defineOperation } from "./define.ts";
import { EngineNames, enginesNamed, sourcesOf } from "./names.ts";

/** The category of the engines. */
const ENGINES = "search";
/** Result pages to read, where nothing is said. */
const PAGES = 5;
/** Items of one engine that are enough for a search which says neither how many pages nor how many results. */
const PLAIN_ITEMS = 10;

/** Items of sources, and how each source fared. */
export const ItemsAnswer = z.object({ items: z.array(z.looseObject({})) });

/** Several sources at once, their pages merged and ranked. */
export const searchOperation = defineOperation({
  name: "search",
  title: "A search of the web",
  description: "Asks many engines at once; pages that several found are one, ranked by all of them.",
  subject: "query",
  input: z.object({
    query: words("words to search the web for", "rxjs backpressure"),
    engines: EngineNames,
    /** Another name of `engines`. */
    sources: EngineNames,
    /** The sources that are searched in place of the engines, each as `category/id`. */
    among: z.array(z.string()).optional(),
    pagecount: z.int().optional(),
    max_results: z.int().optional(),
    /** The engines' own parameters, as text. */
    options: z.record(z.string(), z.unknown()).default({}),
    explain: z.boolean().optional(),
  }),
  output: ItemsAnswer,
  limits: { ms: OPERATION_MS, leaves: true },
  run: (
    { query, engines, sources, among, pagecount, max_results, options, explain },
    { config, env, catalogue, timeoutMs = OPERATION_MS, streamed, whole, onFailure },
  ) => {
    const all = among?.map((name) => catalogue.named(name)) ?? sourcesOf(catalogue, ENGINES);
    const named = engines || sources ? [...new Set([...(engines ?? []), ...(sources ?? [])])] : undefined;
    const chosen = named ? enginesNamed(named, all, env) : readySources(all, env);
    return search(
      {
        q: query,
        pagecount: pagecount ?? PAGES,
        noCache: env.noCache ?? false,
        options,
        limit: max_results,
        explain,
        timeoutMs,
        // Further pages are read only where the first bring little: who wants more says so.
        ...(pagecount === undefined && max_results === undefined && { enoughItems: PLAIN_ITEMS }),
        ...(whole && { whole }),
        ...(!streamed && { settledResults: max_results }),
      },
      {
        engines: chosen.map((source) => engineOf(source, env)),
        deadlineMs: config.SEARCH_DEADLINE_MS,
        ...(onFailure && { onFailure }),
      },
    );
  },
  rows: { list: "items" },
});
