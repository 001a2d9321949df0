import { folded } from "./fold.ts";

/** Letters of the scripts that put no space between words. */
const UNSPACED = String.raw`[[\p{L}\p{M}]&&[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]`;
const UNSPACED_RUN = new RegExp(`^${UNSPACED}+$`, "v");
const WORD_OR_RUN = new RegExp(String.raw`[[\p{L}\p{M}\p{N}]--${UNSPACED}]+(?:\+\+|#)?|${UNSPACED}+`, "gv");

/** Whether a term is of a script without spaces. */
export const isUnspaced = (term: string): boolean => UNSPACED_RUN.test(term);

/**
 * A text's terms, in order and with repetition: folded words, and the overlapping pairs of letters of unspaced scripts
 * (Chinese, Japanese, Thai …), which match wherever a dictionary would have cut the sentence.
 */
export const terms = (text: string): readonly string[] =>
  (folded(text).match(WORD_OR_RUN) ?? []).flatMap((run) => (isUnspaced(run) ? pairs([...run]) : [run]));

/** A term beside the form that it is written in, in lower case. */
export interface WrittenTerm {
  readonly term: string;
  readonly form: string;
}

/** A text's terms as `terms` has them, each with its form: `Été` is the term `ete`, written `été`. */
export const writtenTerms = (text: string): readonly WrittenTerm[] =>
  (text.normalize("NFKC").match(WORD_OR_RUN) ?? []).flatMap((run) =>
    isUnspaced(run)
      ? pairs([...run]).map((pair) => ({ term: folded(pair), form: pair }))
      : [{ term: folded(run), form: run.toLowerCase() }],
  );

function pairs(letters: readonly string[]): readonly string[] {
  if (letters.length < 2) return letters;
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

/** How often each term occurs. */
export function counted(list: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of list) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
