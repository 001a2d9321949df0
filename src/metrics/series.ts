import type { Registry } from "prom-client";
import type { QueueState } from "../admission/queue-state.ts";
import { bytesInFlight } from "../in-flight.ts";
import { readingStats } from "../reading/reader.ts";
import { caughtOnSockets } from "../upstream/backpressure.ts";
import type { DurationCounts } from "../upstream/durations.ts";
import type { Upstream } from "../upstream/types.ts";
import { bounded } from "./bounded.ts";

/** A queue of the service, as its state is told. */
export interface WatchedQueue extends QueueState {
  /** How many were refused since the start, because the queue was full or their turn came too late; absent: none ever is. */
  readonly shed?: number;
}

/** One value of a series. */
interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Figures that are read whenever they are asked for. */
export type Series = SampledSeries | HistogramSeries;

export interface SampledSeries {
  readonly name: string;
  readonly help: string;
  /** A counter only grows while the process lives. */
  readonly type: "gauge" | "counter";
  readonly labels?: readonly string[];
  /** What fails here is logged by whoever reads; the other figures are told all the same. */
  read(): readonly Sample[] | Promise<readonly Sample[]>;
}

/** A histogram of seconds that is counted elsewhere. */
interface HistogramSeries {
  readonly name: string;
  readonly help: string;
  readonly type: "histogram";
  read(): DurationCounts;
}

type Client = Pick<typeof import("prom-client"), "Counter" | "Gauge" | "Histogram">;

/** Adds a series to a registry. */
export function registerSeries(client: Client, registry: Registry, series: Series): void {
  if (series.type === "histogram") registerHistogram(client, registry, series);
  else registerSampled(client, registry, series);
}

function registerHistogram({ Histogram }: Client, registry: Registry, { name, help, read }: HistogramSeries): void {
  const made = new Histogram({ name, help, registers: [registry] });
  const told = () => {
    const { buckets, count, sum } = read();
    const values = [
      ...buckets.map(({ atMost, count: value }) => ({ labels: { le: atMost }, value, metricName: `${name}_bucket` })),
      { labels: { le: "+Inf" }, value: count, metricName: `${name}_bucket` },
      { labels: {}, value: sum, metricName: `${name}_sum` },
      { labels: {}, value: count, metricName: `${name}_count` },
    ];
    return Promise.resolve({ name, help, type: "histogram", aggregator: "sum", values });
  };
  // A registry reads the one for its text, the other for its JSON.
  Object.assign(made, { get: told, getForPromString: told });
}

/** Bounds cardinality: label values beyond a limit are counted as `other`. */
function registerSampled(
  { Counter, Gauge }: Client,
  registry: Registry,
  { name, help, type, labels = [], read }: SampledSeries,
): void {
  const bounds = new Map(labels.map((label) => [label, bounded()]));
  const made = new (type === "gauge" ? Gauge : Counter)({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    async collect() {
      const samples = await read();
      made.reset();
      for (const { labels: given = {}, value } of samples) {
        const kept = Object.entries(given).map(([label, said]) => [label, bounds.get(label)?.(said) ?? said]);
        made.inc(Object.fromEntries(kept), value);
      }
    },
  });
}

const gauge = (name: string, help: string, value: () => number): SampledSeries => ({
  name,
  help,
  type: "gauge",
  read: () => [{ value: value() }],
});

const counter = (name: string, help: string, value: () => number): Series => ({
  ...gauge(name, help, value),
  type: "counter",
});

/** What every process of the service tells of itself. */
export const serviceSeries = (
  {
    cache,
    circuitBreaker,
    latencies,
    stats,
    rendering,
  }: Pick<Upstream, "cache" | "circuitBreaker" | "latencies" | "stats"> & Partial<Pick<Upstream, "rendering">>,
  queues: Map<string, () => WatchedQueue>,
): Series[] => {
  queues.set("upstream", () => stats().pace);
  queues.set("browser", () => stats().browser);
  queues.set("reading", readingStats);
  return [
    ...sourceSeries({ circuitBreaker, latencies }),
    ...cacheSeries(cache),
    ...queueSeries(queues),
    {
      name: "tributary_renders_total",
      help: "Pages that a browser was asked to render, by ok, cancelled or the kind of failure",
      type: "counter",
      labels: ["outcome"],
      read: () => [...stats().renders.outcomes].map(([outcome, value]) => ({ labels: { outcome }, value })),
    },
    {
      name: "tributary_render_decisions_total",
      help: "Pages that were found to need a browser, by the reason",
      type: "counter",
      labels: ["reason"],
      read: () => [...(rendering?.decisions?.() ?? [])].map(([reason, value]) => ({ labels: { reason }, value })),
    },
    counter(
      "tributary_render_seconds_total",
      "Seconds of all renderings, waiting included",
      () => stats().renders.seconds,
    ),
    {
      name: "tributary_upstream_sockets",
      help: "Connections to upstreams: connected, free (idle), running (with a request), waiting (requests without a socket)",
      type: "gauge",
      labels: ["state"],
      read: () => Object.entries(stats().sockets).map(([state, value]) => ({ labels: { state }, value })),
    },
    {
      name: "tributary_pace_wait_seconds",
      help: "Time that requests to upstreams waited for their turn at a host",
      type: "histogram",
      read: () => stats().paceWaits,
    },
    counter("tributary_upstream_caught_total", "Requests that failed by an error nobody expected", caughtOnSockets),
    gauge("tributary_reading_processes", "Processes that read documents", () => readingStats().processes),
    gauge("tributary_bytes_in_flight", "Bytes of bodies in flight", () => bytesInFlight.heldBytes),
    gauge("tributary_bytes_in_flight_limit", "MAX_WAITING_BYTES", () => bytesInFlight.maxBytes),
    gauge(
      "tributary_bodies_waiting",
      "Bodies that wait for room among the bytes in flight",
      () => bytesInFlight.waiting,
    ),
  ];
};

const sourceSeries = ({
  circuitBreaker,
  latencies,
}: Pick<Upstream, "circuitBreaker" | "latencies">): readonly Series[] => [
  {
    name: "tributary_source_requests_total",
    help: "Requests sent for a source, retries and redirects apart",
    type: "counter",
    labels: ["source"],
    read: () => [...latencies.requests()].map(([source, value]) => ({ labels: { source }, value })),
  },
  {
    name: "tributary_source_resting",
    help: "1 while the circuit breaker of a source is open, 0 once it was asked",
    type: "gauge",
    labels: ["source"],
    read: () =>
      [...circuitBreaker.states()].map(([source, { restingUntil }]) => ({
        labels: { source },
        value: restingUntil === undefined ? 0 : 1,
      })),
  },
  {
    name: "tributary_source_consecutive_failures",
    help: "Failures of a source in a row",
    type: "gauge",
    labels: ["source"],
    read: () =>
      [...circuitBreaker.states()].map(([source, { consecutiveFailures: value }]) => ({ labels: { source }, value })),
  },
];

const cacheSeries = (cache: Upstream["cache"]): readonly Series[] => [
  counter("tributary_cache_hits_total", "Values that the result cache answered", () => cache.stats().hits),
  counter("tributary_cache_misses_total", "Values that the upstream was asked for", () => cache.stats().misses),
  {
    name: "tributary_cache_answers_total",
    help: "Answers of the result cache by the category of the source: hit, joined (another's flight), stale, miss",
    type: "counter",
    labels: ["kind", "result"],
    read: () =>
      [...cache.stats().kinds].flatMap(([kind, counts]) =>
        Object.entries(counts).map(([result, value]) => ({ labels: { kind, result }, value })),
      ),
  },
  gauge("tributary_cache_entries", "Results in memory", () => cache.stats().entries),
  gauge("tributary_cache_bytes", "Bytes of results in memory", () => cache.stats().bytes),
];

/** A figure of each queue. */
const ofQueues = (
  queues: ReadonlyMap<string, () => WatchedQueue>,
  name: string,
  help: string,
  value: (state: WatchedQueue) => number | undefined,
  type: SampledSeries["type"] = "gauge",
): Series => ({
  name,
  help,
  type,
  labels: ["queue"],
  read: () =>
    [...queues].flatMap(([queue, state]) => {
      const figure = value(state());
      return figure === undefined ? [] : [{ labels: { queue }, value: figure }];
    }),
});

const queueSeries = (queues: ReadonlyMap<string, () => WatchedQueue>): readonly Series[] => [
  ofQueues(queues, "tributary_queue_running", "What has a place in the queue's", ({ running }) => running),
  ofQueues(queues, "tributary_queue_waiting", "What waits for a place", ({ waiting }) => waiting),
  ofQueues(
    queues,
    "tributary_queue_oldest_seconds",
    "How long the first of what waits has waited",
    ({ oldestMs }) => oldestMs / 1000,
  ),
  ofQueues(
    queues,
    "tributary_queue_shed_total",
    "What was refused, for the queue was full or its turn came too late",
    ({ shed }) => shed,
    "counter",
  ),
];
