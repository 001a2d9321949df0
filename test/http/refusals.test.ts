import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NEVER, of } from "rxjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAdmission } from "../../src/admission/admission.ts";
import { COST_CLASSES } from "../../src/admission/classes.ts";
import { readConfig } from "../../src/config.ts";
import type { App } from "../../src/http/app-context.ts";
import { addKey } from "../../src/keys/file.ts";
import { createKeys } from "../../src/keys/keys.ts";
import { categories as everySource } from "../../src/sources/catalogue.ts";
import { listed } from "../../src/sources/listing.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";
import { type Served, serve } from "../mcp/support.ts";
import { categoriesOf, type Internet, internet, listing, serverFor } from "./support.ts";

/* Every operation of every face, while its class has no room, and when its key's quota is used up. */

const PAGE = "https://pages.example/";
const ours = (body: unknown) => ({ success: false, error: body, code: expect.any(String) });
const common = (body: unknown) => ({ ...ours(body), detail: { error: body } });
const exa = (body: unknown) => ({ requestId: expect.any(String), error: body, tag: expect.any(String) });
const openai = (body: unknown) => ({ error: { message: body, type: expect.any(String), code: expect.any(String) } });
const webui = (body: unknown) => ({ detail: body });
const reader = (body: unknown) => ({ data: null, message: body, name: expect.any(String) });
const firecrawl = (body: unknown) => ({ success: false, error: body });
const searxng = (body: unknown) => ({ error: body });

interface Door {
  readonly name: string;
  readonly url: string;
  readonly payload?: object | string;
  readonly method?: "GET" | "POST" | "PUT";
  readonly headers?: Readonly<Record<string, string>>;
  readonly shape: (message: unknown) => object;
}

const get = (url: string, shape: Door["shape"] = ours, headers: Door["headers"] = {}): Door => ({
  name: `GET ${url}${headers["accept"] ? ` as ${headers["accept"]}` : ""}`,
  url,
  shape,
  headers,
});
const post = (url: string, payload: object, shape: Door["shape"] = ours): Door => ({
  name: `POST ${url} ${Object.keys(payload).join()}`,
  url,
  method: "POST",
  payload,
  shape,
});
const chat = { model: "tributary-mini", messages: [{ role: "user", content: "otters" }] };

const DOORS: readonly Door[] = [
  get("/search?q=otters"),
  get("/search?q=otters", ours, { accept: "text/event-stream" }),
  get("/search?q=otters", ours, { accept: "application/x-ndjson" }),
  get("/search/alpha?q=otters"),
  get(`/extract?q=${PAGE}`),
  get(`/crawl?q=${PAGE}`),
  get(`/map?q=${PAGE}`),
  get(`/seo/audit?q=${PAGE}`),
  get(`/seo/audit/llm?q=${PAGE}`),
  get("/suggestions?q=otters"),
  post("/search", { query: "otters" }, common),
  post("/search", { query: "otters", include_answer: true }, common),
  post("/extract", { urls: [PAGE] }, common),
  post("/crawl", { url: PAGE }, common),
  post("/map", { url: PAGE }, common),
  post("/batch", [{ parser: "alpha", query: "otters" }]),
  get("/searxng/search?q=otters&format=json", searxng),
  post("/exa/search", { query: "otters" }, exa),
  post("/exa/contents", { urls: [PAGE] }, exa),
  post("/exa/answer", { query: "otters" }, exa),
  post("/exa/findSimilar", { url: PAGE }, exa),
  post("/v1/chat/completions", chat, openai),
  post("/v1/chat/completions", { ...chat, stream: true }, openai),
  post("/openwebui/search", { query: "otters" }, webui),
  post("/openwebui/load", { urls: [PAGE] }, webui),
  {
    name: "PUT /openwebui/process",
    url: "/openwebui/process",
    method: "PUT",
    payload: "A file's text. ".repeat(50),
    headers: { "content-type": "text/plain" },
    shape: webui,
  },
  get(`/r/${PAGE}`, reader, { accept: "application/json" }),
  get("/s/otters", reader, { accept: "application/json" }),
  post("/v1/scrape", { url: PAGE }, firecrawl),
  post("/v2/scrape", { url: PAGE }, firecrawl),
  post("/v1/map", { url: PAGE }, firecrawl),
  post("/v2/map", { url: PAGE }, firecrawl),
  post("/v1/search", { query: "otters" }, firecrawl),
  post("/v2/search", { query: "otters" }, firecrawl),
];

/** Tools of each class, and a prompt. */
const CALLS = [
  ["tools/call", { name: "web_search", arguments: { query: "otters" } }],
  ["tools/call", { name: "web_extract", arguments: { urls: [PAGE] } }],
  ["tools/call", { name: "web_crawl", arguments: { url: PAGE } }],
  ["tools/call", { name: "web_map", arguments: { url: PAGE } }],
  ["tools/call", { name: "web_research", arguments: { query: "otters" } }],
  ["tools/call", { name: "web_batch", arguments: { requests: [{ parser: "alpha", query: "otters" }] } }],
  ["tools/call", { name: "web_screenshot", arguments: { url: PAGE } }],
  ["prompts/get", { name: "seo_audit", arguments: { q: PAGE } }],
] as const;

const one = { most: 1, waiting: 0, deadlineMs: 5_000 };
const admission = createAdmission({
  limits: { search: one, extract: one, crawl: one, document: one, browser: one, model: one },
});
/** Somebody else has each class to itself. */
for (const cost of COST_CLASSES) NEVER.pipe(admission.admitted(cost, { id: "somebody", weight: 1 })).subscribe();

let net: Internet;
let full: App;
let metered: App;
let served: Served;
let usedUp: Served;
let directory: string;
let key = "";
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  net = await internet({});
  const categories = categoriesOf([listing("alpha")]);
  directory = mkdtempSync(join(tmpdir(), "refusals-"));
  key = addKey(join(directory, "keys.json"), { name: "never", weight: 1, per_minute: {}, per_day: { all: 0 } });
  full = serverFor(net.gateway, categories, { admission });
  metered = serverFor(net.gateway, categories, { environment: { DATA_DIR: directory } });
  const environment = { UPSTREAM_GATEWAY: net.gateway, TRIBUTARY_NO_PACE: "true", LOG_LEVEL: "silent" };
  const upstream = createUpstream(readConfig(environment), { resolve: () => of(["93.184.216.34"]) });
  const withAlpha = [...categories.map(listed), ...everySource.filter(({ id }) => id !== "search")];
  served = await serve(upstream, { categories: withAlpha, admission });
  const keys = createKeys(readConfig({ ...environment, DATA_DIR: directory }));
  usedUp = await serve(upstream, { categories: withAlpha, keys });
  closing.push(
    () => keys.close(),
    () => upstream.close(),
  );
});
afterAll(async () => {
  served.close();
  usedUp.close();
  await Promise.all([full.close(), metered.close(), ...closing.map((close) => close())]);
  net.close();
  rmSync(directory, { recursive: true });
});

describe.each(DOORS)("$name", ({ url, method = "GET", headers = {}, payload, shape }) => {
  const sent = { url, method, ...(payload !== undefined && { payload }) };

  it("is refused with 503 and Retry-After in its face's own form while there is no room, and asks nobody", async () => {
    const before = net.asked.length;
    const answer = await full.inject({ ...sent, headers });
    expect([answer.statusCode, Number(answer.headers["retry-after"])]).toEqual([503, expect.closeTo(1, 0)]);
    expect(answer.headers["content-type"]).toContain("application/json");
    expect(answer.json()).toMatchObject(shape(expect.stringContaining("as many requests of this kind")));
    expect(net.asked.length).toBe(before);
  });

  it("is refused with 429 and Retry-After in its face's own form when the key's quota is used up", async () => {
    const answer = await metered.inject({ ...sent, headers: { ...headers, authorization: `Bearer ${key}` } });
    expect([answer.statusCode, Number(answer.headers["retry-after"])]).toEqual([429, expect.any(Number)]);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    expect(answer.json()).toMatchObject(shape(expect.stringContaining("quota")));
  });
});

async function called(url: URL, method: string, params: object, headers: Record<string, string> = {}) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 7, method, params }),
  });
  return {
    status: answer.status,
    retryAfter: answer.headers.get("retry-after"),
    body: JSON.parse(await answer.text()),
  };
}

describe.each(CALLS)("MCP: %s of $name", (method, params) => {
  it("is refused in the protocol's form while there is no room", async () => {
    const { status, body } = await called(new URL("?toolsets=all", served.url), method, params);
    expect(status).toBe(200);
    const text = expect.stringMatching(/as many requests of this kind .* Ask again in 1 second\.$/);
    expect(body).toMatchObject(
      method === "prompts/get"
        ? { error: { message: text, data: { "tributary/code": "overloaded", retry_after_seconds: 1 } } }
        : { result: { isError: true, content: [{ text }], _meta: { "tributary/code": "overloaded" } } },
    );
  });

  it("is refused with 429 when the key's quota is used up", async () => {
    const url = new URL("?toolsets=all", usedUp.url);
    const { status, retryAfter, body } = await called(url, method, params, { authorization: `Bearer ${key}` });
    expect([status, Number(retryAfter)]).toEqual([429, expect.any(Number)]);
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(body).toMatchObject({ id: 7, error: { message: expect.stringContaining("quota") } });
  });
});
