import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { toolsOf } from "../../src/mcp/list.ts";
import { categories } from "../../src/sources/catalogue.ts";
import { clientTwo, player, serve } from "./support.ts";

/* The configurations of clients as README and docs/mcp.md print them, and what the registry is told. */

const ROOT = join(import.meta.dirname, "../..");
const README = ["README.md", "docs/mcp.md"].map((page) => readFileSync(join(ROOT, page), "utf8")).join("\n");
const core = toolsOf(categories, "core").map(({ name }) => name);

const PRINTED = /http:\/\/127\.0\.0\.1:9094\/mcp(\?[^\s"'`)]*)?/g;
const addresses = [...new Set([...README.matchAll(PRINTED)].map(([address]) => address))];

const Server = z.object({
  url: z.string().optional(),
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
});
const Configuration = z.union([
  z.object({ mcpServers: z.object({ tributary: Server }) }).transform(({ mcpServers }) => mcpServers.tributary),
  z.object({ servers: z.object({ tributary: Server }) }).transform(({ servers }) => servers.tributary),
]);
const configurations = [...README.matchAll(/```json\n([\s\S]*?)```/g)].flatMap(([, block]) => {
  const read = Configuration.safeParse(JSON.parse(block ?? ""));
  return read.success ? [read.data] : [];
});

describe("the README's configurations", () => {
  it("are those of an address, twice, and of a command", () => {
    expect(configurations.map(({ url, command }) => url ?? command)).toEqual([
      "http://127.0.0.1:9094/mcp?toolsets=core",
      "http://127.0.0.1:9094/mcp?toolsets=core",
      "node",
    ]);
    expect(addresses.length).toBeGreaterThan(1);
  });

  it.each(addresses)("%s serves tools", async (address) => {
    const served = await serve(player().upstream);
    const client = await clientTwo(new URL(address.replace("http://127.0.0.1:9094", served.url.origin)), "auto");
    const names = (await client.listTools()).tools.map(({ name }) => name);
    // Where all are listed, each analysis has a tool of its own.
    expect(names).toEqual(expect.arrayContaining(core.filter((name) => name !== "run_analysis")));
    if (address.includes("core")) expect(names).toEqual(core);
    await client.close();
    served.close();
  });

  it("the command serves core", async () => {
    const { command = "", args = [] } = configurations.find(({ url }) => url === undefined) ?? {};
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StdioClientTransport({ command, args, cwd: ROOT }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(core);
    await client.close();
  });
});

it("server.json is of this package and version", () => {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(ROOT, name), "utf8"));
  const own = z.object({ name: z.string(), version: z.string(), mcpName: z.string() }).parse(read("package.json"));
  const told = z
    .object({
      name: z.string().regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
      description: z.string().min(1).max(100),
      version: z.string(),
      packages: z.tuple([
        z.object({ identifier: z.string(), version: z.string(), transport: z.object({ type: z.literal("stdio") }) }),
      ]),
    })
    .parse(read("server.json"));
  expect(told).toMatchObject({ name: own.mcpName, version: own.version });
  expect(told.packages[0]).toMatchObject({ identifier: own.name, version: own.version });
});
