import type { ReadContext, Reader } from "../source.ts";

const FALLBACK_TTL_MS = 30 * 60_000;

/** Runs a reader as another source's: its answers are kept and its refusals rested under that name, not under the caller's. */
export function inNameOf<Input, Out>(source: string, reader: Reader<Input, Out>): Reader<Input, Out> {
  return (input, context) => {
    const { cache, resting } = context.upstream;
    const cached: ReadContext["cached"] = (name, value$, shared) =>
      cache.through(
        { key: `${source} for ${context.source} ${name}`, ttlMs: shared?.ttlMs ?? FALLBACK_TTL_MS, refresh: false },
        resting.guard(shared?.way ? `${source} (${shared.way})` : source, value$, false),
      );
    return reader(input, { ...context, source, cached });
  };
}
