import { createRequire } from "node:module";
import type { Registry } from "prom-client";
import { STATUS_OF } from "../errors.ts";
import type { SourceOutcome } from "../events.ts";
import type { Upstream } from "../upstream/types.ts";
import { type Answered, type Counting, countingIn } from "./counting.ts";
import { createHistory, type History } from "./history.ts";
import { registerSeries, type Series, serviceSeries, type WatchedQueue } from "./series.ts";

/** Loaded when something is counted: a service can listen before. */
const load = createRequire(import.meta.url);

/** What the service counts, in Prometheus' words. */
export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
  /** A request was answered; the client that hung up before counts as 499. */
  request(route: string, status: number, answered: Answered): void;
  source(outcome: SourceOutcome): void;
  /** A call of a tool or prompt was answered: `tool` is its name, `outcome` is `ok` or the code of its failure. */
  call(tool: string, answered: Omit<Answered, "face">): void;
  /** Figures that are read when they are asked for. */
  series(series: Series): void;
  /** The state of a queue, under `tributary_queue_…{queue}`. */
  queue(name: string, state: () => WatchedQueue): void;
  /** What it counted in the last 24 hours. */
  readonly history: History;
  /** Loads what counts, which otherwise comes with the first count. */
  begin(): void;
}

export function createMetrics(upstream: Pick<Upstream, "cache" | "circuitBreaker" | "latencies" | "stats">): Metrics {
  let begun: { readonly registry: Registry; readonly counting: Counting } | undefined;
  const queues = new Map<string, () => WatchedQueue>();
  const history = createHistory(upstream);
  const waiting: Series[] = serviceSeries(upstream, queues);
  const started = () => {
    if (begun) return begun;
    const client: typeof import("prom-client") = load("prom-client");
    const registry = new client.Registry();
    client.collectDefaultMetrics({ register: registry });
    for (const series of waiting) registerSeries(client, registry, series);
    begun = { registry, counting: countingIn(client, registry) };
    return begun;
  };
  return {
    get contentType() {
      return started().registry.contentType;
    },
    text: async () => started().registry.metrics(),
    history,
    request(route, status, answered) {
      history.operation(status >= 500 || isFailure(answered.outcome));
      started().counting.request(route, status, answered);
    },
    call(tool, answered) {
      history.operation(isFailure(answered.outcome));
      started().counting.call(tool, answered);
    },
    source(outcome) {
      history.source(outcome);
      started().counting.source(outcome);
    },
    series: (series) => {
      if (begun) registerSeries(load("prom-client"), begun.registry, series);
      else waiting.push(series);
    },
    queue: (name, state) => void queues.set(name, state),
    begin: () => void started(),
  };
}

const STATUSES: ReadonlyMap<string, number> = new Map(Object.entries(STATUS_OF));

/** Whether an operation failed for a reason that is not the asker's. */
const isFailure = (outcome: string): boolean => (STATUSES.get(outcome) ?? 0) >= 500;
