import type { FastifyRequest } from "fastify";
import { defer } from "rxjs";
import { forClient } from "../upstream/for-client.ts";
import { notingReplayed } from "../upstream/replayed.ts";
import type { Upstream } from "../upstream/types.ts";
import type { AppContext } from "./app-context.ts";

/** Where an answer's values came from. */
type CacheState = "hit" | "miss" | "stale";

/** The upstream as one request uses it. */
export interface RequestContext {
  readonly upstream: Upstream;
  /** How long the youngest of its values is still fresh, and how old the oldest is, in milliseconds; undefined where nothing says so. */
  freshness(): { readonly leftMs: number; readonly ageMs: number } | undefined;
  /** `stale` when any value was past its time, `hit` when all were held; undefined when no value can be held at all. */
  cache(): CacheState | undefined;
}

/** Watches what a request's answer is made of, and asks in its client's name. */
export function requestContext({ env, replayed, clientOf }: AppContext, request: FastifyRequest): RequestContext {
  const upstream = forClient(env.upstream, clientOf(request));
  let asked = 0;
  let hits = 0;
  let stale = 0;
  let leftMs = Number.POSITIVE_INFINITY;
  let oldestMs = 0;
  return {
    upstream: {
      ...notingReplayed(
        {
          ...upstream,
          render: (job) =>
            defer(() => {
              request.log.debug({ url: job.url, render_reason: job.reason }, "a page is rendered");
              return upstream.render(job);
            }),
        },
        replayed,
      ),
      cache: {
        stats: () => upstream.cache.stats(),
        through: (policy, value$) => {
          asked += 1;
          leftMs = Math.min(leftMs, policy.ttlMs);
          return upstream.cache.through(
            {
              ...policy,
              onHit: (ageMs) => {
                hits += 1;
                leftMs = Math.min(leftMs, policy.ttlMs - ageMs);
                oldestMs = Math.max(oldestMs, ageMs);
                policy.onHit?.(ageMs);
              },
              onStale: (error, ageMs) => {
                stale += 1;
                policy.onStale?.(error, ageMs);
              },
            },
            value$,
          );
        },
      },
    },
    freshness: () => (asked === 0 || stale > 0 ? undefined : { leftMs, ageMs: oldestMs }),
    cache: () => {
      if (stale > 0) return "stale";
      if (asked === 0) return undefined;
      return hits === asked ? "hit" : "miss";
    },
  };
}
