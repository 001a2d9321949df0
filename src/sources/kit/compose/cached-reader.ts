import { filter } from "rxjs";
import type { Reader } from "../../source.ts";

/**
 * A reader whose answer is the same for every query (a form's token, a list of names): asked once, then held for `ttlMs`.
 * `told`: its age is worth a notice, for it is what was asked for.
 */
export function cachedReader<Input, Out>(ttlMs: number, reader: Reader<Input, Out>, told = false): Reader<Input, Out> {
  return (input, context) =>
    reader(input, {
      ...context,
      cached: (name, value$, holding) => context.cached(name, value$, { ...holding, ttlMs, told }),
    });
}

/**
 * Reads a list that is the same whatever is asked, and keeps of it what fits the question. The list itself is held
 * once for all questions, and is not asked for again before `ttlMs` is over, not even by `no_cache`: for upstreams that
 * refuse whoever comes too often.
 *
 *     list:  --a--b--c--|
 *     keep:  --a-----c--|
 */
export function sharedList<Input, Out>(
  ttlMs: number,
  list: Reader<Input, Out>,
  keep: (out: Out, input: Input) => boolean,
): Reader<Input, Out> {
  const held = cachedReader(ttlMs, list, true);
  return (input, context) => held(input, context).pipe(filter((out) => keep(out, input)));
}
