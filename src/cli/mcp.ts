import { defer, map, type Observable, takeUntil } from "rxjs";
import type { McpDeps } from "../mcp/tool.ts";
import { imported } from "../operators/imported.ts";
import type { Runtime } from "../runtime.ts";
import { categories } from "../sources/catalogue.ts";
import { exposure } from "./exposure.ts";
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
    const deps = mcpDeps(runtime, err);
    if (stdio)
      return imported(
        () => import("../mcp/stdio.ts"),
        ({ overStdio }) => overStdio(deps, toolsets),
      ).pipe(takeUntil(stopped$));
    const warning = exposure(runtime.config);
    if (warning) err.write(`${warning}\n`);
    return servingMcp(deps, { toolsets, drained$: stopped$.pipe(map(graceFor)) }).pipe(map(servedAt));
  });

/** What is said once the tools are served. */
export const servedAt = (url: string): string => `Tributary's tools (MCP) are served at ${url}\n`;

/** Serves the protocol over HTTP; a set of tools that is none fails at once. */
export const servingMcp = (
  deps: McpDeps,
  { toolsets, drained$ }: { readonly toolsets?: string | undefined; readonly drained$?: Observable<number> } = {},
): Observable<string> =>
  imported(
    async () => {
      exposure(deps.config);
      // What is not chosen among need not be loaded before it is asked for.
      if (toolsets !== undefined) (await import("../mcp/list.ts")).toolsOf(deps.categories, toolsets);
      return import("../mcp/listening.ts");
    },
    ({ listening }) =>
      listening({ ...deps, toolsets }, { host: deps.config.HOST, port: deps.config.MCP_PORT, drained$ }),
  );

/** What is our own fault goes to standard error: standard output belongs to the protocol. */
export const mcpDeps = ({ config, env }: Runtime, err: NodeJS.WritableStream): McpDeps => ({
  config,
  env,
  categories,
  onFailure: (what, error) => {
    if (config.LOG_LEVEL === "silent") return;
    err.write(`tributary: ${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  },
});
