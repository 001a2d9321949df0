import type { FastifyRequest } from "fastify";
import type { Scope } from "../operations/scope.ts";
import type { AppContext } from "./app-context.ts";
import { type RequestContext, requestContext } from "./request-context.ts";
import { logging } from "./researching.ts";

/** The scope of a request, and what its answer's headers say of the cache. */
interface Scoped {
  readonly scope: Scope;
  readonly watched: RequestContext;
}

/** Returns the scope of a request; `timeout` in seconds. */
export function scopeFor(
  face: AppContext,
  request: FastifyRequest,
  { timeout }: { readonly timeout?: number | undefined } = {},
): Scoped {
  const { config, env, catalogue, metrics } = face;
  const watched = requestContext(face, request);
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
