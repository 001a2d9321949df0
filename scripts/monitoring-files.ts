import { ALERTS, FIGURES } from "./monitoring.ts";
import { yamlFile } from "./yaml.ts";

const WIDTH = 8;
const HEIGHT = 8;
const PER_LINE = 3;

/** The Grafana dashboard, as JSON to import. */
export function dashboardFile(): string {
  const rows = [...new Set(FIGURES.map(({ row }) => row))];
  let y = 0;
  let id = 0;
  const panels = rows.flatMap((row) => {
    const figures = FIGURES.filter((figure) => figure.row === row);
    id += 1;
    const head = { id, type: "row", title: row, collapsed: false, gridPos: { x: 0, y, w: 24, h: 1 }, panels: [] };
    y += 1;
    const drawn = figures.map(({ title, unit, queries, should }, index) => {
      id += 1;
      return {
        id,
        type: "timeseries",
        title,
        description: `Should be: ${should}.`,
        datasource: { type: "prometheus", uid: DATA_SOURCE },
        gridPos: { x: (index % PER_LINE) * WIDTH, y: y + Math.floor(index / PER_LINE) * HEIGHT, w: WIDTH, h: HEIGHT },
        fieldConfig: { defaults: { unit, min: 0, custom: { showPoints: "never" } }, overrides: [] },
        options: { legend: { displayMode: "list", placement: "bottom" }, tooltip: { mode: "multi", sort: "desc" } },
        targets: queries.map(({ expr, legend }, query) => ({
          refId: String.fromCharCode(65 + query),
          expr,
          legendFormat: legend,
        })),
      };
    });
    y += Math.ceil(figures.length / PER_LINE) * HEIGHT;
    return [head, ...drawn];
  });
  const dashboard = {
    title: "Tributary",
    uid: "tributary",
    schemaVersion: 39,
    version: 1,
    editable: true,
    refresh: "30s",
    time: { from: "now-6h", to: "now" },
    templating: {
      list: [{ name: "datasource", label: "Prometheus", type: "datasource", query: "prometheus", current: {} }],
    },
    panels,
  };
  return `${JSON.stringify(dashboard, undefined, 2)}\n`;
}

/** The dashboard's variable, as Grafana writes one. */
const DATA_SOURCE = "$datasource";

/** Prometheus' alert rules. */
export const alertsFile = (): string =>
  yamlFile(
    [
      {
        groups: [
          {
            name: "tributary",
            rules: ALERTS.map(({ name, expr, for: time, severity, says }) => ({
              alert: name,
              expr,
              for: time,
              labels: { severity },
              annotations: { summary: says },
            })),
          },
        ],
      },
    ],
    "Made by npm run docs out of scripts/monitoring.ts.",
  );

const cell = (text: string): string => text.replaceAll("|", "\\|");

/** docs/monitoring.md */
export function monitoringPage(): string {
  const figures = FIGURES.map(({ row, title, should }) => `| ${row} | ${title} | ${cell(should)} |`);
  const alerts = ALERTS.map(
    ({ name, severity, for: time, says }) => `| \`${name}\` | ${severity}, ${time} | ${says} |`,
  );
  return `# How do I watch over it?

Made by \`npm run docs\` out of \`scripts/monitoring.ts\`.

\`GET /metrics\` speaks Prometheus' text format, with a key where keys are asked for; one port tells REST and MCP alike.

\`\`\`yaml
scrape_configs:
  - job_name: tributary
    authorization: { credentials: <a key> }
    static_configs: [{ targets: ["tributary:9093"] }]
rule_files: [alerts.yaml]
\`\`\`

Import [deploy/grafana.json](../deploy/grafana.json) in Grafana; [deploy/alerts.yaml](../deploy/alerts.yaml) has the rules.

## Probes

| path | answers |
|---|---|
| \`/health/live\` | 200 while the process lives; one that does not answer is to be started anew |
| \`/health/ready\` | 200 while it can serve, else 503 with the code \`not-ready\`: DATA_DIR, and Redis, the gateway and the Redis of tasks where they are set |
| \`/health\` | how each source fares: its circuit breaker, its last failure |

They need no key, and are served on the MCP port too (but for \`/health\`). What a probe lacks is named in the log when it begins
to fail, not at every probe.

## Without Prometheus

The console's view “Health” draws what these tell, and so may anything else. Both are kept in memory, in rings of a fixed size
(some 50 kB, and 1.5 kB a source), and are gone with the process.

| path | answers |
|---|---|
| \`/health/history?range=15m\`, \`1h\`, \`24h\` | a point each 5 s, 20 s, 5 min: operations and failures a second, cache, memory, event loop delay, sockets, jobs |
| \`/health/sources\` | each source in the last 24 hours: times asked and answered, p50 and p95 of its last 64 answers, counts by hour, its circuit breaker |
| \`POST /doctor\` | asks every source (\`{"sources": ["search", "news/bbc"]}\`: some) its own example, live, eight at once; as events one by one |

## What each figure should be

| | figure | should be |
|---|---|---|
${figures.join("\n")}

## Alerts

| alert | severity, after | says |
|---|---|---|
${alerts.join("\n")}

## Labels

\`face\` is \`rest\`, \`mcp\`, or the service whose API is spoken; \`operation\` is one name over every face; \`outcome\` is \`ok\`,
\`cancelled\`, or the [code of the failure](errors.md). \`queue\` is a cost class, or \`upstream\` (requests that wait for their
host's turn), \`browser\`, \`reading\`. A label has at most 1,000 values; further ones are told together as \`other\`.

## Logs

A line of JSON for each request, on standard output: the face, the operation and its outcome as the metrics name them, the route
or tool, the status, the milliseconds; never the query (but at \`LOG_LEVEL=debug\`), never a key. \`request_id\` is the answer's \`x-request-id\`.

\`REQUEST_LOG=100\` keeps the last hundred requests in memory besides (16 MB at most), with what they asked and when each source
began and ended: \`GET /requests\`, \`GET /requests/<id>\`, or the console's view “Requests”. Keys are told by their names only; a
key of \`API_KEYS\` sees all, another one its own. It is off unless it is set.

\`GET /setup\` tells what the process really runs with: keys of sources (set, missing, refused), the engines that are asked and
why, what it reaches, and every variable, secrets left out.
`;
}
