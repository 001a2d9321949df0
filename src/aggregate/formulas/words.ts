import { sentences } from "../../extraction/sentences.ts";
import { stopTermsOf } from "../../language/stop-lists.ts";
import { isUnspaced, writtenTerms } from "../../language/terms.ts";

/** A word of a text. */
export interface Word {
  /** What makes words one: the folded word without a plural's ending; a pair of letters in scripts without spaces. */
  readonly key: string;
  /** As it is written, in lower case. */
  readonly form: string;
  /** Whether it may be a term: no stop word, no number alone, no letter alone. */
  readonly telling: boolean;
}

/** A word that may be a term, and how often it is said. */
export interface Term {
  readonly key: string;
  /** Its commonest form; of several, the one that came first. */
  readonly shown: string;
  readonly count: number;
}

/** The language of a text (ISO 639-1; "" where it is not known). */
export interface Spoken {
  readonly language: string;
  /** The text is one among texts of another language: English stop words are none of its terms either. */
  readonly foreign?: boolean;
}

/** The endings of plurals that a key goes without. */
const PLURALS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries<RegExp>({ en: /s$/, fr: /[sx]$/, es: /s$/, pt: /s$/ }),
);
/** Words so short keep their ending: bus, prix. */
const SHORT = 3;

const NUMBER = /^\p{N}+$/u;

/** A text's words in order, stop words among them. Its terms are those of `language/terms.ts`. */
export function wordsOf(text: string, { language, foreign = false }: Spoken): readonly Word[] {
  const [own, english] = [stopTermsOf(language), stopTermsOf("en")];
  const plural = PLURALS.get(language.slice(0, 2).toLowerCase());
  return writtenTerms(text).map(({ term, form }) => {
    const stop = own.has(term) || (foreign && english.has(term));
    const alone = !isUnspaced(term) && [...term].length === 1;
    const key = plural && !stop && term.length > SHORT ? term.replace(plural, "") : term;
    return { key, form, telling: !stop && !alone && !NUMBER.test(term) };
  });
}

/** The words of each sentence of a text (UAX 29, mended: `extraction/sentences.ts`). */
export const sentenceWords = (text: string, spoken: Spoken): readonly (readonly Word[])[] =>
  sentences(text)
    .map((sentence) => wordsOf(sentence, spoken))
    .filter(({ length }) => length > 0);

/** The commonest form of each key among words; of several, the one that came first. */
export function shownForms(words: Iterable<Word>): ReadonlyMap<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const { key, form } of words) {
    const forms = counts.get(key) ?? new Map<string, number>();
    forms.set(form, (forms.get(form) ?? 0) + 1);
    counts.set(key, forms);
  }
  return new Map(
    [...counts].map(([key, forms]) => {
      const [first = key] = [...forms].toSorted(([, a], [, b]) => b - a).map(([form]) => form);
      return [key, first];
    }),
  );
}

/** The terms among words, the commonest first; of equals, the one that came first. */
export function termsOf(words: readonly Word[]): readonly Term[] {
  const telling = words.filter((word) => word.telling);
  const counts = new Map<string, number>();
  for (const { key } of telling) counts.set(key, (counts.get(key) ?? 0) + 1);
  const forms = shownForms(telling);
  return [...counts]
    .map(([key, count]) => ({ key, shown: forms.get(key) ?? key, count }))
    .toSorted((a, b) => b.count - a.count);
}
