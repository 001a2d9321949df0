import type { Scope } from "../operations/scope.ts";
import { catalogueFor } from "../sources/by-name.ts";
import type { McpDeps } from "./tool.ts";

/** Returns the scope of a call. */
export const scopeFor = ({ config, env, categories, timeoutMs, onSource, onFailure }: McpDeps): Scope => ({
  config,
  env,
  catalogue: catalogueFor(categories),
  timeoutMs,
  onSource,
  onFailure: (what, error) => {
    if (error.kind === "internal") onFailure?.(what, error.cause ?? error);
  },
});
