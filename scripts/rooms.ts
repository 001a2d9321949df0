/** A room of `src/`: a folder, or a file of the root. */
interface Room {
  /** What belongs in it, in one line. */
  readonly holds: string;
  /** The rooms that it may import; itself is understood. */
  readonly imports: readonly string[];
}

/*
 * Every room of `src/` with the rooms that it may import. `scripts/arrows.ts` checks it, and `npm run docs` writes it into
 * ARCHITECTURE.md.
 */
export const ROOMS: Readonly<Record<string, Room>> = {
  version: { holds: "the package's version, read from package.json", imports: [] },
  errors: { holds: "`SourceError`: the one error type, with a kind and an HTTP status", imports: [] },
  events: { holds: "the events of every stream of the service", imports: ["errors"] },
  "in-flight": { holds: "one byte budget for bodies in flight", imports: ["errors"] },
  "set-aside": { holds: "a broken SQLite file is renamed, so that a new one can begin", imports: [] },
  admission: {
    holds: "cost classes, bounded queues, fair queueing by client, adaptive concurrency",
    imports: ["tracing", "errors"],
  },
  config: { holds: "every environment variable, parsed once", imports: ["errors", "version", "telemetry-config"] },
  "telemetry-config": { holds: "the variables of traces and logs", imports: [] },
  tracing: {
    holds:
      "OpenTelemetry spans and logs; an RxJS operator that records a span; the SDK, imported where a collector is set",
    imports: ["errors", "relay", "config", "version"],
  },
  relay: { holds: "an RxJS operator of one subscriber layer, for the path of every request", imports: [] },
  fence: { holds: "the fence with a nonce around untrusted content in what a language model reads", imports: [] },
  standards: {
    holds:
      "readers of published formats and rules that import nothing of ours: robots.txt, addresses and whose site they are",
    imports: [],
  },
  language: { holds: "stop words, words of praise and blame, folded text and its terms", imports: [] },
  html: { holds: "pages into trees: one scanner, one tree; XML of bounded depth", imports: [] },
  access: { holds: "who may send requests: hosts, origins, API keys", imports: ["errors", "config"] },
  keys: {
    holds: "API keys with quotas: who holds them, what they may use and have used",
    // What is used is kept in a file as the analyses' state is.
    imports: ["admission", "aggregate", "errors", "config"],
  },
  processes: { holds: "a worker pool of processes with time and memory limits", imports: ["admission"] },
  pipelining: { holds: "one request at a time per connection, for both servers", imports: [] },
  upstream: {
    holds: "the only way to the network: guard, rate limits, retry, circuit breaker, cache, DNS, browser",
    imports: ["tracing", "admission", "in-flight", "relay", "errors", "config"],
  },
  extraction: { holds: "HTML, PDF, text into content and metadata; no network", imports: ["html", "language"] },
  reading: {
    holds: "what is too heavy for the serving thread, run in the worker pool; what pages were when last seen",
    imports: ["tracing", "admission", "set-aside", "in-flight", "processes", "extraction", "upstream", "errors"],
  },
  sources: {
    holds: "333 sources, one file each; `kit/` is what their authors use",
    imports: [
      "tracing",
      "admission",
      "standards",
      "reading",
      "upstream",
      "extraction",
      "html",
      "language",
      "relay",
      "errors",
      "config",
    ],
  },
  operators: { holds: "RxJS operators and ranking, without input or output", imports: ["language", "relay"] },
  pipelines: {
    holds: "search, extract, crawl, map, research, content search, batch as Observables of events",
    imports: [
      "tracing",
      "admission",
      "fence",
      "standards",
      "language",
      "operators",
      "extraction",
      "reading",
      "sources",
      "upstream",
      "errors",
      "events",
      "config",
    ],
  },
  operations: {
    holds: "what the service does, one file each: input, output, limits, run; every face is an adapter of it",
    imports: ["operators", "pipelines", "sources", "errors", "events", "config"],
  },
  aggregate: {
    holds: "the business analyses: what runs them, their formulas, and a folder for each family",
    imports: [
      "set-aside",
      "fence",
      "pipelines",
      "language",
      "standards",
      "operators",
      "extraction",
      "sources",
      "upstream",
      "errors",
      "events",
      "config",
    ],
  },
  tasks: {
    holds: "crawls that outlive their request and the process: orders, claims, results in SQLite",
    // Its file is opened, migrated and set aside as the analyses' are.
    imports: ["tracing", "pipelines", "aggregate", "sources", "upstream", "errors", "events"],
  },
  replay: { holds: "recordings: reading, matching, serving them as a gateway, saving new ones", imports: ["errors"] },
  web: { holds: "the console: its page, and the code that browsers run in `app/`", imports: [] },
  http: {
    holds: "REST, SSE, NDJSON; JSON, CSV, XML; OpenAPI; the APIs of other services in `compat/`",
    imports: [
      "tracing",
      "operations",
      "version",
      "access",
      "admission",
      "in-flight",
      "keys",
      "metrics",
      "readiness",
      "pipelining",
      "tasks",
      "pipelines",
      "aggregate",
      "operators",
      "sources",
      "upstream",
      "errors",
      "events",
      "config",
      "web",
    ],
  },
  mcp: {
    holds: "the tools of the Model Context Protocol, over stdio and HTTP",
    imports: [
      "tracing",
      "operations",
      "tasks",
      "version",
      "access",
      "admission",
      "fence",
      "in-flight",
      "keys",
      "metrics",
      "readiness",
      "pipelining",
      "pipelines",
      "aggregate",
      "operators",
      // The search among parsers compares stems.
      "language",
      "sources",
      "upstream",
      "errors",
      "events",
      "config",
    ],
  },
  metrics: {
    holds: "what is counted, in Prometheus' words",
    imports: ["admission", "in-flight", "reading", "upstream", "events"],
  },
  readiness: { holds: "whether what the service needs is there", imports: ["upstream", "errors"] },
  runtime: {
    holds: "configuration, upstream and keys: what every face runs on",
    imports: ["admission", "in-flight", "keys", "metrics", "aggregate", "sources", "upstream", "config", "errors"],
  },
  cli: {
    holds: "the commands",
    imports: [
      "tracing",
      "operations",
      "tasks",
      "version",
      "access",
      "admission",
      "keys",
      "runtime",
      "http",
      "mcp",
      "pipelines",
      "aggregate",
      "operators",
      "sources",
      "upstream",
      "replay",
      "errors",
      "events",
      "config",
    ],
  },
  main: { holds: "the binary", imports: ["cli", "processes"] },
  index: { holds: "the library", imports: ["runtime", "http", "tasks", "pipelines", "sources", "config", "errors"] },
};
