/** Endings of English and French words by which forms of one word differ, longest first; what is left has three letters at least. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/(?<=..)aux$/, "al"],
  [/(?<=...)(?:ies|ied)$/, "i"],
  [/(?<=...)sses$/, "ss"],
  [/(?<=...[^us])s$/, ""],
  [/(?<=...)x$/, ""],
];
const SUFFIXES: readonly (readonly [RegExp, string])[] = [
  [/(?<=....)(?:ingly|edly)$/, ""],
  [/(?<=...)(?:ing|ed|er|ee)$/, ""],
  [/(?<=....)(?:ment|ement)$/, ""],
  [/(?<=...)e$/, ""],
];
const DOUBLE = /(?<=..)([bdfglmnprt])\1$/;

const first = (word: string, rules: typeof ENDINGS): string => {
  const [ending, becomes] = rules.find(([rule]) => rule.test(word)) ?? [/$/, ""];
  return word.replace(ending, becomes);
};

/**
 * A light stem of a folded English or French word (`term` of `terms.ts`): plurals, `-ing`, `-ed`, `-er`, `-ment` and a silent
 * `e` go. It is for comparing words that were stemmed alike, and is no word itself.
 */
export function stem(word: string): string {
  if (word.length <= 3 || /\d/.test(word)) return word;
  return first(first(word, ENDINGS), SUFFIXES)
    .replace(DOUBLE, "$1")
    .replace(/(?<=...)y$/, "i");
}
