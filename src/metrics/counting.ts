import type { Registry } from "prom-client";
import type { SourceOutcome } from "../events.ts";
import { bounded } from "./bounded.ts";

/** What an operation came to. */
export interface Answered {
  /** Over what it was asked: `rest`, `mcp`, or the service whose API was spoken. */
  readonly face: string;
  /** `search`, `extract`, `parser` …: one name over every face. */
  readonly operation: string;
  /** `ok`, `cancelled`, or the code of the failure. */
  readonly outcome: string;
  readonly seconds: number;
}

/** What is counted as it happens. */
export interface Counting {
  request(route: string, status: number, answered: Answered): void;
  call(tool: string, answered: Omit<Answered, "face">): void;
  source(outcome: SourceOutcome): void;
}

const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60];

export function countingIn(
  { Counter, Histogram }: Pick<typeof import("prom-client"), "Counter" | "Histogram">,
  registry: Registry,
): Counting {
  const registers = [registry];
  const requests = new Histogram({
    name: "tributary_http_request_seconds",
    help: "Time to answer a request, whole",
    labelNames: ["route", "status"],
    buckets: SECONDS,
    registers,
  });
  const calls = new Histogram({
    name: "tributary_mcp_call_seconds",
    help: "Time to answer a call over MCP, whole",
    labelNames: ["operation", "outcome"],
    buckets: SECONDS,
    registers,
  });
  const operations = new Counter({
    name: "tributary_operations_total",
    help: "What operations came to, over every face",
    labelNames: ["face", "operation", "outcome"],
    registers,
  });
  const times = new Histogram({
    name: "tributary_operation_seconds",
    help: "Time of an operation, whole, over every face",
    labelNames: ["face", "operation"],
    buckets: SECONDS,
    registers,
  });
  const outcomes = new Counter({
    name: "tributary_source_outcomes_total",
    help: "What asking a source came to",
    labelNames: ["source", "status"],
    registers,
  });
  const latencies = new Histogram({
    name: "tributary_source_seconds",
    help: "Time until a source was read to its end",
    labelNames: ["source"],
    buckets: SECONDS,
    registers,
  });
  const sourceName = bounded();
  const operated = ({ face, operation, outcome, seconds }: Answered): void => {
    operations.inc({ face, operation, outcome });
    times.observe({ face, operation }, seconds);
  };
  return {
    request(route, status, answered) {
      requests.observe({ route, status }, answered.seconds);
      operated(answered);
    },
    call(tool, answered) {
      calls.observe({ operation: tool, outcome: answered.outcome }, answered.seconds);
      operated({ ...answered, face: "mcp" });
    },
    source({ id, status, time_ms }) {
      const source = sourceName(id);
      outcomes.inc({ source, status });
      latencies.observe({ source }, time_ms / 1000);
    },
  };
}
