import { defer, map, type Observable, shareReplay } from "rxjs";

/** How many tokens a text has. */
export type CountTokens = (text: string) => number;

/**
 * Runs of one kind that the tokenizer would take as one piece. Its work grows with the square of a piece's length, so
 * they are counted 256 characters at a time, which adds a token a cut at most.
 */
const LONG_RUN = /[\p{L}\p{M}]{256}|[^\p{L}\p{M}\p{N}\s]{256}|\s{256}/gu;

/** Texts may hold the names of special tokens; they are words like others. */
const PLAIN = { disallowedSpecial: new Set<string>() };

/** The tokenizer of OpenAI's present models, o200k_base. It is large: loaded when first wanted, once. */
export const tokenizer$: Observable<CountTokens> = defer(
  // biome-ignore lint/correctness/useImportExtensions: the rule takes the extension of its declaration, .d.mts
  () => import("./vendor/o200k_base.mjs"),
).pipe(
  map(
    ({ countTokens }): CountTokens =>
      (text) => {
        let tokens = 0;
        let from = 0;
        for (const { index, 0: run } of text.matchAll(LONG_RUN)) {
          tokens += countTokens(text.slice(from, index + run.length), PLAIN);
          from = index + run.length;
        }
        return tokens + countTokens(text.slice(from), PLAIN);
      },
  ),
  shareReplay({ bufferSize: 1, refCount: false }),
);
