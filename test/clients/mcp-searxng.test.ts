import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, describe, expect, it } from "vitest";
import { BY_THE_CLOCK } from "../support/until.ts";
import { ASKED, FOUND, type Replayed, replayed } from "./replayed.ts";

const SERVER = join(import.meta.dirname, "node_modules/mcp-searxng/dist/cli.js");

let service: Replayed;
let client: Client;

/** mcp-searxng as an agent starts it, pointed at an address. */
async function started(url: string, environment: Readonly<Record<string, string>> = {}): Promise<void> {
  client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [SERVER],
      env: { PATH: process.env["PATH"] ?? "", SEARXNG_URL: url, ...environment },
      stderr: "ignore",
    }),
  );
}

async function called(name: string, args: Readonly<Record<string, unknown>>): Promise<string> {
  const { content } = await client.callTool({ name, arguments: args });
  return content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

afterEach(async () => {
  await client.close();
  await service.close();
});

describe("mcp-searxng", BY_THE_CLOCK, () => {
  it.each(["", "/searxng"])("searches at the base %o", async (path) => {
    service = await replayed();
    await started(`${service.url}${path}`);
    expect(await called("searxng_web_search", { query: ASKED })).toContain(FOUND);
  });

  it("asks for suggestions and for what the instance is", async () => {
    service = await replayed();
    await started(service.url);
    expect(await called("searxng_search_suggestions", { query: "rxjs" })).toMatch(/rxjs|!w/);
    const about = await called("searxng_instance_info", {});
    expect(JSON.parse(about)).toMatchObject({ available: true });
    expect(about).toContain("social media");
  });

  it("says which engines refused, beside what the others found", async () => {
    service = await replayed({ refusing: ["bing", "google"] });
    await started(service.url);
    const answer = await called("searxng_web_search", { query: ASKED, response_format: "json" });
    expect(answer).toContain(FOUND);
    expect(answer).toMatch(/bing[^\]]*CAPTCHA/);
  });

  it("gives its key as a password, and says so where it has none", async () => {
    service = await replayed({ environment: { API_KEYS: "river" } });
    await started(service.url, { AUTH_USERNAME: "agent", AUTH_PASSWORD: "river" });
    expect(await called("searxng_web_search", { query: ASKED })).toContain(FOUND);
    await client.close();
    await started(service.url);
    expect(await called("searxng_web_search", { query: ASKED }).catch(String)).toContain("401");
  });
});
