import type { StreamEvent } from "../events.ts";
import type { McpDeps } from "./tool.ts";

/** One call, as it is counted and logged. */
export interface Measured {
  /** Counts what a source came to. */
  event(event: StreamEvent<unknown>): void;
  /** The call was answered; once. */
  end(outcome: string): void;
}

/** Measures a call from now on. */
export function measured(operation: string, given: unknown, { metrics, onCall }: McpDeps): Measured {
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
      metrics?.call(operation, outcome, ms / 1000);
      onCall?.({
        face: "mcp",
        operation,
        outcome,
        ms: Math.round(ms),
        sources: Object.fromEntries(sources),
        arguments: given,
      });
    },
  };
}
