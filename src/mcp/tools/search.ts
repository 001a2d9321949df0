import { z } from "zod";
import { ItemsAnswer, searchOperation } from "../../operations/search.ts";
import { pathName } from "../../sources/by-name.ts";
import type { ListedSource } from "../../sources/source.ts";
import { SEARCH_ADVICE } from "../advice.ts";
import { Limit, MaxTokens, Offset, whole, words } from "../arguments.ts";
import { compactResults, resultText } from "../compact.ts";
import { called } from "../operation.ts";
import { listWithinBudget } from "../token-budget.ts";
import { defineTool, type Tool } from "../tool.ts";
import { isNone } from "./parsers.ts";

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
      query: searchOperation.input.shape.query,
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
      const order = { query, engines: wanted, options, pagecount: 1, max_results: size.offset + max_results };
      return called(
        searchOperation,
        order,
        size,
        deps,
        { entry: resultText, advice: ({ items }) => (isNone(items) ? SEARCH_ADVICE : undefined) },
        (answer, _, count) =>
          listWithinBudget({ ...answer, items: compactResults(answer.items, count) }, "items", size, count),
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
      called(searchOperation, { query, engines: parsers, among: sources.map(pathName), pagecount: 1 }, size, deps, {
        advice: ({ items }) => (isNone(items) ? SEARCH_ADVICE : undefined),
      }),
  });
