import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { EMPTY } from "rxjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import type { App } from "../../src/http/app-context.ts";
import { listed } from "../../src/sources/listing.ts";
import type { Tracing } from "../../src/tracing/tracing.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";
import { categoriesOf, type Internet, internet, listening, listing, says, serverFor } from "../http/support.ts";
import { clientTwo, serve } from "../mcp/support.ts";
import { until } from "../support/until.ts";
import { type FakeCollector, fakeCollector, tracingTo, treeOf } from "./support.ts";

const QUERY = "confidential-words";
const row = (title: string) => ({ title, url: `https://pages.example/${title}` });
const PAGE = (link: string) =>
  `<html><head><title>The river</title></head><body><main><h1>The river</h1><p>${"A river is a natural stream of water. ".repeat(30)}</p><a href="${link}">on</a></main></body></html>`;

let web: Internet;
let collector: FakeCollector;
let tracing: Tracing;
let app: App;
let address: string;
const headers: Record<string, string>[] = [];

beforeAll(async () => {
  web = await internet({
    "one.example": (url, response, request) => {
      headers.push(Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])));
      says({ rows: [row("otter")], last: true })(url, response, request);
    },
    "two.example": (_url, response) => void response.writeHead(500).end(),
    "site.example": (url, response) => {
      if (url.pathname === "/robots.txt") return void response.writeHead(404).end();
      response.writeHead(200, { "content-type": "text/html" }).end(PAGE(url.pathname === "/" ? "/next" : "/"));
    },
  });
  collector = await fakeCollector();
  tracing = await tracingTo(collector.endpoint, { OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20abc" });
  app = serverFor(web.gateway, categoriesOf([listing("one"), listing("two")]), {
    environment: { LOG_LEVEL: "debug", API_KEYS: "a-secret-key" },
  });
  address = await listening(app);
});
afterAll(async () => {
  await app.close();
  await tracing.stop();
  collector.close();
  web.close();
});

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const parentOf = (last: string) => `00-${TRACE.slice(0, -1)}${last}-b7ad6b7169203331-01`;
const traceOf = (last: string) => `${TRACE.slice(0, -1)}${last}`;
const ask = (path: string, last: string) =>
  fetch(`${address}${path}`, { headers: { "x-api-key": "a-secret-key", traceparent: parentOf(last) } });
const named = (name: string, trace: string) =>
  collector.spans.find((span) => span.name === name && span.traceId === trace);

describe("a search", () => {
  it("is a tree of its request, sources and exchanges, below its caller's span", async () => {
    expect((await ask(`/search?q=${QUERY}`, "1")).status).toBe(200);
    await until(() => named("GET /search", traceOf("1")) !== undefined, "the request's span");
    await until(() => named("source two", traceOf("1")) !== undefined, "the sources' spans");
    expect(treeOf(collector.spans, traceOf("1")).replaceAll(/(\n {4}GET)+/g, "$1")).toBe(
      ["GET /search", "  source one", "    GET", "  source two", "    GET"].join("\n"),
    );
    const request = named("GET /search", traceOf("1"));
    expect(request).toMatchObject({
      kind: 2,
      parentSpanId: "b7ad6b7169203331",
      attributes: {
        "http.request.method": "GET",
        "http.route": "/search",
        "http.response.status_code": 200,
        "tributary.face": "rest",
        "tributary.operation": "search",
        "tributary.outcome": "ok",
      },
    });
    expect(named("source one", traceOf("1"))?.attributes).toMatchObject({
      "tributary.source": "one",
      "tributary.items": 1,
    });
    const failed = named("source two", traceOf("1"));
    expect(failed?.status?.code).toBe(2);
    expect(failed?.attributes["error.type"]).toEqual(expect.any(String));
    const exchange = collector.spans.find(
      ({ traceId, attributes }) => traceId === traceOf("1") && attributes["server.address"] === "two.example",
    );
    expect(exchange).toMatchObject({ kind: 3, attributes: { "http.response.status_code": 500, "error.type": "500" } });
  });

  it("tells upstreams nothing of it", () => {
    expect(headers.length).toBeGreaterThan(0);
    for (const sent of headers) expect(sent).not.toHaveProperty("traceparent");
  });

  it("keeps requests at the same time apart", async () => {
    await Promise.all(["2", "3", "4", "5"].map((last) => ask(`/search?q=at-once-${last}`, last)));
    for (const last of ["2", "3", "4", "5"]) {
      await until(() => named("GET /search", traceOf(last)) !== undefined, "each request's span");
      await until(() => named("source two", traceOf(last)) !== undefined, "its sources'");
      expect(treeOf(collector.spans, traceOf(last)).replaceAll(/(\n {4}GET)+/g, "$1")).toBe(
        ["GET /search", "  source one", "    GET", "  source two", "    GET"].join("\n"),
      );
    }
  });

  it("sends its line of the log within its trace", async () => {
    await until(() => collector.logs.some(({ traceId }) => traceId === traceOf("1")), "the line of the log");
    const lines = collector.logs.filter(({ traceId }) => traceId === traceOf("1"));
    expect(lines.map(({ body }) => body)).toContainEqual({ stringValue: "request" });
  });
});

describe("a crawl", () => {
  it("is a tree of its visits, their exchanges and readings", async () => {
    expect((await ask("/crawl?q=https://site.example/&limit=2", "6")).status).toBe(200);
    await until(() => named("GET /crawl", traceOf("6")) !== undefined, "the request's span");
    const tree = treeOf(collector.spans, traceOf("6")).split("\n");
    expect(tree[0]).toBe("GET /crawl");
    expect(tree.filter((line) => line === "  crawl visit")).toHaveLength(2);
    expect(tree.filter((line) => /^ {4}GET$/.test(line)).length).toBeGreaterThanOrEqual(2);
    expect(tree.filter((line) => /^ {4}read /.test(line))).toHaveLength(2);
    expect(collector.spans.filter(({ traceId }) => traceId === traceOf("6"))).toHaveLength(tree.length);
  });
});

describe("a call over MCP", () => {
  it("is a span below what its message, or its request, says", async () => {
    const upstream = createUpstream(readConfig({ UPSTREAM_GATEWAY: web.gateway, TRIBUTARY_NO_PACE: "true" }), {
      resolve: () => EMPTY,
    });
    const served = await serve(upstream, { categories: categoriesOf([listing("one")]).map(listed) });
    try {
      const client = await clientTwo(served.url, "legacy", { traceparent: parentOf("7") });
      const called = { name: "web_search", arguments: { query: QUERY } };
      await client.callTool(called);
      await client.callTool({ ...called, _meta: { traceparent: parentOf("8") } });
      for (const last of ["7", "8"]) {
        await until(() => named("tools/call web_search", traceOf(last)) !== undefined, "the call's span");
        expect(treeOf(collector.spans, traceOf(last)).split("\n").slice(0, 2)).toEqual([
          "tools/call web_search",
          "  source one",
        ]);
        expect(named("tools/call web_search", traceOf(last))?.attributes).toMatchObject({
          "mcp.method.name": "tools/call",
          "gen_ai.tool.name": "web_search",
          "tributary.face": "mcp",
        });
      }
      await client.close();
    } finally {
      served.close();
      await upstream.close();
    }
  });
});

describe("what is sent", () => {
  it("says neither what was asked nor a key, and has the collector's own headers", () => {
    expect(collector.requests.map(({ path }) => path)).toEqual(expect.arrayContaining(["/v1/traces", "/v1/logs"]));
    for (const { text, authorization } of collector.requests) {
      expect(text).not.toContain(QUERY);
      expect(text).not.toContain("a-secret-key");
      expect(text).not.toContain("at-once");
      expect(authorization).toBe("Bearer abc");
    }
    expect(collector.resources[0]).toMatchObject({ "service.name": "tributary" });
  });

  it("leaves probes out", async () => {
    await fetch(`${address}/health/live`);
    await ask("/search?q=after-the-probe", "9");
    await until(() => named("GET /search", traceOf("9")) !== undefined, "the search after the probe");
    expect(collector.spans.filter(({ name }) => name.includes("/health"))).toEqual([]);
  });
});

/** A port where nobody listens, or where one is heard and never answered. */
async function silent(): Promise<{ readonly endpoint: string; close(): void }> {
  const server = createServer((socket) => socket.on("error", () => undefined).resume());
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

describe("a collector that does not answer", () => {
  it("is told once, and holds nobody up for more than two seconds", async () => {
    const hole = await silent();
    const warnings: string[] = [];
    const own = await tracingTo(
      hole.endpoint,
      { OTEL_EXPORTER_OTLP_TIMEOUT: "100", OTEL_BSP_MAX_QUEUE_SIZE: "10" },
      (warning) => warnings.push(warning),
    );
    for (let n = 0; n < 100; n += 1) own.begin(`span ${n}`).end();
    own.log({ level: 30, msg: "a line" });
    await until(() => warnings.length > 0, "the warning");
    for (let n = 0; n < 100; n += 1) own.begin(`span ${n}`).end();
    await own.stop();
    expect(warnings).toEqual([
      expect.stringMatching(/^Warning: traces and logs do not reach OTEL_EXPORTER_OTLP_ENDPOINT/),
    ]);
    hole.close();
  });
});

describe("what is allowed", () => {
  it("is told with OTEL_CAPTURE_QUERIES, passed on to the hosts of OTEL_PROPAGATE_TO, and spoken as protobuf", async () => {
    const other = await fakeCollector();
    const own = await tracingTo(other.endpoint, { OTEL_CAPTURE_QUERIES: "true", OTEL_PROPAGATE_TO: "one.example" });
    const opened = serverFor(web.gateway, categoriesOf([listing("one"), listing("two")]));
    headers.length = 0;
    await opened.inject({ url: "/search?q=told-words", headers: { traceparent: parentOf("a") } });
    await opened.close();
    await own.stop();
    expect(other.spans.find(({ name }) => name === "source one")?.attributes["tributary.query"]).toBe("told-words");
    expect(headers[0]?.["traceparent"]).toContain(traceOf("a"));
    const binary = await tracingTo(other.endpoint, { OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf" });
    binary.begin("as bytes").end();
    await binary.stop();
    expect(other.requests.at(-1)).toMatchObject({ path: "/v1/traces", contentType: "application/x-protobuf" });
    expect(other.requests.at(-1)?.text).toContain("as bytes");
    other.close();
  });

  it("is sampled as the variables say", async () => {
    const other = await fakeCollector();
    const own = await tracingTo(other.endpoint, {
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0",
    });
    own.begin("of nobody").end();
    own.begin("of a caller who samples", { parent: own.from({ traceparent: parentOf("b") }) }).end();
    await own.stop();
    expect(other.spans.map(({ name }) => name)).toEqual(["of a caller who samples"]);
    other.close();
  });
});
