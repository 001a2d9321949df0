import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import type { App } from "../../src/http/app-context.ts";
import { distance } from "../../src/sources/by-name.ts";
import { categories as registered } from "../../src/sources/registry.ts";
import { categoriesOf, type Internet, internet, listing, says, serverFor } from "./support.ts";

let net: Internet;
let app: App;

beforeAll(async () => {
  net = await internet({
    "alpha.example": says({ rows: [{ title: "one", url: "https://pages.example/one" }], last: true }),
    "walled.example": (_url, response) => response.writeHead(403).end(),
  });
  const keyed = listing("keyed", {
    key: { env: ["KEYED_API_KEY"], required: false, from: "https://keyed.example/keys" },
  });
  app = serverFor(net.gateway, categoriesOf([listing("alpha"), listing("walled")], [keyed]));
  await app.ready();
});
afterAll(async () => {
  await app.close();
  net.close();
});

const ALPHA = {
  id: "alpha",
  category: "search",
  title: "ALPHA",
  path: "/search/alpha",
  docs: "https://alpha.example/docs",
  query: { describe: "words", example: "tokio" },
  fields: ["title", "url", "snippet", "source", "tags", "owner.name", "owner.followers", "releases"],
};

it("/parsers lists every parser, with its key where it has one", async () => {
  const { success, items } = (await app.inject("/parsers")).json();
  expect(success).toBe(true);
  expect(items).toEqual([
    ALPHA,
    expect.objectContaining({ id: "walled" }),
    expect.objectContaining({
      path: "/packages/keyed",
      key: { env: ["KEYED_API_KEY"], required: false, from: "https://keyed.example/keys" },
    }),
  ]);
  const csv = (await app.inject("/parsers?format=csv")).body.split("\n");
  expect(csv[0]).toBe(
    "id,category,title,path,docs,terms,key.env,key.required,key.from,query.describe,query.example,fields",
  );
  expect(csv).toHaveLength(5);
});

it("/parsers/:id tells the schemas of parameters and items", async () => {
  for (const url of ["/parsers/alpha", "/parsers/search/alpha"])
    expect((await app.inject(url)).json()).toMatchObject({
      success: true,
      ...ALPHA,
      options: { properties: { language: { type: "string" } } },
      item: {
        properties: { owner: { properties: { followers: { type: "integer" } } } },
        required: ["title", "url", "source"],
      },
    });
});

it("/health tells how each source fares", async () => {
  await app.inject("/search/alpha?q=a");
  await app.inject("/search/walled?q=a");
  const health = (await app.inject("/health")).json();
  expect(health).toMatchObject({ success: true, status: "ok", version: "0.6.0" });
  expect(health.sources).toEqual([
    { id: "alpha", state: "ok", last_ok: expect.stringMatching(/^20/), consecutive_failures: 0 },
    {
      id: "walled",
      state: "resting",
      resting_until: expect.stringMatching(/^20/),
      last_error: { code: "blocked", error: expect.stringContaining("403"), at: expect.stringMatching(/^20/) },
      consecutive_failures: 1,
    },
  ]);
});

it("a resting source is asked all the same with no_cache", async () => {
  const asked = () => net.asked.filter((url) => url.includes("walled")).length;
  const before = asked();
  expect((await app.inject("/search/walled?q=again")).json().code).toBe("blocked");
  expect(asked()).toBe(before);
  await app.inject("/search/walled?q=again&no_cache=true");
  expect(asked()).toBe(before + 1);
});

it("a fan-out asks no resting engine, not even with no_cache: one request must not wake all that refuse", async () => {
  await app.inject("/search/walled?q=fan-out&no_cache=true");
  const asked = () => net.asked.filter((url) => url.includes("walled")).length;
  const before = asked();
  const { sources } = (await app.inject("/search?q=fan-out&no_cache=true")).json();
  expect(sources).toContainEqual(expect.objectContaining({ id: "walled", status: "blocked" }));
  expect(asked()).toBe(before);
});

it("/metrics counts requests, sources and the cache", async () => {
  await app.inject("/search/alpha?q=metrics");
  await app.inject("/search/alpha?q=metrics");
  await app.inject("/nowhere");
  const answer = await app.inject("/metrics");
  expect(answer.headers["content-type"]).toMatch(/^text\/plain/);
  expect(answer.body).toMatch(/^tributary_http_request_seconds_count\{route="\/search\/alpha",status="200"\} [1-9]/m);
  expect(answer.body).toMatch(/^tributary_http_request_seconds_count\{route="unknown",status="404"\} 1$/m);
  expect(answer.body).toMatch(/^tributary_source_outcomes_total\{source="alpha",status="ok"\} [1-9]/m);
  expect(answer.body).toMatch(/^tributary_source_outcomes_total\{source="walled",status="blocked"\} [1-9]/m);
  expect(answer.body).toMatch(/^tributary_source_seconds_count\{source="alpha"\} [1-9]/m);
  expect(answer.body).toMatch(/^tributary_cache_hits_total [1-9]/m);
  expect(answer.body).toMatch(/^tributary_cache_misses_total [1-9]/m);
  expect(answer.body).toContain("process_cpu_seconds_total");
});

it("/ says what is here", async () => {
  const home = (await app.inject("/")).json();
  expect(home).toMatchObject({ success: true, name: "Tributary", parsers: 3 });
  expect(home.items).toContainEqual({ path: "/docs", what: "the interface, to read and try" });
});

it.each(["/docs", "/docs/", "/docs/search"])("%s is a page that runs its own files alone", async (path) => {
  const page = await app.inject(path);
  expect(page.statusCode).toBe(200);
  expect(page.headers).toMatchObject({ "x-frame-options": "DENY", "x-content-type-options": "nosniff" });
  expect(page.headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
  const links = [...page.body.matchAll(/<(?:script|link)[^>]+(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? "");
  expect(links.length).toBeGreaterThan(3);
  for (const link of links) {
    const { pathname } = new URL(link, `http://service.example${path}`);
    expect([pathname, (await app.inject(pathname)).statusCode]).toEqual([pathname, 200]);
  }
});

const Operation = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.string() })),
  responses: z.record(z.string(), z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) })),
});
const OpenApi = z.object({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

it("/openapi.json describes every parser's parameters and items", async () => {
  const document = OpenApi.parse((await app.inject("/openapi.json")).json());
  expect(document.openapi).toBe("3.1.0");
  const operation = Operation.parse(document.paths["/search/alpha"]?.["get"]);
  expect(operation.parameters.map(({ name }) => name)).toEqual([
    "q",
    "pagecount",
    "no_cache",
    "max_age",
    "timeout",
    "format",
    "language",
  ]);
  expect(Object.keys(operation.responses["200"]?.content ?? {})).toEqual([
    "application/json",
    "text/csv",
    "application/xml",
    "text/event-stream",
    "application/x-ndjson",
  ]);
  expect(operation.responses["200"]?.content["application/json"]?.schema).toMatchObject({
    properties: { items: { items: { properties: { releases: { type: "array" } } } } },
  });
  expect(document.components.schemas).toHaveProperty("Failure");
  const known = new Set(Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`));
  for (const [, ref] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)) expect(known).toContain(ref);
});

it("every registered source has its route and its place in the documentation", async () => {
  const whole = serverFor(net.gateway, registered);
  const document = OpenApi.parse((await whole.inject("/openapi.json")).json());
  for (const source of registered.flatMap(({ sources }) => sources)) {
    const operation = Operation.parse(document.paths[`/${source.category}/${source.id}`]?.["get"]);
    const names = operation.parameters.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["q", "format", ...Object.keys(source.query.options.shape)]));
    expect(new Set(names).size).toBe(names.length);
  }
  await whole.close();
});

it("distance counts the letters to change", () => {
  expect(distance("crates", "crates")).toBe(0);
  expect(distance("crate", "crates")).toBe(1);
  expect(distance("", "abc")).toBe(3);
  expect(distance("kitten", "sitting")).toBe(3);
});

it("/health is degraded, with the reason, while more than half of the engines fail", async () => {
  const own = await internet({ "walled.example": (_url, response) => void response.writeHead(403).end() });
  const service = serverFor(own.gateway, categoriesOf([listing("walled")]));
  try {
    const health = async () => (await service.inject("/health")).json();
    expect(await health()).toMatchObject({ status: "ok" });
    await service.inject("/search?q=a");
    expect(await health()).toMatchObject({
      status: "degraded",
      reason: "1 of the 1 engines that were asked fail: walled (blocked).",
    });
  } finally {
    await service.close();
    own.close();
  }
});
