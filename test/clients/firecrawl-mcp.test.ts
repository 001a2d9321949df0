import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FOOD, OTTER, SCHEMA, type Service, service } from "./firecrawl-service.ts";

const SERVER = join(import.meta.dirname, "node_modules/firecrawl-mcp/dist/index.js");
const KEY = "river-key-of-ours";

let served: Service;
let client: Client;

beforeAll(async () => {
  served = await service({ API_KEYS: KEY });
  client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [SERVER],
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: served.home,
        FIRECRAWL_API_URL: served.url,
        FIRECRAWL_API_KEY: KEY,
      },
      stderr: "ignore",
    }),
  );
});

afterAll(async () => {
  await client.close();
  await served.close();
});

async function called(name: string, args: Readonly<Record<string, unknown>>): Promise<string> {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  expect({ text, isError: isError ?? false }).toEqual({ text, isError: false });
  return text;
}

describe("firecrawl-mcp", () => {
  it("scrapes, with data by a schema", async () => {
    expect(await called("firecrawl_scrape", { url: OTTER, formats: ["markdown"] })).toContain("eight minutes");
    const asked = { url: OTTER, formats: ["json"], jsonOptions: { prompt: "the animal", schema: SCHEMA } };
    expect(await called("firecrawl_scrape", asked)).toMatch(/"animal":\s*"otter"/);
  });

  it("maps, searches and reads a file", async () => {
    expect(await called("firecrawl_map", { url: "https://river.example/" })).toContain(FOOD);
    expect(await called("firecrawl_search", { query: "otter breath", limit: 2 })).toContain(OTTER);
    const filePath = join(served.home, "a.html");
    writeFileSync(filePath, "<title>A file</title><p>This is a file that says enough to be read.</p>");
    expect(await called("firecrawl_parse", { filePath, formats: ["markdown"] })).toContain("This is a file");
  });

  it("crawls to the end, and asks for the status again", async () => {
    const text = await called("firecrawl_crawl", { url: OTTER, limit: 5 });
    expect(text).toMatch(/"status":\s*"completed"/);
    const id = /"id":\s*"([\w-]+)"/.exec(text)?.[1] ?? "";
    expect(await called("firecrawl_check_crawl_status", { id })).toContain(FOOD);
  });

  it("keeps monitors, and runs them", async () => {
    const body = { name: "otters", schedule: { text: "hourly" }, targets: [{ type: "scrape", urls: [OTTER] }] };
    const made = await called("firecrawl_monitor_create", { body });
    const id = /"id":\s*"([\w-]{36})"/.exec(made)?.[1] ?? "";
    expect(await called("firecrawl_monitor_list", {})).toContain(id);
    expect(await called("firecrawl_monitor_run", { id })).toMatch(/"trigger":\s*"manual"/);
    expect(await called("firecrawl_monitor_checks", { id })).toContain(id);
    await called("firecrawl_monitor_delete", { id });
  });

  it("says our sentence of what is not offered", async () => {
    const { content, isError } = await client.callTool({ name: "firecrawl_agent", arguments: { prompt: "otters" } });
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain("Agents are not offered");
  });
});
