import type { Reader } from "../source.ts";

/**
 * A reader whose answer is the same for every query (a form's token, a list of names): asked once, then held for `ttlMs`.
 * `told`: its age is worth a notice, for it is what was asked for.
 */
export function kept<Input, Out>(ttlMs: number, reader: Reader<Input, Out>, told = false): Reader<Input, Out> {
  return (input, context) =>
    reader(input, {
      ...context,
      cached: (name, value$, holding) => context.cached(name, value$, { ...holding, ttlMs, told }),
    });
}
