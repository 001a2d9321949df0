import { readFileSync } from "node:fs";
import { firstValueFrom, NEVER } from "rxjs";
import { describe, expect, it } from "vitest";
import { mcpDeps, servingMcp } from "../../src/cli/mcp.ts";
import { openPortWarning } from "../../src/cli/open-port.ts";
import { serving } from "../../src/cli/serve.ts";
import { readConfig } from "../../src/config.ts";
import { createKeyring } from "../../src/keys/keyring.ts";
import { createRuntime } from "../../src/runtime.ts";

const warningFor = (environment: Readonly<Record<string, string>>) =>
  openPortWarning(readConfig(environment), createKeyring({ ...readConfig(environment), DATA_DIR: "/nowhere" }));

describe.each(["0.0.0.0", "::", "192.168.1.7", "search.example"])("HOST=%s without keys", (HOST) => {
  it("is refused", () => {
    expect(() => warningFor({ HOST })).toThrow(
      new RegExp(
        `^HOST=${HOST} without API_KEYS: .+ Set API_KEYS, make a key .+, or set OPEN=true if that is meant\\.$`,
      ),
    );
  });

  it("warns where OPEN=true", () => {
    expect(warningFor({ HOST, OPEN: "true" })).toMatch(new RegExp(`^Warning: HOST=${HOST} without API_KEYS: `));
  });
});

it.each<Readonly<Record<string, string>>>([
  {},
  { HOST: "localhost" },
  { HOST: "::1" },
  { HOST: "127.0.0.2" },
  { HOST: "0.0.0.0", API_KEYS: "k" },
])("%j does not warn", (environment) => {
  expect(warningFor(environment)).toBeUndefined();
});

it("neither REST nor the tools listen for others without keys", async () => {
  const runtime = createRuntime({ HOST: "0.0.0.0", PORT: "0", MCP_PORT: "0", LOG_LEVEL: "silent" });
  try {
    const rest$ = serving(runtime, { drained$: NEVER });
    await expect(firstValueFrom(rest$)).rejects.toThrow("HOST=0.0.0.0 without API_KEYS");
    const tools$ = servingMcp(mcpDeps(runtime, process.stderr, process.stderr));
    await expect(firstValueFrom(tools$)).rejects.toThrow("HOST=0.0.0.0 without API_KEYS");
  } finally {
    await runtime.close();
  }
});

it("compose makes a key before it starts", () => {
  const compose = readFileSync(new URL("../../compose.yaml", import.meta.url), "utf8");
  expect(compose).toMatch(/^ +command: \[.+test -e \/data\/keys\.json \|\| .+ keys add first"\]$/m);
  expect(compose).toMatch(/^ +key:\n +condition: service_completed_successfully$/m);
});
