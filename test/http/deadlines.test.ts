import type { AddressInfo } from "node:net";
import { of } from "rxjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import type { App } from "../../src/http/app-context.ts";
import { createServer } from "../../src/http/server.ts";
import { createMcpServer } from "../../src/mcp/http-server.ts";
import { categories } from "../../src/sources/catalogue.ts";
import { listed } from "../../src/sources/listing.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";
import { finders, finds, rows } from "./small-web.ts";
import { type Internet, internet } from "./support.ts";

/*
 * Every operation ends in time, on REST and MCP alike, and what has something leaves with it: one engine answers, one hangs,
 * and every page does. `timeout` lowers the deadline where the form has it.
 */

const TIMEOUT_S = 1;
/** Half of the least that any of them has without `timeout`; the rest is for a loaded machine. */
const MOST_MS = 15_000;

let net: Internet;
let app: App;
let mcp: string;
let close: () => Promise<void>;

beforeAll(async () => {
  net = await internet({
    "alpha.example": finds(rows.otter),
    "mute.example": () => undefined,
    "river.example": () => undefined,
  });
  const config = readConfig({ UPSTREAM_GATEWAY: net.gateway, TRIBUTARY_NO_PACE: "true", LOG_LEVEL: "silent" });
  const upstream = createUpstream(config, { resolve: () => of(["93.184.216.34"]) });
  const others = categories.filter(({ id }) => id !== "search");
  const deps = {
    config,
    env: { upstream, keys: {} },
    categories: [...finders(["alpha", "mute"]).slice(0, 1).map(listed), ...others],
  };

  app = createServer(deps);
  const tools = createMcpServer(deps);
  await new Promise<void>((ready) => tools.listen(0, "127.0.0.1", ready));
  mcp = `http://127.0.0.1:${(tools.address() as AddressInfo).port}/mcp`;
  close = async () => {
    tools.close();
    tools.closeAllConnections();
    await app.close();
    await upstream.close();
    net.close();
  };
  // Loads what the operations import, so that the time below is theirs.
  await app.inject("/search/alpha?q=warm");
});

afterAll(() => close());

const get = (url: string) => async () => (await app.inject(url)).body;
const post = (url: string, payload: object) => async () => (await app.inject({ method: "POST", url, payload })).body;
const tool = (name: string, args: object) => async () => {
  const answer = await fetch(mcp, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
  });
  return answer.text();
};

const timeout = TIMEOUT_S;
const PAGE = "https://river.example/otter";

describe.concurrent("the deadline", () => {
  it.each([
    ["GET /search", get(`/search?q=one&timeout=${timeout}`), PAGE],
    ["a parser", get(`/search/mute?q=two&timeout=${timeout}`), "timeout"],
    ["GET /extract", get(`/extract?q=${PAGE}&timeout=${timeout}`), "timeout"],
    ["POST /extract", post("/extract", { urls: [PAGE], timeout }), "timeout"],
    ["POST /search", post("/search", { query: "three", timeout, include_raw_content: true }), PAGE],
    ["POST /research", post("/research", { query: "four", model: "pro", timeout }), PAGE],
    ["Open WebUI's search", post("/openwebui/search", { query: "ten", count: 5 }), PAGE],
    ["Exa's search with texts", post("/exa/search", { query: "eleven", contents: { text: true } }), PAGE],
    ["Exa's answer", post("/exa/answer", { query: "twelve" }), PAGE],
    ["chat", post("/v1/chat/completions", { model: "mini", messages: [{ role: "user", content: "thirteen" }] }), PAGE],
    [
      "POST /batch",
      post(
        `/batch?timeout=${timeout}`,
        ["alpha", "mute"].map((parser) => ({ parser, query: "five" })),
      ),
      PAGE,
    ],
    ["/seo/audit", get(`/seo/audit?q=${PAGE}&timeout=${timeout}`), "timeout"],
    ["/map", get(`/map?q=${PAGE}&timeout=${timeout}`), "timeout"],
    ["web_search", tool("web_search", { query: "six", timeout }), PAGE],
    ["search_lookup", tool("search_lookup", { parser: "mute", query: "seven", timeout }), '"tributary/code":"timeout"'],
    ["web_extract", tool("web_extract", { urls: [PAGE], timeout }), "The answer was not complete after 1 s"],
    ["web_research", tool("web_research", { query: "eight", model: "pro", timeout }), PAGE],
    [
      "web_batch",
      tool("web_batch", { requests: ["alpha", "mute"].map((parser) => ({ parser, query: "nine" })), timeout }),
      PAGE,
    ],
    ["seo_audit", tool("seo_audit", { q: PAGE, timeout }), "time"],
  ])("holds for %s", async (_operation, ask, says) => {
    const begin = performance.now();
    const answer = await ask();
    const ms = performance.now() - begin;
    expect(answer).toContain(says);
    expect(ms).toBeLessThan(MOST_MS);
  });
});
