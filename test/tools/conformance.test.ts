import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { player, type Served, serve } from "../mcp/support.ts";
import { serverOfFixtures } from "./conformance-fixtures.ts";
import { fixtureTasks } from "./fixture-tasks.ts";

/*
 * The protocol's own conformance runner, with every scenario that it has for servers, in both eras, against our server with
 * the runner's tools, resources and prompts before ours.
 */

const RUNNER = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/dist/index.js");

const BOTH_ERAS = [
  "completion-complete",
  "tools-list",
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-mixed-content",
  "tools-call-error",
  "tools-call-with-progress",
  "json-schema-2020-12",
  "server-sse-multiple-streams",
  "resources-list",
  "resources-read-text",
  "resources-read-binary",
  "resources-templates-read",
  "prompts-list",
  "prompts-get-simple",
  "prompts-get-with-args",
  "prompts-get-embedded-resource",
  "prompts-get-with-image",
  "dns-rebinding-protection",
];

const PASSING: Readonly<Record<string, readonly string[]>> = {
  "2025-11-25": [...BOTH_ERAS, "server-initialize", "server-session-lifecycle", "ping", "logging-set-level"],
  "2026-07-28": [
    ...BOTH_ERAS,
    "server-stateless",
    "sep-2164-resource-not-found",
    "caching",
    "http-header-validation",
    "input-required-result-unsupported-methods",
    "input-required-result-validate-input",
  ],
  // Of no revision of its own: it is run by the newest.
  extension: [
    "tasks-lifecycle",
    "tasks-capability-negotiation",
    "tasks-wire-fields",
    "tasks-request-state-removal",
    "tasks-request-headers",
    "tasks-dispatch-and-envelope",
  ],
};

const ASKS_CLIENT = "no tool asks its client for anything";
const NO_SKILLS = "the extension of skills is not offered";

/** What cannot apply, by the beginning of the scenario's name, and why. */
const NOT_APPLICABLE: Readonly<Record<string, string>> = {
  "tools-call-with-logging": "no tool sends log messages; they tell their progress",
  "tools-call-sampling": ASKS_CLIENT,
  "tools-call-elicitation": ASKS_CLIENT,
  "elicitation-": ASKS_CLIENT,
  "input-required-result-": ASKS_CLIENT,
  "resources-subscribe": "resources do not change, and the server says so",
  "resources-unsubscribe": "resources do not change, and the server says so",
  "server-sse-polling": "an answer's own stream is not resumed, and has no priming event",
  "http-custom-header-server-validation": "no tool has an argument that a header repeats",
  "tasks-mrtr-": ASKS_CLIENT,
  "tasks-required-task-error": "no tool is a task alone: a client that cannot follow one is answered as always",
  "tasks-status-notifications": "they are optional, and the runner passes over them",
  "sep-2640-skills-": NO_SKILLS,
};

/** Checks of scenarios that pass else, which want a tool that asks its client. */
const CLIENT_ASKED: ReadonlySet<string> = new Set([
  "sep-2575-server-rejects-undeclared-capability",
  "sep-2575-missing-capability-http-400",
  "sep-2575-http-server-no-independent-requests-on-stream",
]);

const Checks = z.array(z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }));

const run = (...args: readonly string[]) =>
  new Promise<string>((resolve) => {
    execFile(process.execPath, [RUNNER, ...args], { maxBuffer: 64_000_000 }, (_error, out, err) => resolve(out + err));
  });

let served: Served;
let listed: readonly string[];
const folder = mkdtempSync(join(tmpdir(), "conformance-"));

const server = (): readonly string[] => ["server", "--url", served.url.href];

beforeAll(async () => {
  served = await serve(player().upstream, { serverOf: serverOfFixtures, inside: fixtureTasks() });
  await run(...server(), "--requirements", "2026-07-28", "-o", join(folder, "2026-07-28"));
  await run(...server(), "--suite", "all", "--spec-version", "2025-11-25", "-o", join(folder, "2025-11-25"));
  await Promise.all(
    (PASSING["extension"] ?? []).map((name) => run(...server(), "--scenario", name, "-o", join(folder, "extension"))),
  );
  const [, servers = ""] = /Server scenarios[^\n]*\n([\s\S]*?)\n\n/.exec(await run("list")) ?? [];
  listed = [...servers.matchAll(/^ {2}- (\S+) \[(.*)\]$/gm)].map(([, name = ""]) => name);
});
afterAll(() => {
  served.close();
  rmSync(folder, { recursive: true, force: true });
});

const versionOf = (era: string): readonly string[] => (era === "extension" ? [] : ["--spec-version", era]);

/** What the runner found in a scenario, at the last run of it: folders are named by the scenario and the time. */
function checksOf(era: string, scenario: string): z.infer<typeof Checks> {
  const named = new RegExp(`^server-${scenario}-\\d{4}-\\d\\d-\\d\\dT`);
  const found = readdirSync(join(folder, era))
    .filter((name) => named.test(name))
    .toSorted()
    .at(-1);
  return Checks.parse(JSON.parse(readFileSync(join(folder, era, found ?? scenario, "checks.json"), "utf8")));
}

/** What of a scenario is not as it should be. */
const faultsOf = (era: string, scenario: string) =>
  checksOf(era, scenario).filter(
    ({ id, status }) => !CLIENT_ASKED.has(id) && !["SUCCESS", "SKIPPED", "INFO"].includes(status),
  );

describe.each(Object.entries(PASSING))("the conformance runner, revision %s", (era, scenarios) => {
  it.each(scenarios)("%s passes without a warning", async (scenario) => {
    // The runner gives an answer a few seconds, whatever the machine does besides: what was late is asked once more.
    if (faultsOf(era, scenario).some(({ errorMessage = "" }) => /abort|timed? ?out/i.test(errorMessage)))
      await run(...server(), "--scenario", scenario, ...versionOf(era), "-o", join(folder, era));
    expect(faultsOf(era, scenario)).toEqual([]);
    expect(checksOf(era, scenario).some(({ status }) => status === "SUCCESS")).toBe(true);
  });
});

describe("every scenario that the runner has for servers", () => {
  it("passes in one of the eras, or cannot apply for a reason that is named", () => {
    const passing = new Set(Object.values(PASSING).flat());
    const reasons = Object.keys(NOT_APPLICABLE);
    expect(listed.length).toBeGreaterThan(60);
    expect(listed.filter((name) => !passing.has(name) && !reasons.some((start) => name.startsWith(start)))).toEqual([]);
    expect(reasons.filter((start) => !listed.some((name) => name.startsWith(start)))).toEqual([]);
  });
});
