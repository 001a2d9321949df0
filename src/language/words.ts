import { segmentsBy } from "./segments.ts";
import { isUnspaced } from "./terms.ts";

/** Letters, marks and digits; the joiners of Indic scripts and Persian stand within words. */
const IN_WORD = String.raw`\p{L}\p{M}\p{N}\u200c\u200d`;
/** Elided words (l'eau) and joined ones (well-being) are one. */
const RUN = new RegExp(`[${IN_WORD}]+(?:['’\\u2011-][${IN_WORD}]+)*`, "gu");
/** A mark or joiner alone is no word. */
const SAYS = /[\p{L}\p{N}]/u;
const UNSPACED_LETTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const segments = segmentsBy("word");

/** A run's words: scripts that put no space between words are cut by dictionary (UAX 29, `Intl.Segmenter`). */
function* cut(run: string): Iterable<string> {
  for (const { segment, isWordLike } of segments(run)) if (isWordLike === true && SAYS.test(segment)) yield segment;
}

/** A text's words in order, in every script. */
export const wordsIn = (text: string): readonly string[] =>
  (text.match(RUN) ?? []).flatMap((run) => (UNSPACED_LETTER.test(run) ? [...cut(run)] : SAYS.test(run) ? run : []));

/** Whether most of a text's words are of a script that puts no space between words: measures by spaces say nothing of it. */
export function isMostlyUnspaced(words: readonly string[]): boolean {
  const unspaced = words.filter((word) => isUnspaced(word)).length;
  return unspaced * 2 > words.length;
}
