import { sentences } from "../../../extraction/sentences.ts";
import { isMostlyUnspaced, wordsIn } from "../../../language/words.ts";
import { syllablesOf } from "./syllables.ts";

/** What a text is made of. */
export interface Counts {
  readonly words: number;
  readonly sentences: number;
  /** Absent where the syllables of the language are not counted. */
  readonly syllables?: number | undefined;
  readonly letters: number;
  /** Words of more than six letters. */
  readonly long: number;
  /** Most words are of a script without spaces between words: word lengths compare with nothing. */
  readonly unspaced?: boolean;
}

interface Scale {
  readonly name: string;
  /** Where its formula is published. */
  readonly published: string;
  readonly score: (counts: Counts) => number | undefined;
  /** The bounds of easy, plain and difficult; below is very difficult. */
  readonly bands: readonly [number, number, number];
}

const FLESCH_BANDS = [70, 50, 30] as const;

/** A scale of Flesch's kind: base − a × words per sentence − b × syllables per word. */
const flesch = (name: string, published: string, base: number, a: number, b: number): Scale => ({
  name,
  published,
  score: ({ words, sentences: all, syllables }) =>
    syllables === undefined ? undefined : base - (a * words) / all - (b * syllables) / words,
  bands: FLESCH_BANDS,
});

/** The scale that was calibrated for a language. */
const SCALES: Readonly<Record<string, Scale>> = {
  en: flesch("flesch", "Flesch 1948, A new readability yardstick", 206.835, 1.015, 84.6),
  fr: flesch(
    "kandel-moles",
    "Kandel & Moles 1958, Application de l'indice de Flesch à la langue française",
    207,
    1.015,
    73.6,
  ),
  de: flesch("amstad", "Amstad 1978, Wie verständlich sind unsere Zeitungen?", 180, 1, 58.5),
  es: flesch("fernandez-huerta", "Fernández Huerta 1959, Medidas sencillas de lecturabilidad", 206.84, 1.02, 60),
  pt: flesch(
    "martins",
    "Martins et al. 1996, Readability formulas applied to textbooks in Brazilian Portuguese",
    248.835,
    1.015,
    84.6,
  ),
  nl: flesch("douma", "Douma 1960, De leesbaarheid van landbouwbladen", 206.84, 0.93, 77),
  ru: flesch("oborneva", "Оборнева 2006, Автоматизированная оценка сложности учебных текстов", 206.835, 1.3, 60.1),
  it: {
    name: "gulpease",
    published: "Lucisano & Piemontese 1988, GULPEASE",
    score: ({ words, sentences: all, letters }) => 89 + (300 * all - 10 * letters) / words,
    bands: [80, 60, 40],
  },
};

/** Fewer words give no score that means anything. */
const MIN_WORDS = 100;

const BANDS = ["easy", "plain", "difficult", "very difficult"] as const;
type Band = (typeof BANDS)[number];

/** How hard a text is to read. */
interface Scores {
  readonly lix?: number;
  readonly score?: number;
  readonly scale?: string;
  readonly published?: string;
  readonly band?: Band | undefined;
  readonly fleschReadingEase?: number;
  readonly fleschKincaidGrade?: number;
  readonly kandelMoles?: number;
}

/**
 * Sentences longer than this are no sentences: a list without full stops. A scale made of their length says nothing.
 */
const MAX_SENTENCE_WORDS = 120;

/** How hard a text of these counts is to read in a language; absent where it is too short, or where no scale was made. */
export function scoresOf(counts: Counts, language: string): Scores {
  const { words, sentences: all, syllables, long, unspaced = false } = counts;
  if (words < MIN_WORDS || all === 0 || unspaced || words / all > MAX_SENTENCE_WORDS) return {};
  const scale = SCALES[language];
  // Björnsson 1968, Läsbarhet: made for every language that writes words apart.
  const lix = words / all + (100 * long) / words;
  const score = scale?.score(counts);
  if (!scale || score === undefined) return { lix };
  const band = BANDS[scale.bands.filter((bound) => score < bound).length];
  return {
    lix,
    score,
    scale: scale.name,
    published: scale.published,
    band,
    ...(language === "en" &&
      syllables !== undefined && {
        fleschReadingEase: score,
        // Kincaid et al. 1975, Derivation of new readability formulas for Navy enlisted personnel.
        fleschKincaidGrade: (0.39 * words) / all + (11.8 * syllables) / words - 15.59,
      }),
    ...(language === "fr" && { kandelMoles: score }),
  };
}

/** The words of each sentence of a text. */
export const sentencesOf = (text: string): (readonly string[])[] =>
  sentences(text).flatMap((sentence) => {
    const words = wordsIn(sentence);
    return words.length > 0 ? [words] : [];
  });

/** The counts of a text in a language; pure, for whoever measures texts. */
export function countsOf(spoken: readonly (readonly string[])[], language: string): Counts {
  let [words, syllables, letters, long] = [0, 0, 0, 0];
  let counted = true;
  for (const sentence of spoken)
    for (const word of sentence) {
      const own = word.match(/\p{L}/gu)?.length ?? 0;
      const spelled = syllablesOf(word, language);
      words += 1;
      if (spelled === undefined) counted = false;
      else syllables += spelled;
      letters += own;
      if (own > 6) long += 1;
    }
  const unspaced = isMostlyUnspaced(spoken.flat());
  return {
    words,
    sentences: spoken.length,
    ...(counted && { syllables }),
    letters,
    long,
    ...(unspaced && { unspaced }),
  };
}
