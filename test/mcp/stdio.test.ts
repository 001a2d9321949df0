import { spawn } from "node:child_process";
import { join } from "node:path";
import { Client as ClientTwo } from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioTwo } from "@modelcontextprotocol/client/stdio";
import { Client as ClientOne } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioOne } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterEach, describe, expect, it } from "vitest";
import { allTools, toolsOf } from "../../src/mcp/list.ts";
import { categories } from "../../src/sources/catalogue.ts";
import { internet, type Site, says } from "../http/support.ts";
import { until } from "../support/until.ts";
import { textOf } from "./support.ts";

/* The binary, spoken to over its standard input and output. */

const MAIN = join(import.meta.dirname, "../../src/main.ts");
const names = allTools(categories).map(({ name }) => name);

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

const how = (gateway = "http://127.0.0.1:9", ...more: readonly string[]) => ({
  command: process.execPath,
  args: [MAIN, "mcp", "--stdio", ...more],
  env: { UPSTREAM_GATEWAY: gateway, TRIBUTARY_NO_PACE: "true" },
});

const suggestions = says(["otter", ["otter pup", "otters of the river"], [], {}]);

describe.each(["legacy", "auto"] as const)("the second line's client, %s", (mode) => {
  it("lists and calls tools, with progress, and is told what fails", async () => {
    const web = await internet({ "duckduckgo.com": suggestions });
    const client = new ClientTwo({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(new StdioTwo(how(web.gateway)));
    open.push(web, client);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(names);
    const told: string[] = [];
    const result = await client.callTool(
      { name: "web_suggest", arguments: { query: "otter", parser: "duckduckgo_suggest" } },
      { onprogress: ({ message }) => void told.push(String(message)) },
    );
    expect(result).not.toHaveProperty("structuredContent");
    expect(textOf(result)).toMatch(/^[^\n]+\n<untrusted[^\n]+\n1\. otter pup\n[\s\S]+\n2\. otters of the river\n/);
    expect(told[0]).toBe("duckduckgo_suggest: asked");
    const wrong = await client.callTool({ name: "web_suggest", arguments: {} });
    expect(wrong).toMatchObject({ isError: true });
  });

  it("cancels down to the sockets", async () => {
    const silent: Site = () => undefined;
    const web = await internet({ "duckduckgo.com": silent });
    const client = new ClientTwo({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(new StdioTwo(how(web.gateway)));
    open.push(web, client);
    await client.listTools();
    const stop = new AbortController();
    const call = client.callTool(
      { name: "web_suggest", arguments: { query: "otter", parser: "duckduckgo_suggest" } },
      { signal: stop.signal },
    );
    let outcome: unknown;
    call.then(
      (result) => (outcome = result),
      (error: unknown) => (outcome = error),
    );
    await until(() => web.sockets.size === 1 || outcome !== undefined, "the source is asked");
    expect(outcome).toBeUndefined();
    stop.abort();
    await until(() => web.sockets.size === 0, "no socket is open");
  });
});

it("the first line's client lists core", async () => {
  const client = new ClientOne({ name: "test", version: "1" });
  await client.connect(new StdioOne(how(undefined, "--toolsets", "core")));
  open.push(client);
  const core = toolsOf(categories, "core").map(({ name }) => name);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(core);
});

it("nothing but messages is on standard output; the process ends with its input", async () => {
  const process_ = spawn(process.execPath, [MAIN, "mcp", "--stdio"], { stdio: ["pipe", "pipe", "pipe"] });
  let out = "";
  process_.stdout.setEncoding("utf8").on("data", (piece: string) => (out += piece));
  const ended = new Promise<number | null>((resolve) => process_.on("exit", resolve));
  process_.stdin.write('{"jsonrpc":"2.0","method":"tools/list","id":1}\nno JSON\n');
  await until(() => out.split("\n").length > 2, "both are answered");
  process_.stdin.end();
  expect(await ended).toBe(0);
  const lines = out.split("\n").filter(Boolean);
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
  const messages = lines.map((line) => JSON.parse(line));
  expect(messages.find(({ id }) => id === 1).result.tools.length).toBe(names.length);
  expect(messages.find(({ id }) => id === null).error.code).toBe(-32_700);
});

it("a set of tools that is none is refused in a sentence", async () => {
  const process_ = spawn(process.execPath, [MAIN, "mcp", "--stdio", "--toolsets", "nonsense"], { stdio: "pipe" });
  let err = "";
  process_.stderr.setEncoding("utf8").on("data", (piece: string) => (err += piece));
  expect(await new Promise((resolve) => process_.on("exit", resolve))).toBe(2);
  expect(err).toMatch(/^tributary: There is no toolset nonsense\./);
});
