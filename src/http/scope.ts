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
  face: Face,
  request: FastifyRequest,
  { timeout }: { readonly timeout?: number | undefined } = {},
): Scoped {
  const { config, env, catalogue, metrics } = face;
  const watched = watch(face, request);
  return {
    watched,
    scope: {
      config,
      env: { ...env, upstream: watched.upstream },
      catalogue,
      timeoutMs: timeout === undefined ? undefined : timeout * 1000,
      onSource: metrics.source,
      onFailure: logging(request.log, "a part of the answer failed"),
    },
  };
}
