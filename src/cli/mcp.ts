import { defer, map, type Observable, takeUntil } from "rxjs";
import type { Config } from "../config.ts";
import { createKeyring } from "../keys/keyring.ts";
import type { McpDeps } from "../mcp/tool.ts";
import { imported } from "../operators/imported.ts";
import type { Runtime } from "../runtime.ts";
import { tracing } from "../tracing/tracing.ts";
import { brokenLines } from "./broken.ts";
import { exposure } from "./exposure.ts";
import { withInside } from "./inside.ts";
import { orPortTaken } from "./port-taken.ts";
import { graceFor } from "./stop.ts";

export interface McpWishes {
  readonly stdio?: boolean;
  readonly toolsets?: string;
}

/** `tributary mcp`: the protocol over standard input and output, or over HTTP. */
export const mcpCommand = (
  runtime: Runtime,
  { stdio = false, toolsets }: McpWishes,
  stopped$: Observable<number>,
  err: NodeJS.WritableStream,
): Observable<string> =>
  defer(() => {
    for (const line of brokenLines(runtime)) err.write(`${line}\n`);
    const log = stdio ? err : process.stdout;
    const warning = stdio ? undefined : exposure(runtime.config, runtime.keys);
    if (warning) err.write(`${warning}\n`);
    return withInside(runtime, { works: true, log }, (inside) => {
      const deps = { ...mcpDeps(runtime, err, log), inside };
      if (!stdio) return servingMcp(deps, { toolsets, drained$: stopped$.pipe(map(graceFor)) }).pipe(map(servedAt));
      return imported(
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
  imported(
    async () => {
      exposure(deps.config, deps.keys ?? createKeyring(deps.config));
      // What is not chosen among need not be loaded before it is asked for.
      if (toolsets !== undefined) (await import("../mcp/list.ts")).toolsOf(deps.categories, toolsets);
      return import("../mcp/listening.ts");
    },
    ({ listening }) =>
      listening({ ...deps, toolsets }, { host: deps.config.HOST, port: deps.config.MCP_PORT, drained$ }),
  ).pipe(orPortTaken(deps.config.HOST, deps.config.MCP_PORT, "MCP_PORT"));

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
