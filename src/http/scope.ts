import type { FastifyRequest } from "fastify";
import type { Scope } from "../operations/scope.ts";
import type { AppContext } from "./app-context.ts";
import { isStream, type Wire } from "./formats/negotiate.ts";
import { laterInside } from "./internal-requests.ts";
import { type RequestContext, requestContext } from "./request-context.ts";
import { logging } from "./researching.ts";

/** The scope of a request, and what its answer's headers say of the cache. */
interface Scoped {
  readonly scope: Scope;
  readonly watched: RequestContext;
}

interface Wanted {
  /** Seconds. */
  readonly timeout?: number | undefined;
  readonly timeoutMs?: number | undefined;
  /** How the answer travels, where it matters whether events are seen. */
  readonly wire?: Wire | undefined;
}

/** Returns the scope of a request. */
export function scopeFor(
  face: AppContext,
  request: FastifyRequest,
  { timeout, timeoutMs = timeout === undefined ? undefined : timeout * 1000, wire }: Wanted = {},
): Scoped {
  const { config, env, catalogue, metrics } = face;
  const watched = requestContext(face, request);
  const pledge = laterInside();
  return {
    watched,
    scope: {
      config,
      env: { ...env, upstream: watched.upstream, ...(pledge && { pledge }) },
      catalogue,
      timeoutMs,
      ...(wire && { streamed: isStream(wire), whole: !isStream(wire) }),
      onSource: metrics.source,
      onFailure: logging(request.log, "a part of the answer failed"),
    },
  };
}
