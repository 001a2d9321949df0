import { defer, map, type Observable, takeUntil } from "rxjs";
import type { Config } from "../config.ts";
import { createKeyring } from "../keys/keyring.ts";
import type { McpRequests } from "../mcp/http-server.ts";
import type { McpDeps } from "../mcp/tool.ts";
import { lazyImport } from "../operators/lazyImport.ts";
import type { Runtime } from "../runtime.ts";
import { tracing } from "../tracing/tracing.ts";
import { brokenLines } from "./broken.ts";
import { withInside } from "./inside.ts";
import { openPortWarning } from "./open-port.ts";
import { orPortTaken } from "./port-taken.ts";
import { graceFor } from "./signals.ts";

export interface McpCommandOptions {
  readonly stdio?: boolean;
  readonly toolsets?: string;
}

/** `tributary mcp`: the protocol over standard input and output, or over HTTP. */
export const mcpCommand = (
  runtime: Runtime,
  { stdio = false, toolsets }: McpCommandOptions,
  stopped$: Observable<number>,
  err: NodeJS.WritableStream,
): Observable<string> =>
  defer(() => {
    for (const line of brokenLines(runtime)) err.write(`${line}\n`);
    const log = stdio ? err : process.stdout;
    const warning = stdio ? undefined : openPortWarning(runtime.config, runtime.keys);
    if (warning) err.write(`${warning}\n`);
    return withInside(runtime, { works: true, log }, (inside) => {
      const deps = { ...mcpDeps(runtime, err, log), inside };
      if (!stdio) return servingMcp(deps, { toolsets, drained$: stopped$.pipe(map(graceFor)) }).pipe(map(servedAt));
      return lazyImport(
        () => import("../mcp/stdio.ts"),
        ({ overStdio }) => overStdio(deps, toolsets),
      ).pipe(takeUntil(stopped$));
    });
  });

/** What is said once the tools are served. */
export const servedAt = (url: string): string =>
  [
    `Tributary's tools (MCP) are served at ${url}`,
    `  claude mcp add --transport http tributary ${url}   connects Claude Code; other clients take the URL (docs/mcp.md)`,
    "",
  ].join("\n");

/** Serves the protocol over HTTP; a set of tools that is none fails at once. */
export const servingMcp = (
  deps: McpDeps,
  { toolsets, drained$ }: { readonly toolsets?: string | undefined; readonly drained$?: Observable<number> } = {},
): Observable<string> =>
  lazyImport(
    async () => {
      openPortWarning(deps.config, deps.keys ?? createKeyring(deps.config));
      // What is not chosen among need not be loaded before it is asked for.
      if (toolsets !== undefined) (await import("../mcp/list.ts")).toolsOf(deps.categories, toolsets);
      return import("../mcp/http-server.ts");
    },
    ({ listenMcp }) =>
      listenMcp({ ...deps, toolsets }, { host: deps.config.HOST, port: deps.config.MCP_PORT, drained$ }),
  ).pipe(orPortTaken(deps.config.HOST, deps.config.MCP_PORT, "MCP_PORT"));

/** The protocol for another server's requests. */
export async function mountedMcp(deps: McpDeps): Promise<McpRequests> {
  const { createMcpRequests } = await import("../mcp/http-server.ts");
  return createMcpRequests(deps);
}

const LEVELS: readonly Config["LOG_LEVEL"][] = ["trace", "debug", "info", "warn", "error", "silent"];
/** Pino's number for it: the lines are like those of REST. */
const INFO = 30;
const ERROR = 50;

/**
 * What is our own fault goes to `err`, a line for each call to `log`: over stdio that is `err` too, for standard output
 * belongs to the protocol. What was asked is logged at `debug` only.
 */
export const mcpDeps = (
  { config, env, metrics, admission, keys, categories }: Runtime,
  err: NodeJS.WritableStream,
  log: NodeJS.WritableStream,
): McpDeps => ({
  config,
  env,
  categories,
  metrics,
  admission,
  keys,
  onCall: (line) => {
    if (LEVELS.indexOf(config.LOG_LEVEL) > LEVELS.indexOf("info")) return;
    const { arguments: given, ...rest } = line;
    const shown = LEVELS.indexOf(config.LOG_LEVEL) <= LEVELS.indexOf("debug") ? { ...rest, arguments: given } : rest;
    const fields = { level: INFO, time: Date.now(), ...shown, ...tracing()?.ids(), msg: "request" };
    tracing()?.log(fields);
    log.write(`${JSON.stringify(fields)}\n`);
  },
  onFailure: (what, error) => {
    if (config.LOG_LEVEL === "silent") return;
    tracing()?.log({ level: ERROR, time: Date.now(), face: "mcp", msg: "failure", err: error });
    err.write(`tributary: ${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  },
});
