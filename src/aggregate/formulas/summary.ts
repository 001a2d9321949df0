import { sentences } from "../../extraction/sentences.ts";

/** A word of a sentence: what makes words one, and whether it tells anything (a stop word does not). */
interface Said {
  readonly key: string;
  readonly telling: boolean;
}

const DAMPING = 0.85;
const ROUNDS = 30;

const SENTENCES = 3;
const CHARACTERS = 450;
/** Words that a sentence of a summary has. */
const WORDS = { min: 8, max: 60 };
/** Sentences of a text that are compared, each with each. */
const COMPARED = 300;

/**
 * A text's most telling sentences, in their order: the three that TextRank ranks highest among those of 8 to 60 words, fewer
 * where they are longer than 450 characters. A text of up to three sentences is its own summary. Undefined where no sentence
 * is one.
 *
 * @param wordsOf a sentence's words in order, stop words among them
 */
export function summaryOf(text: string, wordsOf: (sentence: string) => readonly Said[]): string | undefined {
  const all = [...new Set(sentences(text))].slice(0, COMPARED);
  if (all.length <= SENTENCES) return all.length === 0 ? undefined : fitted(all.join(" "));
  const read = all.map(wordsOf);
  const scores = textRank(read.map((words) => words.flatMap(({ key, telling }) => (telling ? [key] : []))));
  const best = all
    .map((sentence, index) => ({ sentence, index, score: scores[index] ?? 0, words: read[index]?.length ?? 0 }))
    .filter(({ words }) => words >= WORDS.min && words <= WORDS.max)
    .toSorted((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, SENTENCES);
  while (best.length > 1 && joined(best).length > CHARACTERS) best.pop();
  return best.length === 0 ? undefined : fitted(joined(best));
}

const joined = (chosen: readonly { readonly sentence: string; readonly index: number }[]): string =>
  chosen
    .toSorted((a, b) => a.index - b.index)
    .map(({ sentence }) => sentence)
    .join(" ");

/** Cut at the end of a word where it is too long. */
function fitted(text: string): string {
  if (text.length <= CHARACTERS) return text;
  const cut = text.slice(0, CHARACTERS - 1);
  return `${cut.slice(0, cut.lastIndexOf(" ") > CHARACTERS / 2 ? cut.lastIndexOf(" ") : cut.length).trimEnd()}…`;
}

/**
 * How much sentences, each as its telling words, have in common with the others: TextRank (Mihalcea & Tarau, “TextRank:
 * Bringing Order into Texts”, EMNLP 2004), d = 0.85, 30 rounds.
 */
export function textRank(all: readonly (readonly string[])[]): readonly number[] {
  const weights = all.map((a, i) => all.map((b, j) => (i === j ? 0 : similarity(a, b))));
  const sums = weights.map((row) => row.reduce((sum, weight) => sum + weight, 0));
  let scores = all.map(() => 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = scores;
    scores = weights.map((row) => {
      const given = row.reduce((sum, weight, j) => {
        const whole = sums[j] ?? 0;
        return whole === 0 ? sum : sum + (weight / whole) * (before[j] ?? 0);
      }, 0);
      return 1 - DAMPING + DAMPING * given;
    });
  }
  return scores;
}

/** Shared words by ln|A| + ln|B|; 0 where both have one word at most. */
export function similarity(a: readonly string[], b: readonly string[]): number {
  const scale = Math.log(a.length) + Math.log(b.length);
  if (!(scale > 0)) return 0;
  const own = new Set(a);
  return [...new Set(b)].filter((word) => own.has(word)).length / scale;
}
