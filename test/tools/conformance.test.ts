import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { player, type Served, serve } from "../mcp/support.ts";
import { serverOfFixtures } from "./conformance-fixtures.ts";

/*
 * The protocol's own conformance runner. Not applicable: what asks the client for something (`input-required-*`, sampling,
 * elicitation, roots), which no tool here does; `resources-subscribe` and `-unsubscribe`, for resources here do not change;
 * `server-sse-polling`, for streams are not resumed.
 */

/** Scenarios of the sessions' revisions, against the service as it is. */
const UNTIL_2025_11_25 = [
  "server-initialize",
  "server-session-lifecycle",
  "ping",
  "tools-list",
  "logging-set-level",
  "resources-list",
  "prompts-list",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
];

/** What revision 2026-07-28 requires of a server that asks nothing of its clients. */
const REQUIRED_2026_07_28 = [
  "completion-complete",
  "tools-list",
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-mixed-content",
  "tools-call-error",
  "tools-call-with-progress",
  "server-sse-multiple-streams",
  "resources-list",
  "resources-read-text",
  "resources-read-binary",
  "resources-templates-read",
  "sep-2164-resource-not-found",
  "prompts-list",
  "prompts-get-simple",
  "prompts-get-with-args",
  "prompts-get-embedded-resource",
  "prompts-get-with-image",
  "dns-rebinding-protection",
  "http-header-validation",
];

const RUNNER = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/dist/index.js");

let served: Served;
let withFixtures: Served;
beforeAll(async () => {
  served = await serve(player().upstream);
  withFixtures = await serve(player().upstream, { serverOf: serverOfFixtures });
});
afterAll(() => {
  served.close();
  withFixtures.close();
});

const run = (url: URL, scenario: string, ...more: readonly string[]) =>
  new Promise<string>((resolve) => {
    const args = [RUNNER, "server", "--url", url.href, "--scenario", scenario, ...more];
    execFile(process.execPath, args, (_error, out, err) => resolve(out + err));
  });

const PASSED = /Passed: ([1-9]\d?)\/\1, 0 failed, 0 warnings/;

describe("the conformance runner", () => {
  it.each(UNTIL_2025_11_25)("%s of the sessions' revisions passes without a warning", async (scenario) => {
    expect(await run(served.url, scenario, "--spec-version", "2025-11-25")).toMatch(PASSED);
  });

  it("caching of 2026-07-28 passes without a warning", async () => {
    expect(await run(served.url, "caching", "--spec-version", "2026-07-28")).toMatch(PASSED);
  });

  it("server-stateless of 2026-07-28 fails in nothing but what asks for tools that ask their client", async () => {
    const said = await run(withFixtures.url, "server-stateless", "--spec-version", "2026-07-28");
    const errors = [...said.matchAll(/^ {4}Error: (.*)$/gm)].map(([, error]) => error);
    for (const error of errors) expect(error).toMatch(/^Not testable: server does not list the diagnostic tool/);
    expect(said).toMatch(/Passed: 2[4-8]\/28/);
  });

  it.each(REQUIRED_2026_07_28)("%s of 2026-07-28 passes without a warning", async (scenario) => {
    expect(await run(withFixtures.url, scenario, "--spec-version", "2026-07-28")).toMatch(PASSED);
  });
});
