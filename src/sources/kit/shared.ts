import { filter } from "rxjs";
import { toSourceError } from "../../errors.ts";
import type { ReadContext, Reader } from "../source.ts";

/**
 * Reads a list that is the same whatever is asked, and keeps of it what fits the question. The list itself is held
 * once for all questions, and is not asked for again before `ttlMs` is over, not even by `no_cache`: for upstreams that
 * refuse whoever comes too often.
 *
 *     list:  --a--b--c--|
 *     keep:  --a-----c--|
 */
export function shared<Input, Out>(
  ttlMs: number,
  list: Reader<Input, Out>,
  keep: (out: Out, input: Input) => boolean,
): Reader<Input, Out> {
  return (input, context) =>
    list(input, { ...context, cached: heldOnce(context, ttlMs) }).pipe(filter((out) => keep(out, input)));
}

const heldOnce =
  ({ source, upstream, notice }: ReadContext, ttlMs: number): ReadContext["cached"] =>
  (name, value$) =>
    upstream.cache.through(
      {
        key: `${source} ${name}`,
        ttlMs,
        refresh: false,
        onHit: (ageMs) => notice({ kind: "cached", ageMs }),
        onStale: (error, ageMs) => notice({ kind: "stale", error: toSourceError(error), ageMs }),
      },
      upstream.resting.guard(source, value$, false),
    );

/** Whether every word stands in one of the texts, at a word's beginning and in whatever case; no words stand everywhere. */
export function saysAll(words: string, ...texts: readonly (string | undefined)[]): boolean {
  const said = ` ${spaced(texts.join(" "))}`;
  return spaced(words)
    .split(" ")
    .every((word) => said.includes(` ${word}`));
}

const spaced = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+#.]+/gu, " ")
    .trim();
