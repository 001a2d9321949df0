import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "../src/http/server.ts";
import { createRuntime } from "../src/runtime.ts";
import { categories } from "../src/sources/catalogue.ts";
import { installPackages } from "./install-packages.ts";

const TOOLS = join(import.meta.dirname, "../test/tools");

/* Holds the OpenAPI document of the service, as it is served, to the recommended rules of Redocly's linter. */
installPackages(TOOLS);
const runtime = createRuntime({ LOG_LEVEL: "silent" });
const { config, env } = runtime;
const app = createServer({ config, env, categories });
const folder = mkdtempSync(join(tmpdir(), "tributary-openapi-"));
const file = join(folder, "openapi.json");
// The document is drawn in a thread that keeps no process alive, and nothing listens here.
const alive = setInterval(() => undefined, 1_000);
writeFileSync(file, (await app.inject("/openapi.json")).body);
clearInterval(alive);
await app.close();
await runtime.close();
const { status } = spawnSync(
  process.execPath,
  [join(TOOLS, "node_modules/@redocly/cli/bin/cli.js"), "lint", "--max-problems=20", file],
  {
    cwd: folder,
    stdio: "inherit",
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  },
);
rmSync(folder, { recursive: true, force: true });
process.exit(status ?? 1);
