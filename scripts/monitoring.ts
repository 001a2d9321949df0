/** A figure that somebody looks at: how it is asked of Prometheus, and what it should be. */
export interface Figure {
  readonly title: string;
  readonly row: string;
  readonly unit: "s" | "reqps" | "short" | "bytes" | "percentunit";
  readonly queries: readonly { readonly expr: string; readonly legend: string }[];
  /** What it should be, in words. */
  readonly should: string;
}

const rate = (metric: string, by: string): string => `sum by (${by}) (rate(${metric}[5m]))`;
const quantile = (q: number, metric: string, by: string): string =>
  `histogram_quantile(${q}, sum by (le, ${by}) (rate(${metric}_bucket[5m])))`;
const one = (expr: string, legend: string) => [{ expr, legend }];

/** Every panel of the dashboard, and every line of docs/monitoring.md. */
export const FIGURES: readonly Figure[] = [
  {
    row: "Requests",
    title: "Operations a second",
    unit: "reqps",
    queries: one(rate("tributary_operations_total", "face, operation"), "{{face}} {{operation}}"),
    should: "what your clients ask; a sudden zero is an outage in front of the service",
  },
  {
    row: "Requests",
    title: "Failed operations",
    unit: "percentunit",
    queries: one(
      'sum by (operation) (rate(tributary_operations_total{outcome!~"ok|cancelled|not-found|bad-query|quota-exceeded"}[5m])) / sum by (operation) (rate(tributary_operations_total[5m]))',
      "{{operation}}",
    ),
    should: "below 5 % for search; single parsers fail as their upstream does",
  },
  {
    row: "Requests",
    title: "Time of an operation (95th percentile)",
    unit: "s",
    queries: one(quantile(0.95, "tributary_operation_seconds", "operation"), "{{operation}}"),
    should: "search below 6 s, extract below 3 s, service below 0.25 s",
  },
  {
    row: "Sources",
    title: "What sources come to",
    unit: "reqps",
    queries: one(rate("tributary_source_outcomes_total", "status"), "{{status}}"),
    should: "mostly ok; blocked and rate-limited in a tenth or more of them call for a key, a proxy or fewer engines",
  },
  {
    row: "Sources",
    title: "Resting sources",
    unit: "short",
    queries: one("sum by (source) (tributary_source_resting) > 0", "{{source}}"),
    should: "few, and not the same ones all day",
  },
  {
    row: "Sources",
    title: "Time of a source (95th percentile)",
    unit: "s",
    queries: one(`topk(10, ${quantile(0.95, "tributary_source_seconds", "source")})`, "{{source}}"),
    should: "below 6 s: what is slower is cut off in a merged search",
  },
  {
    row: "Sources",
    title: "Requests sent for a source",
    unit: "reqps",
    queries: one(`topk(10, ${rate("tributary_source_requests_total", "source")})`, "{{source}}"),
    should: "within what the upstream allows",
  },
  {
    row: "Queues",
    title: "Waiting",
    unit: "short",
    queries: one("sum by (queue) (tributary_queue_waiting)", "{{queue}}"),
    should: "near zero; what stays above it needs another process",
  },
  {
    row: "Queues",
    title: "Age of the oldest that waits",
    unit: "s",
    queries: one("max by (queue) (tributary_queue_oldest_seconds)", "{{queue}}"),
    should: "below 5 s: beyond its class's deadline a request is refused",
  },
  {
    row: "Queues",
    title: "Refused",
    unit: "reqps",
    queries: one(rate("tributary_queue_shed_total", "queue"), "{{queue}}"),
    should: "zero; else there is more work than the machine does",
  },
  {
    row: "Queues",
    title: "Under way, and the most there may be",
    unit: "short",
    queries: [
      { expr: "sum by (queue) (tributary_queue_running)", legend: "{{queue}}" },
      { expr: "sum by (class) (tributary_class_limit)", legend: "{{class}} at most" },
    ],
    should: "below the limit",
  },
  {
    row: "Cache",
    title: "Answers of the cache",
    unit: "percentunit",
    queries: one(
      "sum by (result) (rate(tributary_cache_answers_total[5m])) / ignoring (result) group_left sum (rate(tributary_cache_answers_total[5m]))",
      "{{result}}",
    ),
    should: "hits as your clients repeat themselves; stale answers mean that upstreams fail",
  },
  {
    row: "Cache",
    title: "Bytes of results in memory",
    unit: "bytes",
    queries: one("sum by (instance) (tributary_cache_bytes)", "{{instance}}"),
    should: "at most three quarters of CACHE_MAX_BYTES",
  },
  {
    row: "Machine",
    title: "Memory",
    unit: "bytes",
    queries: one("sum by (instance) (process_resident_memory_bytes)", "{{instance}}"),
    should: "flat over a day; reading processes and the browser come on top",
  },
  {
    row: "Machine",
    title: "Event loop lag (99th percentile)",
    unit: "s",
    queries: one("max by (instance) (nodejs_eventloop_lag_p99_seconds)", "{{instance}}"),
    should: "below 0.1 s; above 0.5 s probes and light requests suffer",
  },
  {
    row: "Machine",
    title: "Bodies in flight",
    unit: "bytes",
    queries: [
      { expr: "sum by (instance) (tributary_bytes_in_flight)", legend: "{{instance}}" },
      { expr: "max (tributary_bytes_in_flight_limit)", legend: "limit" },
      { expr: "sum by (instance) (tributary_bodies_waiting)", legend: "{{instance}} waiting" },
    ],
    should: "below the limit, nothing waiting",
  },
  {
    row: "Machine",
    title: "Connections to upstreams",
    unit: "short",
    queries: one("sum by (state) (tributary_upstream_sockets)", "{{state}}"),
    should: "back to none when nobody asks",
  },
  {
    row: "Machine",
    title: "Reading processes",
    unit: "short",
    queries: one("sum by (instance) (tributary_reading_processes)", "{{instance}}"),
    should: "three at most in each process of the service",
  },
  {
    row: "Machine",
    title: "Pages rendered",
    unit: "short",
    queries: [
      ...one(rate("tributary_renders_total", "outcome"), "{{outcome}}"),
      { expr: "sum by (reason) (rate(tributary_render_decisions_total[5m]))", legend: "{{reason}}" },
      {
        expr: "sum (rate(tributary_render_seconds_total[5m])) / sum (rate(tributary_renders_total[5m]))",
        legend: "seconds a page",
      },
    ],
    should: "mostly ok, below 5 seconds a page; crashed and busy are few",
  },
  {
    row: "Tasks",
    title: "Pages of tasks",
    unit: "reqps",
    queries: [
      ...one(rate("tributary_task_pages_total", "outcome"), "{{outcome}}"),
      { expr: "sum(rate(tributary_task_reclaimed_total[5m]))", legend: "given back" },
    ],
    should: "mostly kept; lost_claim and given back only where a process ended or hung",
  },
  {
    row: "Tasks",
    title: "Runs of schedules and webhooks",
    unit: "short",
    queries: [
      ...one(rate("tributary_schedule_runs_total", "outcome"), "schedule {{outcome}}"),
      ...one(rate("tributary_webhooks_total", "outcome"), "webhook {{outcome}}"),
    ],
    should: "ordered and delivered; skipped says that a run takes longer than its schedule leaves",
  },
  {
    row: "Tasks",
    title: "Waiting for a host, and for the store (p95)",
    unit: "s",
    queries: [
      { expr: "histogram_quantile(0.95, sum by (le) (rate(tributary_pace_wait_seconds_bucket[5m])))", legend: "host" },
      {
        expr: "histogram_quantile(0.95, sum by (le) (rate(tributary_task_settle_seconds_bucket[5m])))",
        legend: "store",
      },
    ],
    should: "store below 0.1 s; host as long as the hosts' rate limits ask",
  },
  {
    row: "Keys",
    title: "Requests by key",
    unit: "reqps",
    queries: one(rate("tributary_key_requests_total", "key, outcome"), "{{key}} {{outcome}}"),
    should: "what you agreed with each client; refusals say that a quota is too small",
  },
];

/** A condition that somebody has to look into. */
export interface Alert {
  readonly name: string;
  readonly expr: string;
  readonly for: string;
  readonly severity: "page" | "ticket";
  readonly says: string;
}

export const ALERTS: readonly Alert[] = [
  {
    name: "TributaryDown",
    expr: 'up{job="tributary"} == 0',
    for: "2m",
    severity: "page",
    says: "the process does not answer /metrics",
  },
  {
    name: "TributarySearchFails",
    expr: 'sum(rate(tributary_operations_total{operation="search",outcome!~"ok|cancelled|bad-query|quota-exceeded"}[10m])) / sum(rate(tributary_operations_total{operation="search"}[10m])) > 0.2',
    for: "10m",
    severity: "page",
    says: "a fifth of the searches fails: see Resting sources",
  },
  {
    name: "TributaryRefuses",
    expr: "sum by (queue) (rate(tributary_queue_shed_total[5m])) > 0.1",
    for: "10m",
    severity: "page",
    says: "there is more work than the machine does: add a process, or lower quotas",
  },
  {
    name: "TributaryWaits",
    expr: 'max by (queue) (tributary_queue_oldest_seconds{queue!="upstream"}) > 10',
    for: "5m",
    severity: "ticket",
    says: "a queue does not move",
  },
  {
    name: "TributaryLate",
    expr: "max by (instance) (nodejs_eventloop_lag_p99_seconds) > 0.5",
    for: "10m",
    severity: "ticket",
    says: "the serving thread is busy: light requests wait",
  },
  {
    name: "TributarySourcesRest",
    expr: "sum by (instance) (tributary_source_resting) > 5",
    for: "1h",
    severity: "ticket",
    says: "several sources refuse for an hour: an address may be blocked",
  },
  {
    name: "TributaryStale",
    expr: 'sum(rate(tributary_cache_answers_total{result="stale"}[30m])) / sum(rate(tributary_cache_answers_total[30m])) > 0.2',
    for: "30m",
    severity: "ticket",
    says: "a fifth of the answers is past its time, for upstreams fail",
  },
  {
    name: "TributaryUnexpected",
    expr: "increase(tributary_upstream_caught_total[1h]) > 0",
    for: "0m",
    severity: "ticket",
    says: "a request failed by an error nobody expected: report it with the log",
  },
  {
    name: "TributaryGrows",
    expr: 'predict_linear(process_resident_memory_bytes{job="tributary"}[6h], 86400) > 4e9',
    for: "2h",
    severity: "ticket",
    says: "memory grows: it will pass 4 GB within a day",
  },
];
