import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { envExample } from "../../scripts/env-example.ts";
import { ENVIRONMENT, kubernetesFile, MANIFESTS } from "../../scripts/manifests.ts";
import { ALERTS, FIGURES } from "../../scripts/monitoring.ts";
import { alertsFile, dashboardFile, monitoringPage } from "../../scripts/monitoring-files.ts";
import { Environment } from "../../src/config.ts";
import { createServer } from "../../src/http/server.ts";
import { createRuntime } from "../../src/runtime.ts";
import { categories } from "../../src/sources/registry.ts";

const ROOT = join(import.meta.dirname, "../..");
const kept = (path: string) => readFileSync(join(ROOT, path), "utf8");

it("every figure and alert asks for metrics that exist, by labels that they have", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "monitoring-"));
  const runtime = createRuntime({ DATA_DIR: dataDir });
  const app = createServer(runtime);
  await app.ready();
  runtime.metrics.begin();
  const text = await runtime.metrics.text();
  await app.close();
  await runtime.close();
  rmSync(dataDir, { recursive: true });
  const there = new Set([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name]) => name));
  const asked = [
    ...FIGURES.flatMap(({ queries }) => queries.map(({ expr }) => expr)),
    ...ALERTS.map(({ expr }) => expr),
  ];
  const named = asked.flatMap((expr) => expr.match(/\b(?:tributary|nodejs|process)_\w+/g) ?? []);
  expect(named.length).toBeGreaterThan(FIGURES.length);
  expect(named.map((name) => name.replace(/_bucket$/, "")).filter((name) => !there.has(name))).toEqual([]);
});

it.each([
  ["deploy/grafana.json", dashboardFile],
  ["deploy/alerts.yaml", alertsFile],
  ["deploy/kubernetes.yaml", kubernetesFile],
  ["docs/monitoring.md", monitoringPage],
  [".env.example", () => envExample(categories)],
])("%s is in step with what it is made of (npm run docs writes it)", (path, made) => {
  expect(kept(path)).toBe(made());
});

it("the dashboard has a panel for each figure, none over another", () => {
  const { panels } = JSON.parse(dashboardFile());
  const places = panels.map(({ gridPos: { x, y } }: { gridPos: { x: number; y: number } }) => `${x} ${y}`);
  expect(new Set(places).size).toBe(panels.length);
  expect(panels.filter(({ type }: { type: string }) => type === "timeseries")).toHaveLength(FIGURES.length);
});

it("what is deployed is told by variables that exist, and probed where something answers", () => {
  expect(Object.keys(ENVIRONMENT).filter((name) => !(name in Environment.shape))).toEqual([]);
  expect(kubernetesFile()).toContain('path: "/health/ready"');
  for (const name of Object.keys(Environment.shape)) expect(kept(".env.example")).toContain(`\n#${name}=`);
});

it("workers are deployed beside the API, scaled by their visits, on a Redis that never evicts", () => {
  const found = (kind: string, name: string) =>
    JSON.stringify(
      MANIFESTS.find((one) => JSON.stringify(one).includes(`"kind":"${kind}","metadata":{"name":"${name}"`)),
    );
  expect(found("Deployment", "tributary-worker")).toContain('"command":["node","bin/tributary.mjs","work"]');
  expect(found("Deployment", "tributary")).toContain('{"name":"TASKS_VISITS","value":"0"}');
  expect(found("HorizontalPodAutoscaler", "tributary-worker")).toContain('"name":"tributary_task_visits"');
  expect(found("StatefulSet", "tributary-tasks")).toContain('"--maxmemory-policy","noeviction"');
});

it("proxies pass streams on as they come, and let WebSockets through", () => {
  expect(kept("deploy/nginx.conf")).toMatch(/proxy_buffering off;[\s\S]+location \/mcp/);
  expect(kept("deploy/nginx.conf")).toContain("proxy_set_header Upgrade $http_upgrade;");
  expect(kept("deploy/Caddyfile").match(/flush_interval -1/g)).toHaveLength(2);
});
