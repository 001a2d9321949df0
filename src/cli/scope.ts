import type { Scope } from "../operations/scope.ts";
import type { Runtime } from "../runtime.ts";

/** Returns the scope of a command; `timeout` in seconds. */
export const scopeFor = ({ config, env, catalogue }: Runtime, timeout: number | undefined): Scope => ({
  config,
  env,
  catalogue,
  timeoutMs: timeout === undefined ? undefined : timeout * 1000,
});
