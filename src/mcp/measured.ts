import { analysisFacts } from "../aggregate/analysis-facts.ts";
import type { StreamEvent } from "../events.ts";
import { nameOf } from "./analyses.ts";
import type { McpDeps } from "./tool.ts";

/** One call, as it is counted and logged. */
export interface Measured {
  /** Counts what a source came to. */
  event(event: StreamEvent<unknown>): void;
  /** The call was answered; once. */
  end(outcome: string): void;
}

/** What tools do in the words that every face has; the others ask one source. */
const OPERATIONS: ReadonlyMap<string, string> = new Map([
  ["web_search", "search"],
  ["search", "search"],
  ["web_extract", "extract"],
  ["fetch", "extract"],
  ["web_crawl", "crawl"],
  ["web_map", "map"],
  ["web_research", "research"],
  ["web_batch", "batch"],
  ["web_forum", "search"],
  ["web_products", "search"],
  ["run_analysis", "analysis"],
  ["list_parsers", "service"],
  ["task_result", "service"],
]);

const ANALYSES: ReadonlySet<string> = new Set(analysisFacts.map(nameOf));

/** A tool or prompt in the words that every face has. */
const operationOf = (name: string): string => OPERATIONS.get(name) ?? (ANALYSES.has(name) ? "analysis" : "parser");

/** Measures a call from now on. */
export function measured(tool: string, given: unknown, { metrics, onCall }: McpDeps): Measured {
  const operation = operationOf(tool);
  const begin = performance.now();
  const sources = new Map<string, number>();
  return {
    event: ({ event, data }) => {
      if (event !== "source" || data.status === "started") return;
      sources.set(data.status, (sources.get(data.status) ?? 0) + 1);
      metrics?.source(data);
    },
    end: (outcome) => {
      const ms = performance.now() - begin;
      metrics?.call(tool, { operation, outcome, seconds: ms / 1000 });
      onCall?.({
        face: "mcp",
        operation,
        tool,
        outcome,
        ms: Math.round(ms),
        sources: Object.fromEntries(sources),
        arguments: given,
      });
    },
  };
}
