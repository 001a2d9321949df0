import { folded } from "../../language/fold.ts";

/** Words that ask for the difference between things. */
const COMPARING =
  /\b(?:or|than|compared|versus|vs\.?|difference|differ|both|heavier|lighter|longer|more|less|fewer|cheaper|faster|ou|oder|im vergleich)\b/i;

/** A name: words with a capital or a digit, with what may stand between. Not the question's first word. */
const NAMED = /(?:\p{Lu}[\p{L}\d.'’-]*|\d[\p{L}\d.-]*)(?:\s+(?:(?:\p{Lu}|\d)[\p{L}\d.'’-]*|[a-z]{1,2}\d[\p{L}\d]*))*/gu;

const MAX_THINGS = 3;

/**
 * The things that a question compares, by the names it gives them, in its order: "Does the Nikon D750 or the Sony a7 IV have
 * more megapixels?" names `Nikon D750` and `Sony a7 IV`. Empty where it compares nothing, or nothing named.
 */
export function comparedIn(question: string): readonly string[] {
  if (!COMPARING.test(question)) return [];
  const rest = question.replace(/^\s*\S+/u, (first) => " ".repeat(first.length));
  const names = [...rest.matchAll(NAMED)].map(([name]) => name.trim()).filter((name) => name.length > 2);
  const distinct = names.filter((name, at) => names.findIndex((other) => folded(other) === folded(name)) === at);
  return distinct.length >= 2 ? distinct.slice(0, MAX_THINGS) : [];
}
