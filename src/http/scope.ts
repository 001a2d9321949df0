import type { FastifyRequest } from "fastify";
import type { Scope } from "../operations/scope.ts";
import type { Face } from "./deps.ts";
import { logging } from "./researching.ts";
import { type Watch, watch } from "./watch.ts";

/** The scope of a request, and what its answer's headers say of the cache. */
interface Scoped {
  readonly scope: Scope;
  readonly watched: Watch;
}

/** Returns the scope of a request; `timeout` in seconds. */
export function scopeFor(
  { config, env, catalogue, metrics, replayed }: Face,
  { log }: FastifyRequest,
  { timeout }: { readonly timeout?: number | undefined } = {},
): Scoped {
  const watched = watch(env.upstream, replayed);
  return {
    watched,
    scope: {
      config,
      env: { ...env, upstream: watched.upstream },
      catalogue,
      timeoutMs: timeout === undefined ? undefined : timeout * 1000,
      onSource: metrics.source,
      onFailure: logging(log, "a part of the answer failed"),
    },
  };
}
