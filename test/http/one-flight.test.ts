import type { ServerResponse } from "node:http";
import { of } from "rxjs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAdmission } from "../../src/admission/admission.ts";
import { readConfig } from "../../src/config.ts";
import type { App } from "../../src/http/app-context.ts";
import { listed } from "../../src/sources/listing.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";
import { type Served, serve } from "../mcp/support.ts";
import { eventually, until } from "../support/until.ts";
import { categoriesOf, type Internet, internet, listing, serverFor } from "./support.ts";

/** An engine has longer to answer. */
const JOINING_MS = 1_000;

/* The same question on every face at once is asked of each engine once. */

let net: Internet;
let app: App;
let served: Served;
/** Answers wait here while there is such a list. */
let held: ServerResponse[] | undefined;
const admission = createAdmission();

beforeAll(async () => {
  const site = (_url: URL, response: ServerResponse): void => {
    if (held) held.push(response);
    else answer(response);
  };
  net = await internet({ "alpha.example": site, "beta.example": site });
  const config = readConfig({ UPSTREAM_GATEWAY: net.gateway, TRIBUTARY_NO_PACE: "true", LOG_LEVEL: "silent" });
  const upstream = createUpstream(config, { resolve: () => of(["93.184.216.34"]) });
  const categories = categoriesOf([listing("alpha"), listing("beta")]);
  app = serverFor(net.gateway, categories, { env: { upstream, keys: {} }, admission });
  app.addHook("onClose", () => upstream.close());
  served = await serve(upstream, { categories: categories.map(listed), admission });
});
afterAll(async () => {
  served.close();
  await app.close();
  net.close();
});

const rows = [{ title: "Otters of the river", url: "https://otters.example/river", snippet: "river otters" }];
const answer = (response: ServerResponse): void =>
  void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ rows, last: true }));

const FACES: Readonly<Record<string, (query: string) => Promise<string>>> = {
  REST: async (query) => (await app.inject({ url: "/search", query: { q: query } })).body,
  "REST, one page": async (query) => (await app.inject({ url: "/search", query: { q: query, pagecount: "1" } })).body,
  "server-sent events": async (query) =>
    (await app.inject({ url: "/search", query: { q: query }, headers: { accept: "text/event-stream" } })).body,
  "the common search API": (query) => posted("/search", { query }),
  SearXNG: async (query) => (await app.inject({ url: "/searxng/search", query: { q: query, format: "json" } })).body,
  Exa: (query) => posted("/exa/search", { query }),
  "Open WebUI": (query) => posted("/openwebui/search", { query }),
  Firecrawl: (query) => posted("/v2/search", { query }),
  MCP: async (query) => {
    const answer = await fetch(served.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "web_search", arguments: { query } },
      }),
    });
    return answer.text();
  },
};

const posted = async (url: string, payload: object): Promise<string> =>
  (await app.inject({ method: "POST", url, payload })).body;

it("is asked of each engine once, and answered on all faces", async () => {
  // Each has loaded what it needs.
  for (const ask of Object.values(FACES)) await ask("words before");
  const before = net.asked.length;
  held = [];
  const answers = Object.entries(FACES).map(async ([face, ask]) => [face, await ask("river otters")] as const);
  const running = (): number => admission.queues.get("search")?.().running ?? 0;
  // Who comes later finds it answered.
  await eventually(() => running() === answers.length, JOINING_MS);
  await until(() => held?.length === 2, "both engines are asked");
  for (const response of held) answer(response);
  held = undefined;
  for (const [face, said] of await Promise.all(answers))
    expect([face, said.includes("Otters of the river")]).toEqual([face, true]);
  const asked = net.asked.slice(before).map((url) => new URL(url).hostname);
  // Some faces read the page that was found besides.
  expect(asked.filter((host) => host !== "otters.example").toSorted()).toEqual(["alpha.example", "beta.example"]);
});
