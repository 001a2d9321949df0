import { createRequire } from "node:module";
import type { Counter, Histogram, Registry } from "prom-client";
import type { SourceOutcome } from "./events.ts";
import { caughtOnSockets } from "./upstream/gate.ts";
import type { ResultCache } from "./upstream/types.ts";

/** Loaded when something is counted: a service can listen before. */
const load = createRequire(import.meta.url);

/** What the service counts, in Prometheus' words. */
export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
  /** A request was answered; the client that hung up before counts as 499. */
  request(route: string, status: number, seconds: number): void;
  source(outcome: SourceOutcome): void;
  /** A call of a tool or prompt was answered: `ok`, or the code of its failure. */
  call(operation: string, outcome: string, seconds: number): void;
  /** Loads what counts, which otherwise comes with the first count. */
  begin(): void;
}

interface Counting {
  readonly registry: Registry;
  readonly requests: Histogram;
  readonly calls: Histogram;
  readonly outcomes: Counter;
  readonly latencies: Histogram;
}

const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60];

export function createMetrics(cache: ResultCache): Metrics {
  let begun: Counting | undefined;
  const counting = (): Counting => {
    begun ??= beginCounting(cache);
    return begun;
  };
  return {
    get contentType() {
      return counting().registry.contentType;
    },
    text: async () => counting().registry.metrics(),
    request: (route, status, seconds) => counting().requests.observe({ route, status }, seconds),
    call: (operation, outcome, seconds) => counting().calls.observe({ operation, outcome }, seconds),
    source: ({ id, status, time_ms }) => {
      const { outcomes, latencies } = counting();
      outcomes.inc({ source: id, status });
      latencies.observe({ source: id }, time_ms / 1000);
    },
    begin: () => void counting(),
  };
}

function beginCounting(cache: ResultCache): Counting {
  const { Counter, collectDefaultMetrics, Histogram, Registry }: typeof import("prom-client") = load("prom-client");
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
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
  const counted = (name: string, help: string, value: () => number): Counter =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(value());
      },
    });
  counted("tributary_cache_hits_total", "Values that the result cache answered", () => cache.stats().hits);
  counted("tributary_cache_misses_total", "Values that the upstream was asked for", () => cache.stats().misses);
  counted("tributary_upstream_caught_total", "Requests that failed by an error nobody expected", caughtOnSockets);
  return { registry, requests, calls, outcomes, latencies };
}
