import { z } from "zod";
import { OPERATION_MS } from "../../pipelines/deadlines.ts";
import { engineOf } from "../../pipelines/search/engine.ts";
import { type SearchResponse, search } from "../../pipelines/search/search.ts";
import { engineNamed } from "../../sources/by-name.ts";
import { mayAsk, readySources } from "../../sources/ready.ts";
import type { ListedSource } from "../../sources/source.ts";
import { SEARCH_ADVICE } from "../advice.ts";
import { Limit, MaxTokens, Offset, whole, words } from "../arguments.ts";
import { compactResults, resultText } from "../compact.ts";
import { refusing } from "../refusal.ts";
import { listWithinBudget, withinBudget } from "../token-budget.ts";
import { defineTool, type McpDeps, type Tool } from "../tool.ts";
import { ItemsAnswer, isNone } from "./parsers.ts";

interface Wanted {
  readonly query: string;
  readonly engines?: readonly string[] | undefined;
  readonly options?: Readonly<Record<string, string>>;
  readonly limit?: number;
}

/** Sources asked at once, their pages merged and ranked: those that are ready, or those that are named. */
export function searched(
  sources: readonly ListedSource[],
  { query, engines, options = {}, limit }: Wanted,
  deps: McpDeps,
) {
  const allowed = sources.filter((source) => mayAsk(source, deps.env));
  const chosen = engines
    ? refusing(() => engines.map((id) => engineNamed(id, allowed)))
    : readySources(sources, deps.env);
  return search(
    {
      q: query,
      pagecount: 1,
      noCache: false,
      options,
      limit,
      settledResults: limit,
      timeoutMs: deps.timeoutMs ?? OPERATION_MS,
    },
    {
      engines: chosen.map((source) => engineOf(source, deps.env)),
      deadlineMs: deps.config.SEARCH_DEADLINE_MS,
      onFailure: (engine, error) => {
        if (error.kind === "internal") deps.onFailure?.(engine, error.cause ?? error);
      },
    },
  );
}

/** `web_search`: every engine at once. */
export const webSearchTool = (engines: readonly ListedSource[]): Tool =>
  defineTool({
    leaves: true,
    name: "web_search",
    cost: "search",
    description:
      "Search the web over many engines at once, merged and ranked: title, url, snippet. The first choice to find pages; " +
      "web_extract reads one, web_research answers a question, and *_lookup tools know their field better.",
    toolsets: ["web", "search"],
    input: z.object({
      query: words("words to search the web for", "rxjs backpressure"),
      max_results: whole(1, 100).default(10),
      engines: z
        .array(z.string())
        .optional()
        .describe(`default all: ${engines.map(({ id }) => id).join(", ")}`),
      language: z.string().optional().describe("two letters, e.g. fr"),
      region: z.string().optional().describe("country, two letters"),
      time_range: z.enum(["day", "week", "month", "year"]).optional(),
      offset: Offset,
      max_tokens: MaxTokens,
    }),
    output: ItemsAnswer,
    run: ({ query, max_results, engines: wanted, language, region, time_range, ...size }, deps) => {
      const options = Object.fromEntries(
        Object.entries({ language, region, time_range }).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value] as const],
        ),
      );
      return searched(engines, { query, engines: wanted, options, limit: size.offset + max_results }, deps).pipe(
        withinBudget<SearchResponse>(
          (answer, count) =>
            listWithinBudget({ ...answer, items: compactResults(answer.items, count) }, "items", size, count),
          size.max_tokens,
          { entry: resultText, advice: ({ items }) => (isNone(items) ? SEARCH_ADVICE : undefined) },
        ),
      );
    },
  });

/** A search over sources of one kind, merged as a search of the web is. */
export const mergedTool = (
  sources: readonly ListedSource[],
  { name, description, toolsets }: Pick<Tool, "name" | "description" | "toolsets">,
): Tool =>
  defineTool({
    leaves: true,
    name,
    description,
    cost: "search",
    toolsets,
    input: z.object({
      query: words("words to search for", "mechanical keyboard"),
      parsers: z
        .array(z.enum(sources.map(({ id }) => id)))
        .optional()
        .describe("default: all that are ready"),
      limit: Limit,
      offset: Offset,
      max_tokens: MaxTokens,
    }),
    output: ItemsAnswer,
    run: ({ query, parsers, ...size }, deps) =>
      searched(sources, { query, engines: parsers }, deps).pipe(
        withinBudget<SearchResponse>(
          (answer, count) => listWithinBudget(answer, "items", size, count),
          size.max_tokens,
          {
            advice: ({ items }) => (isNone(items) ? SEARCH_ADVICE : undefined),
          },
        ),
      ),
  });
