import { filter } from "rxjs";
import type { Reader } from "../source.ts";
import { kept } from "./kept.ts";

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
  const held = kept(ttlMs, list, true);
  return (input, context) => held(input, context).pipe(filter((out) => keep(out, input)));
}

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
