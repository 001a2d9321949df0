import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addKey } from "../../src/keys/file.ts";
import { replayUpstream } from "../support/replay-upstream.ts";
import { type Served, serve } from "./support.ts";

let directory: string;
let served: Served;
const keys: Record<string, string> = {};

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "mcp-keys-"));
  const add = (name: string, more: object) => {
    keys[name] = addKey(join(directory, "keys.json"), { name, weight: 1, per_minute: {}, per_day: {}, ...more });
  };
  add("free", { per_day: { light: 1_000 } });
  add("never", { per_day: { light: 0 } });
  add("web", { toolsets: ["web"] });
  add("rest", { routes: ["/search"] });
  served = await serve(
    replayUpstream(() => undefined),
    { environment: { DATA_DIR: directory } },
  );
});
afterAll(() => {
  served.close();
  rmSync(directory, { recursive: true });
});

async function send(name: string, method: string, params: object = {}) {
  const answer = await fetch(served.url, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${keys[name] ?? name}` },
    body: JSON.stringify({ jsonrpc: "2.0", id: 7, method, params }),
  });
  return { answer, body: JSON.parse(await answer.text()) };
}

const listParsers = { name: "list_parsers", arguments: {} };

it("a key is asked for", async () => {
  const { answer } = await send("wrong", "tools/list");
  expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, 'Bearer realm="tributary"']);
});

it("a call has its key's limits in the answer's headers", async () => {
  const { answer, body } = await send("free", "tools/call", listParsers);
  expect([answer.status, body.result.isError]).toEqual([200, undefined]);
  expect(answer.headers.get("ratelimit-policy")).toBe('"light-day";q=1000;w=86400');
  expect(answer.headers.get("x-ratelimit-remaining")).toBe("999");
});

it("beyond its quota it is 429, with when to come back, in the protocol's shape", async () => {
  const { answer, body } = await send("never", "tools/call", listParsers);
  expect([answer.status, body]).toEqual([
    429,
    { jsonrpc: "2.0", id: 7, error: { code: -32_000, message: expect.stringContaining("0 light requests a day") } },
  ]);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await send("never", "tools/list")).answer.status).toBe(200);
});

it("a key is given the tools of its sets alone, and cannot call others", async () => {
  const names = async (name: string) =>
    (await send(name, "tools/list")).body.result.tools.map((tool: { name: string }) => tool.name);
  const web = await names("web");
  expect(web).toContain("web_search");
  expect(web).not.toContain("news_lookup");
  expect((await names("free")).length).toBeGreaterThan(web.length);
  expect(await names("rest")).toEqual([]);
  const { answer, body } = await send("web", "tools/call", { name: "news_lookup", arguments: {} });
  expect([answer.status, body.error.message]).toEqual([403, "The key web may not use news_lookup."]);
});
