import type { Upstream } from "../upstream/types.ts";

/** An upstream whose held answers are fresh for so long at most. */
export function maxAge(upstream: Upstream, maxAgeMs: number): Upstream {
  const { cache } = upstream;
  return {
    ...upstream,
    cache: {
      stats: () => cache.stats(),
      through: (policy, value$) => cache.through({ ...policy, maxAgeMs }, value$),
    },
  };
}
