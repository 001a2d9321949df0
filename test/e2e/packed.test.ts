import { execFile } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { FIXTURES, INSTANCES, ROOT, type Running, scratch, serving, tributary } from "./processes.ts";

/*
 * The package as npm packs it, installed into an empty project: nothing of the checkout is in reach. `npm pack` builds
 * dist/ and takes what package.json names.
 */

const run = promisify(execFile);
/** npm's settings of whoever runs the tests count: which registry, which cache. */
const npm = (cwd: string, ...words: readonly string[]) => run("npm", words, { cwd, maxBuffer: 64 * 1024 * 1024 });

const manifest = z
  .object({ name: z.string(), version: z.string() })
  .parse(createRequire(import.meta.url)(join(ROOT, "package.json")));
const project = scratch();
const installed = join(project, "node_modules", manifest.name);
const BUILD_MS = 600_000;

beforeAll(async () => {
  const { stdout } = await npm(ROOT, "pack", "--json", "--pack-destination", project);
  // What the build says precedes the JSON.
  const [{ filename }] = z
    .tuple([z.object({ filename: z.string() })])
    .parse(JSON.parse(stdout.slice(stdout.indexOf("[\n"))));
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "empty", private: true, type: "module" }));
  await npm(project, "install", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", `./${filename}`);
}, BUILD_MS);

afterAll(() => rmSync(project, { recursive: true, force: true }));

describe("the install", () => {
  it("runs no script but that of the package node", () => {
    const Lock = z.object({
      packages: z.record(z.string(), z.looseObject({ hasInstallScript: z.boolean().optional() })),
    });
    const { packages } = Lock.parse(JSON.parse(readFileSync(join(project, "package-lock.json"), "utf8")));
    const scripted = Object.keys(packages).filter((name) => packages[name]?.hasInstallScript);
    expect(scripted).toEqual(["node_modules/node"]);
  });

  it("brings 150 MB of packages at most besides Node and itself", async () => {
    const besides = ["node", manifest.name].map((name) => `--exclude=node_modules/${name}`);
    const { stdout } = await run("du", ["-sm", ...besides, join(project, "node_modules")]);
    expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(150);
  });

  it("has the command, which says the version", async () => {
    const { stdout } = await npm(project, "exec", "--no", "--", "tributary", "--version");
    expect(stdout).toBe(`${manifest.version}\n`);
  });
});

describe("the library", () => {
  it("is imported with its types, under strict", async () => {
    writeFileSync(
      join(project, "use.ts"),
      `import { createRuntime, findSource, oneShot, parser, type ParserResponse, type Source } from "${manifest.name}";
import type { Observable } from "rxjs";
const runtime = createRuntime({});
const crates: ReturnType<typeof findSource> = findSource("packages/crates");
if (!crates) throw new Error("no crates");
const answer: Observable<ParserResponse> = oneShot(parser(crates, { q: "a", pagecount: 1, noCache: false, options: {} }, runtime.env));
// @ts-expect-error: the types are there, so that this is none
const wrong: Source = 1;
console.log(crates.id, typeof answer.subscribe, typeof wrong);
process.exit(0);
`,
    );
    const compilerOptions = {
      ...{ strict: true, target: "es2024", module: "nodenext", outDir: "out", skipLibCheck: false },
      ...{ types: ["node"], typeRoots: [join(ROOT, "node_modules/@types")] },
    };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["use.ts"] }));
    const checked = await run(join(ROOT, "node_modules/.bin/tsc"), ["-p", project]).catch((error: unknown) => error);
    expect(checked).toMatchObject({ stdout: "" });
    const { stdout } = await run(process.execPath, [join(project, "out/use.js")], { cwd: project });
    expect(stdout).toBe("crates function number\n");
  });
});

describe("the service", () => {
  let gateway: Running;
  let service: Running;
  const bin = join(installed, "bin/tributary.mjs");

  beforeAll(async () => {
    gateway = await tributary(["replay", FIXTURES, "--port", "0"]);
    service = await serving([bin, "serve"], { ...INSTANCES, UPSTREAM_GATEWAY: gateway.url });
  });
  afterAll(async () => {
    await Promise.all([service.stop(), gateway.stop()]);
  });

  it("has no sources to fall back on", () => {
    expect(existsSync(join(installed, "src"))).toBe(false);
  });

  it("searches", async () => {
    const response = await fetch(`${service.url}/search?q=javascript+tutorial&pagecount=1`);
    const { items } = z.object({ items: z.array(z.object({ url: z.string() })) }).parse(await response.json());
    expect(items.length).toBeGreaterThan(10);
  });

  it("reads a page in its reading processes", async () => {
    const response = await fetch(`${service.url}/page/cms?q=shop.example`);
    expect([response.status, await response.json()]).toMatchObject([200, { success: true }]);
  });

  it("serves the page, its picture, the docs and the OpenAPI document", async () => {
    const page = await fetch(service.url, { headers: { accept: "text/html" } });
    const [, script = ""] = /<script type="module" src="\.(\/[^"]+)"/.exec(await page.text()) ?? [];
    expect([page.status, script]).toEqual([200, expect.stringMatching(/^\/ui\/assets\/.+\.js$/)]);
    for (const path of [script, "/favicon.ico", "/docs", "/openapi.json"]) {
      const response = await fetch(`${service.url}${path}`);
      expect([path, response.status, (await response.arrayBuffer()).byteLength > 500]).toEqual([path, 200, true]);
    }
  });

  it("speaks MCP over HTTP and over standard input and output", async () => {
    const address = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(service.output())?.[0] ?? "";
    const stdio = { command: process.execPath, args: [bin, "mcp", "--stdio"], env: { UPSTREAM_GATEWAY: gateway.url } };
    for (const transport of [new StreamableHTTPClientTransport(new URL(address)), new StdioClientTransport(stdio)]) {
      const client = new Client({ name: "test", version: "1" });
      await client.connect(transport);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain("web_search");
      await client.close();
    }
  });
});
