import { type Group, groupFor, type Member, semanticGroups } from "../../formulas/groups.ts";
import { searchIntent } from "../../formulas/intent.ts";
import type { Intent } from "../../formulas/intent-words.ts";
import { occurrences } from "../../formulas/phrases.ts";
import { tfidf } from "../../formulas/tfidf.ts";
import { wordsOf } from "../../formulas/words.ts";
import type { Question, Suggestion } from "./answer.ts";
import type { Vocabulary } from "./vocabulary.ts";

const GROUPED = 40;
const MAX_QUERIES = 10;

/** A term or n-gram with its words. */
interface Phrase extends Member {
  readonly keys: readonly string[];
}

/** The terms and n-grams of highest prominence, each with the paragraphs that hold it. */
function phrasesOf({ pages, shown, ngrams: { bigrams, trigrams, fourgrams } }: Vocabulary): readonly Phrase[] {
  const grams = [bigrams, trigrams, fourgrams].flatMap((list) => list.slice(0, GROUPED));
  const named = new Map(grams.map((gram) => [gram.keys.join(" "), gram]));
  const said = pages.map(({ telling, keys }) => [
    ...telling,
    ...grams.flatMap(({ keys: phrase }) => Array.from({ length: occurrences(keys, phrase) }, () => phrase.join(" "))),
  ]);
  const paragraphs = pages.flatMap((page) => page.paragraphs);
  return tfidf(said)
    .toSorted((a, b) => b.prominence - a.prominence || b.tfidf - a.tfidf)
    .slice(0, GROUPED)
    .map(({ term, tfidf: weight, prominence }) => {
      const keys = term.split(" ");
      const holding = paragraphs.flatMap((paragraph, index) => (occurrences(paragraph, keys) > 0 ? [index] : []));
      return {
        text: named.get(term)?.text ?? shown.get(term) ?? term,
        tfidf: weight,
        prominence,
        keys,
        paragraphs: new Set(holding),
      };
    });
}

/** A group with the words of its members. */
interface Grouped extends Group<Phrase> {
  readonly keys: ReadonlySet<string>;
}

/** Terms that keep company, and the searches that belong to them. */
export function groupsOf(
  vocabulary: Vocabulary,
  suggestions: readonly Suggestion[],
  questions: readonly Question[],
  language: string,
) {
  const groups = semanticGroups(phrasesOf(vocabulary)).map(
    (group): Grouped => ({ ...group, keys: new Set(group.members.flatMap(({ keys }) => keys)) }),
  );
  const queries = new Map<Grouped, string[]>();
  for (const query of new Set([...questions.map(({ question }) => question), ...suggestions.map((one) => one.query)])) {
    const telling = wordsOf(query, { language }).filter((word) => word.telling);
    const group = groupFor(new Set(telling.map(({ key }) => key)), groups);
    if (group) queries.set(group, [...(queries.get(group) ?? []), query]);
  }
  return groups.map((group) => {
    const own = queries.get(group) ?? [];
    return {
      label: group.label,
      terms: group.members.map(({ text }) => text),
      queries: own.slice(0, MAX_QUERIES),
      intent: commonest(own.length > 0 ? own : [group.label], language),
      weight: Math.round(group.weight * 10_000) / 10_000,
    };
  });
}
export type SemanticGroup = ReturnType<typeof groupsOf>[number];

/** What most searches want; of several, what comes first. */
function commonest(queries: readonly string[], language: string): Intent {
  const intents = queries.map((query) => searchIntent(query, language).primary);
  const count = (intent: Intent): number => intents.filter((one) => one === intent).length;
  return intents.toSorted((a, b) => count(b) - count(a))[0] ?? "informational";
}
