import { defer, tap } from "rxjs";
import type { Upstream } from "../upstream/types.ts";

/** An upstream as one run uses it: what was asked afresh once (`no_cache`) is fresh for the rest of the run. */
export function refreshOnce(upstream: Upstream): Upstream {
  const renewed = new Set<string>();
  const { cache } = upstream;
  return {
    ...upstream,
    cache: {
      stats: () => cache.stats(),
      through: (policy, value$) =>
        defer(() =>
          cache
            .through({ ...policy, refresh: policy.refresh === true && !renewed.has(policy.key) }, value$)
            .pipe(tap(() => renewed.add(policy.key))),
        ),
    },
  };
}
