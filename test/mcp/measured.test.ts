import { of } from "rxjs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import type { App } from "../../src/http/app-context.ts";
import { createServer } from "../../src/http/server.ts";
import type { CallLine } from "../../src/mcp/tool.ts";
import { createMetrics } from "../../src/metrics/metrics.ts";
import { listed } from "../../src/sources/listing.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";
import { finders, finds, rows } from "../http/small-web.ts";
import { type Internet, internet } from "../http/support.ts";
import { type Served, serve } from "./support.ts";

let net: Internet;
let app: App;
let served: Served;
let lines: CallLine[];

beforeEach(async () => {
  lines = [];
  net = await internet({
    "alpha.example": finds(rows.otter),
    "beta.example": (_url, response) => response.writeHead(403).end(),
  });
  const config = readConfig({ UPSTREAM_GATEWAY: net.gateway, TRIBUTARY_NO_PACE: "true", LOG_LEVEL: "silent" });
  const upstream = createUpstream(config, { resolve: () => of(["93.184.216.34"]) });
  const metrics = createMetrics(upstream);
  const categories = finders(["alpha", "beta"]).map(listed);
  app = createServer({ config, env: { upstream, keys: {} }, categories, metrics });
  app.addHook("onClose", () => upstream.close());
  served = await serve(upstream, { categories, metrics, onCall: (line) => lines.push(line) });
});

afterEach(async () => {
  served.close();
  await app.close();
  net.close();
});

async function call(name: string, args: object): Promise<void> {
  const answer = await fetch(served.url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
  });
  await answer.text();
}

const counted = async (): Promise<string> => (await app.inject("/metrics")).body;

describe("a call over MCP", () => {
  it("is counted with its sources, beside REST's, and logged without what was asked", async () => {
    await call("web_search", { query: "private otter" });
    expect(lines).toEqual([
      {
        face: "mcp",
        operation: "search",
        tool: "web_search",
        outcome: "ok",
        ms: expect.any(Number),
        sources: { ok: 1, blocked: 1 },
        arguments: { query: "private otter" },
      },
    ]);
    const text = await counted();
    expect(text).toContain('tributary_mcp_call_seconds_count{operation="web_search",outcome="ok"} 1');
    expect(text).toContain('tributary_source_outcomes_total{source="alpha",status="ok"} 1');
    expect(text).toContain('tributary_source_outcomes_total{source="beta",status="blocked"} 1');
  });

  it("that fails says the code", async () => {
    await call("web_search", { query: "otter", engines: ["nobody"] });
    expect(lines).toMatchObject([{ operation: "search", tool: "web_search", outcome: "unknown-source", sources: {} }]);
    expect(await counted()).toContain(
      'tributary_mcp_call_seconds_count{operation="web_search",outcome="unknown-source"} 1',
    );
  });
});

describe("each source of a batch is counted", () => {
  const batch = ["alpha", "beta"].map((parser) => ({ parser, query: "otter" }));
  it.each([
    ["over MCP", () => call("web_batch", { requests: batch })],
    ["over REST", () => app.inject({ method: "POST", url: "/batch", payload: batch })],
  ])("%s", async (_face, ask) => {
    await ask();
    const text = await counted();
    expect(text).toContain('tributary_source_outcomes_total{source="alpha",status="ok"} 1');
    expect(text).toContain('tributary_source_outcomes_total{source="beta",status="blocked"} 1');
  });
});
