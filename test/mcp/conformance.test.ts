import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { player, type Served, serve } from "./support.ts";

/*
 * The protocol's own conformance runner (revisions up to 2025-11-25). Not applicable: `prompts-get-*`, which ask for prompts of that runner's
 * own, as `tools-call-*`, `resources-read-*`, `resources-templates-read`, `json-schema-2020-12` and `elicitation-*`, which call tools and
 * read resources of that runner's own; `resources-subscribe` and `-unsubscribe`, for resources here do not change;
 * `server-sse-polling`, for streams are not resumed.
 */
const SCENARIOS = [
  "server-initialize",
  "ping",
  "tools-list",
  "logging-set-level",
  "completion-complete",
  "resources-list",
  "prompts-list",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
];

const RUNNER = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/dist/index.js");

let served: Served;
beforeAll(async () => {
  served = await serve(player().upstream);
});
afterAll(() => served.close());

describe.concurrent("the conformance runner", () => {
  it.each(SCENARIOS)("%s passes without a warning", async (scenario) => {
    const said = await new Promise<string>((resolve) => {
      const args = [RUNNER, "server", "--url", served.url.href, "--scenario", scenario];
      execFile(process.execPath, args, (_error, out, err) => resolve(out + err));
    });
    expect(said).toMatch(/Passed: ([1-9])\/\1, 0 failed, 0 warnings/);
  });
});
