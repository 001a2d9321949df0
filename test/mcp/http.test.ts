import { request as httpRequest } from "node:http";
import { Client as ClientOne } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as HttpOne } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterEach, describe, expect, it } from "vitest";
import { allTools } from "../../src/mcp/list.ts";
import { categories } from "../../src/sources/catalogue.ts";
import { clientTwo, player, type Served, serve } from "./support.ts";

/* What travels over HTTP, without any source being asked. */

const open: { close(): void | Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

async function served(options: Parameters<typeof serve>[1] = {}): Promise<Served> {
  const server = await serve(player().upstream, options);
  open.push(server);
  return server;
}

const JSON_TYPE = { "content-type": "application/json" };
const LIST = { jsonrpc: "2.0", method: "tools/list", id: 1 };

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly headers: Headers;
  readonly body: {
    result?: { readonly tools?: readonly { readonly name: string }[]; readonly [field: string]: unknown };
    error?: { code: number; message: string; data?: unknown };
    id?: unknown;
  };
}

/** Posts with these headers only: `fetch` would add an `Accept` of its own. */
function post(url: URL, body: unknown, headers: Record<string, string> = JSON_TYPE): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(url, { method: "POST", headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      response.on("end", () => {
        const type = String(response.headers["content-type"] ?? "");
        const data = type.includes("event-stream") ? (/^data: (.+)$/m.exec(text)?.[1] ?? "{}") : text || "{}";
        const given = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
        resolve({ status: response.statusCode ?? 0, type, headers: new Headers(given), body: JSON.parse(data) });
      });
    });
    asked.on("error", reject);
    asked.end(typeof body === "string" ? body : JSON.stringify(body));
  });
}

const names = allTools(categories).map(({ name }) => name);
const listedIn = ({ body }: Answer): readonly string[] => (body.result?.tools ?? []).map(({ name }) => name);

describe("a bare POST", () => {
  it("of tools/list without Accept is answered with every tool in one JSON document", async () => {
    const { url } = await served();
    const answer = await post(url, LIST);
    expect([answer.status, answer.type]).toEqual([200, "application/json"]);
    expect(listedIn(answer)).toEqual(names);
    expect(answer.body.id).toBe(1);
  });

  it.each(["*/*", "application/json"])("with Accept: %s too", async (accept) => {
    const { url } = await served();
    const answer = await post(url, LIST, { ...JSON_TYPE, accept });
    expect([answer.status, answer.type]).toEqual([200, "application/json"]);
  });

  it("with ?toolsets= has those tools; one that is none is refused", async () => {
    const { url } = await served();
    expect(listedIn(await post(new URL("?toolsets=chatgpt", url), LIST))).toEqual(["search", "fetch"]);
    const answer = await post(new URL("?toolsets=nonsense", url), LIST);
    expect([answer.status, answer.body.error?.message]).toEqual([400, expect.stringContaining("no toolset nonsense")]);
  });
});

describe("JSON-RPC", () => {
  it.each([
    ["broken JSON", "{", 400, -32_700],
    ["an unknown method", { jsonrpc: "2.0", method: "nonsense", id: 7 }, 200, -32_601],
    ["an unknown tool", { jsonrpc: "2.0", method: "tools/call", id: 7, params: { name: "nonsense" } }, 200, -32_602],
    [
      "an unknown resource",
      { jsonrpc: "2.0", method: "resources/read", id: 7, params: { uri: "tributary://x" } },
      200,
      -32_602,
    ],
    ["what is no message", { hello: 1 }, 400, -32_600],
    ["an id that is none", { jsonrpc: "2.0", method: "tools/list", id: { a: 1 } }, 400, -32_600],
  ])("%s is told of", async (_what, body, status, code) => {
    const { url } = await served();
    const answer = await post(url, body);
    expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
  });

  it("a notification is taken without an answer", async () => {
    const { url } = await served();
    const answer = await post(url, { jsonrpc: "2.0", method: "notifications/initialized" });
    expect([answer.status, answer.body]).toEqual([202, {}]);
  });

  it("keeps the connection for the next one for longer than a minute", async () => {
    const { url } = await served();
    const { headers } = await fetch(url, { method: "POST", headers: JSON_TYPE, body: JSON.stringify(LIST) });
    expect(headers.get("keep-alive")).toBe("timeout=72");
  });

  it("a body that is not said to be JSON, or is too large, is refused", async () => {
    const { url } = await served();
    expect((await post(url, LIST, { "content-type": "text/plain" })).status).toBe(415);
    expect((await post(url, JSON.stringify({ ...LIST, x: "x".repeat(1024 * 1024) }))).status).toBe(413);
  });
});

describe("who may ask", () => {
  it.each([
    ["Host", { host: "evil.example" }],
    ["Origin", { origin: "https://evil.example" }],
    ["Origin", { origin: "null" }],
  ])("a foreign %s is refused: %j", async (what, headers) => {
    const { url } = await served();
    const answer = await post(url, LIST, { ...JSON_TYPE, ...headers });
    expect([answer.status, answer.body.error?.message]).toEqual([403, expect.stringContaining(`The ${what}`)]);
  });

  it("pages of this machine and names that are allowed are not", async () => {
    const { url } = await served({ environment: { ALLOWED_HOSTS: "tools.example" } });
    const pages: readonly Record<string, string>[] = [
      { origin: "http://localhost:6274" },
      { host: "tools.example", origin: "https://tools.example" },
    ];
    for (const headers of pages) expect((await post(url, LIST, { ...JSON_TYPE, ...headers })).status).toBe(200);
  });

  it("with API_KEYS only who has one, told in REST's words", async () => {
    const { url } = await served({ environment: { API_KEYS: "one,two" } });
    const none = await post(url, LIST);
    expect([none.status, none.body.error?.message]).toEqual([
      401,
      "A key is needed: send Authorization: Bearer <key>.",
    ]);
    expect(none.headers.get("www-authenticate")).toBe('Bearer realm="tributary"');
    const wrong = await post(url, LIST, { ...JSON_TYPE, authorization: "Bearer three" });
    expect(wrong.body.error?.message).toMatch(/^The key is not valid/);
    expect((await post(url, LIST, { ...JSON_TYPE, authorization: "Bearer two" })).status).toBe(200);
  });
});

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
};
const modern = (method: string, more: Record<string, string> = {}) => ({
  ...JSON_TYPE,
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": method,
  ...more,
});

describe("revision 2026-07-28", () => {
  const list = { ...LIST, params: { _meta: META } };

  it("lists the tools with how long the list may be kept", async () => {
    const { url } = await served();
    const answer = await post(url, list, modern("tools/list"));
    expect(answer.body.result).toMatchObject({ resultType: "complete", ttlMs: 3_600_000, cacheScope: "public" });
    expect(listedIn(answer)).toEqual(names);
  });

  it("is discovered", async () => {
    const { url } = await served();
    const answer = await post(url, { ...list, method: "server/discover" }, modern("server/discover"));
    expect(answer.body.result).toMatchObject({ supportedVersions: expect.arrayContaining(["2026-07-28"]) });
  });

  it("refuses headers that say another method than the body", async () => {
    const { url } = await served();
    const answer = await post(url, list, modern("tools/call"));
    expect([answer.status, answer.body.error?.code]).toEqual([400, -32_020]);
  });

  it("refuses a revision that it does not know, and names those that it does", async () => {
    const { url } = await served();
    const later = { ...META, "io.modelcontextprotocol/protocolVersion": "2099-01-01" };
    const answer = await post(
      url,
      { ...LIST, params: { _meta: later } },
      modern("tools/list", { "mcp-protocol-version": "2099-01-01" }),
    );
    expect([answer.status, answer.body.error?.code]).toEqual([400, -32_022]);
    expect(answer.body.error?.data).toMatchObject({ supported: expect.arrayContaining(["2026-07-28"]) });
  });

  it("answers an unknown method with 404", async () => {
    const { url } = await served();
    const answer = await post(url, { ...list, method: "nonsense" }, modern("nonsense"));
    expect([answer.status, answer.body.error?.code]).toEqual([404, -32_601]);
  });
});

describe("clients", () => {
  it.each(["legacy", "auto"] as const)("the second line's, %s", async (era) => {
    const { url } = await served();
    const client = await clientTwo(url, era);
    open.push(client);
    expect(client.getProtocolEra()).toBe(era === "auto" ? "modern" : "legacy");
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(names);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      "tributary://sources",
      ...categories.map(({ id }) => `tributary://sources/${id}`),
    ]);
    const { contents } = await client.readResource({ uri: "tributary://sources/packages" });
    expect(JSON.stringify(contents)).toContain("packages/npm");
  });

  it("the first line's, in a session that ends when it is told to", async () => {
    const { url } = await served();
    const transport = new HttpOne(url);
    const client = new ClientOne({ name: "test", version: "1" });
    await client.connect(transport as Parameters<ClientOne["connect"]>[0]);
    open.push(client);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(names);
    await client.ping();
    await client.setLoggingLevel("warning");
    const session = String(transport.sessionId);
    expect(session.length).toBeGreaterThan(20);
    await transport.terminateSession();
    const answer = await post(url, LIST, { ...JSON_TYPE, "mcp-session-id": session });
    expect([answer.status, answer.body.error?.message]).toEqual([
      404,
      expect.stringContaining("no session of that id"),
    ]);
  });

  it("a session that nobody uses expires", async () => {
    let clock = 0;
    const { url } = await served({ sessions: { idleMs: 1_000, now: () => clock } });
    const begun = await post(
      url,
      {
        jsonrpc: "2.0",
        method: "initialize",
        id: 1,
        params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
      },
      { ...JSON_TYPE, accept: "application/json, text/event-stream" },
    );
    const id = String(begun.headers.get("mcp-session-id"));
    const headers = { ...JSON_TYPE, "mcp-session-id": id };
    expect((await post(url, LIST, headers)).status).toBe(200);
    clock = 999;
    expect((await post(url, LIST, headers)).status).toBe(200);
    clock += 1_000;
    expect((await post(url, LIST, headers)).status).toBe(404);
  });
});
