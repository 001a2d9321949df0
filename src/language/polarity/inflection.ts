/** What a line of a list of words says of its lemmas' inflection. */
export type Kind = "adj" | "noun" | "verb" | "word";

/** A form of a lemma; `finite`: a verb that a negation follows ("je n'aime pas"). */
export interface Form {
  readonly text: string;
  readonly finite: boolean;
}

const form = (text: string): Form => ({ text, finite: false });
const finite = (text: string): Form => ({ text, finite: true });

/** The feminine of an adjective's masculine by its ending; the first ending that fits. */
const FEMININES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/e$/, ["e"]],
  [/eux$/, ["euse"]],
  [/if$/, ["ive"]],
  [/(a|c)teur$/, ["$1trice", "$1teuse"]],
  [/eur$/, ["euse"]],
  [/er$/, ["ère"]],
  [/et$/, ["ète", "ette"]],
];

const DOUBLED = /(el|eil|ul|en|on)$/;

function adjective(masculine: string): string[] {
  const [ending, feminines] = FEMININES.find(([found]) => found.test(masculine)) ?? [/$/, ["e"]];
  const written = DOUBLED.test(masculine)
    ? [`${masculine}${masculine.at(-1)}e`]
    : feminines.map((feminine) => masculine.replace(ending, feminine));
  return [masculine, ...plurals(masculine), ...written.flatMap((feminine) => [feminine, `${feminine}s`])];
}

function plurals(singular: string): string[] {
  if (/[sxz]$/.test(singular)) return [];
  if (/al$/.test(singular)) return [singular.replace(/al$/, "aux")];
  return [/eau$|eu$/.test(singular) ? `${singular}x` : `${singular}s`];
}

const IMPERFECT = ["ais", "ait", "ions", "iez", "aient"];
const FUTURE = ["ai", "as", "a", "ons", "ez", "ont", "ais", "ait", "ions", "iez", "aient"];

/** Verbs in -er: their stem as it stands before a silent e, before a and o, and elsewhere. */
function firstConjugation(infinitive: string): Form[] {
  const stem = infinitive.slice(0, -2);
  const soft = stem.replace(/g$/, "ge").replace(/c$/, "ç");
  const silent = [
    stem.replace(/y$/, "i").replace(/[eé]([^aeiouéèy][rl]?)$/, "è$1"),
    ...(/e[lt]$/.test(stem) ? [`${stem}${stem.at(-1)}`] : []),
    stem,
  ];
  const present = silent.flatMap((root) =>
    [...["e", "es", "ent"], ...FUTURE.map((end) => `er${end}`)].map((end) => root + end),
  );
  const past = [...IMPERFECT, "a", "èrent"].map(
    (end) => (end.startsWith("i") || end.startsWith("è") ? stem : soft) + end,
  );
  return [
    ...[infinitive, `${stem}é`, `${stem}ée`, `${stem}és`, `${stem}ées`, `${soft}ant`].map(form),
    ...[...present, ...past, `${soft}ons`, `${stem}ez`].map(finite),
  ];
}

/** Verbs in -ir with -iss-. */
function secondConjugation(infinitive: string): Form[] {
  const stem = infinitive.slice(0, -1);
  const ends = [
    "s",
    "t",
    "ssons",
    "ssez",
    "ssent",
    "sse",
    "sses",
    ...IMPERFECT.map((end) => `ss${end}`),
    ...FUTURE.map((end) => `r${end}`),
  ];
  return [
    ...[infinitive, stem, `${stem}e`, `${stem}s`, `${stem}es`, `${stem}ssant`].map(form),
    ...ends.map((end) => finite(stem + end)),
  ];
}

/**
 * A French lemma's forms: "brillant" → brillant, brillants, brillante, brillantes. Forms that are written out, parted by "/",
 * are taken as they are, a verb's infinitive first.
 */
export function formsOf(kind: Kind, written: string): readonly Form[] {
  const [lemma = "", ...others] = written.split("/");
  if (kind === "verb") {
    if (others.length > 0) return [form(lemma), ...others.map(finite)];
    return /ir$/.test(lemma) ? secondConjugation(lemma) : firstConjugation(lemma);
  }
  if (kind === "word" || others.length > 0) return [lemma, ...others].map(form);
  return (kind === "adj" ? adjective(lemma) : [lemma, ...plurals(lemma)]).map(form);
}
